import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { account } from '@/api/account'
import { api, type RoomCard } from '@/api/http'
import * as sessions from '@/game/session'
import { toasts } from '@/ui/notices/toast'
import Room from '@/views/Room.vue'
import { roomView } from '../fixtures'

afterEach(() => {
  toasts.value = []
})

it.each([
  ['not_ready', '还有人没准备好'],
  ['illegal:cannot_win', '现在不能胡'],
  ['no_cards', '房卡不够：要 4 张，你有 1 张'],
])('shows why an action is refused: %s', async (code, text) => {
  const view = roomView({ phase: 'lobby', hand: null })
  view.room = { ...view.room, payer: 'owner', cost: 4 }
  vi.spyOn(account, 'cards').mockResolvedValue({ available: 1, held: 0, free: false, history: [] })
  vi.spyOn(api, 'me').mockResolvedValue({ player: { id: 'p', name: '乙' }, room: null, version: '0' })
  vi.spyOn(api, 'room').mockResolvedValue({ room: { id: 'r', member: true } as RoomCard })
  const open = vi.spyOn(sessions, 'openSession').mockReturnValue({
    view: { value: view },
    state: { value: 'live' },
    stop: () => undefined,
  } as unknown as sessions.Session)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(Room, {
    props: { code: '386201' },
    global: { plugins: [router], stubs: { WaitingRoom: true } },
  })
  await flushPromises()
  open.mock.calls[0]?.[1](code)
  await flushPromises()
  expect(toasts.value.map((toast) => toast.text)).toEqual([text])
  wrapper.unmount()
})
