import { createRouter, createWebHistory } from 'vue-router'
import Home from './views/Home.vue'

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', name: 'home', component: Home },
    { path: '/gallery', name: 'gallery', component: () => import('./views/Gallery.vue') },
    { path: '/:rest(.*)*', name: 'lost', component: () => import('./views/Lost.vue') },
  ],
})
