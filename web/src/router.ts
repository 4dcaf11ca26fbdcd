import { createRouter, createWebHistory } from 'vue-router'
import { needTexts, type Later } from './i18n'
import { fetchMissingSheets, watchSheets } from './styles/loading'
import { explain } from './ui/notices/updated'
import Home from './views/Home.vue'

/** A page that is loaded together with its texts. */
function page<View>(load: () => Promise<View>, ...texts: readonly Later[]): () => Promise<View> {
  return async () => (await Promise.all([load(), needTexts(...texts)]))[0]
}

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', name: 'home', component: Home },
    { path: '/new', name: 'new', component: page(() => import('./views/NewRoom.vue'), 'play') },
    {
      path: '/r/:code(\\d{6})',
      name: 'room',
      component: page(() => import('./views/Room.vue'), 'play'),
      props: true,
    },
    { path: '/score', name: 'score', component: page(() => import('./views/Score.vue'), 'play', 'score') },
    { path: '/me', name: 'me', component: page(() => import('./views/Account.vue'), 'account') },
    {
      path: '/admin',
      name: 'admin',
      component: page(() => import('./views/Console.vue'), 'play', 'console'),
    },
    { path: '/gallery', name: 'gallery', component: page(() => import('./views/Gallery.vue'), 'play') },
    { path: '/:rest(.*)*', name: 'lost', component: () => import('./views/Lost.vue') },
  ],
})

watchSheets()
router.beforeEach(fetchMissingSheets)

// The browser fetches a page when it is first opened. Without its files the tap would have no effect, so say why.
router.onError((_, to) => void explain(to.fullPath))
