import { createRouter, createWebHistory } from 'vue-router'
import Home from './views/Home.vue'

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', name: 'home', component: Home },
    { path: '/new', name: 'new', component: () => import('./views/NewRoom.vue') },
    { path: '/r/:code(\\d{6})', name: 'room', component: () => import('./views/Room.vue'), props: true },
    { path: '/score', name: 'score', component: () => import('./views/Score.vue') },
    { path: '/me', name: 'me', component: () => import('./views/Account.vue') },
    { path: '/admin', name: 'admin', component: () => import('./views/Console.vue') },
    { path: '/gallery', name: 'gallery', component: () => import('./views/Gallery.vue') },
    { path: '/:rest(.*)*', name: 'lost', component: () => import('./views/Lost.vue') },
  ],
})
