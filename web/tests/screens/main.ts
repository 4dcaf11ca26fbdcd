/** Shows one scene: `?scene=claim&lang=en`. Not part of the build. */
import { createApp, h, shallowRef, type Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { RoomView } from '@/api/protocol.gen'
import type { Session } from '@/game/session'
import { needTexts, setLocale } from '@/i18n'
import { watchViewport } from '@/layout/stage'
import type { LinkState } from '@/link/socket'
import LinkEnd from '@/lobby/LinkEnd.vue'
import WaitingRoom from '@/lobby/WaitingRoom.vue'
import Table from '@/table/Table.vue'
import { buildAtlas } from '@/tiles/atlas'
import { toast } from '@/ui/notices/toast'
import Toasts from '@/ui/notices/Toasts.vue'
import Home from '@/views/Home.vue'
import NewRoom from '@/views/NewRoom.vue'
import Room from '@/views/Room.vue'
import { roomView } from '../fixtures'
import rules from './rules.json'
import { SCENES, type Scene } from './scenes'

const query = new URLSearchParams(location.search)
const scene: Scene = SCENES[query.get('scene') ?? 'turn'] ?? { shows: 'home' }

const CARDS = {
  free: query.has('free'),
  prices: {
    owner: { '1': 1, '4': 2, '8': 4, '16': 8 },
    split: { '4': 4, '8': 4, '16': 8 },
    winner: { '1': 1, '4': 2, '8': 4, '16': 8 },
  },
}
const PRICED = {
  ...roomView().room,
  id: null,
  payer: query.get('payer') ?? 'split',
  cost: 4,
  join_cost: query.get('payer') === 'winner' ? 4 : 1,
  phase: 'lobby',
  seats: [{ name: '川妹子', bot: false }, null, null, null],
  member: false,
}

const ANSWERS: Record<string, () => [number, unknown]> = {
  '/api/me': () =>
    scene.me === 'nobody'
      ? [401, { error: { code: 'no_session' } }]
      : [200, { player: { id: 'p', name: '阿勇' }, room: null, version: '0' }],
  '/api/rules': () => [200, rules],
  '/api/config': () => [
    200,
    {
      version: '0',
      share_url: 'http://192.168.1.5:8000',
      languages: ['zh-CN', 'en'],
      announcement: '',
      draining: false,
      cards: CARDS,
    },
  ],
  '/api/cards': () => [
    200,
    { available: Number(query.get('cards') ?? 12), held: 0, free: false, history: [] },
  ],
  '/api/rooms/386201': () => [200, { room: PRICED }],
  '/api/rooms/123456': () => [404, { error: { code: 'room_unavailable' } }],
}

const realFetch = window.fetch.bind(window)
window.fetch = async (input, init) => {
  const answer = ANSWERS[String(input)]
  if (answer === undefined) return realFetch(input, init)
  const [status, body] = answer()
  return new Response(JSON.stringify(body), { status })
}

const session: Session = {
  view: shallowRef<RoomView | null>(scene.view?.(Date.now()) ?? null),
  state: shallowRef<LinkState>(scene.state ?? 'live'),
  answered: shallowRef<number | null>(null),
  now: () => Date.now(),
  decide: (action) => toast(JSON.stringify(action)),
  act(action) {
    toast(JSON.stringify(action))
    return Promise.resolve(null)
  },
  takeDeal() {
    const view = session.view.value
    return scene.dealt && view ? { before: null, view, frame: null, late: false } : null
  },
  onStep: () => () => undefined,
  resume: () => toast('resume'),
  stop: () => undefined,
}

function shown(): [Component, Record<string, unknown>] {
  if (scene.state === 'replaced') return [LinkEnd, { session, state: 'replaced' }]
  switch (scene.shows) {
    case 'table':
      return [Table, { session }]
    case 'waiting':
      return [WaitingRoom, { session, view: session.view.value ?? roomView() }]
    case 'new':
      return [NewRoom, {}]
    case 'room':
      return [Room, { code: '386201' }]
    default:
      return [Home, {}]
  }
}

async function start(): Promise<void> {
  watchViewport()
  await needTexts('play')
  await setLocale(query.get('lang') === 'en' ? 'en' : 'zh-CN', false)
  const [component, props] = shown()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: Home }],
  })
  createApp({ render: () => [h(component, props), h(Toasts)] })
    .use(router)
    .mount('#app')
  await buildAtlas()
  document.body.dataset.ready = 'yes'
}

void start()
