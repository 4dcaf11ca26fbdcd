import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
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

const ROOM = { id: 'r', member: true } as RoomCard
const stop = vi.fn()
let open: MockInstance<typeof sessions.openSession>
let join: MockInstance<typeof api.join>

beforeEach(() => {
  const view = roomView({ phase: 'lobby', hand: null })
  view.room = { ...view.room, payer: 'owner', cost: 4 }
  stop.mockReset()
  vi.spyOn(account, 'cards').mockResolvedValue({ available: 1, held: 0, free: false, history: [] })
  vi.spyOn(api, 'me').mockResolvedValue({ player: { id: 'p', name: '乙' }, room: null, version: '0' })
  vi.spyOn(api, 'room').mockResolvedValue({ room: ROOM })
  join = vi.spyOn(api, 'join').mockResolvedValue({ room: ROOM })
  open = vi.spyOn(sessions, 'openSession').mockReturnValue({
    view: { value: view },
    state: { value: 'live' },
    stop,
  } as unknown as sessions.Session)
})

function enter(code = '386201'): VueWrapper {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  return mount(Room, { props: { code }, global: { plugins: [router], stubs: { WaitingRoom: true } } })
}

/** What the spied call answers, when the test says so. */
function held<T>(spy: { mockImplementationOnce(answer: () => Promise<T>): unknown }): (value: T) => void {
  let give: (value: T) => void = () => undefined
  spy.mockImplementationOnce(() => new Promise<T>((done) => (give = done)))
  return (value) => give(value)
}

it.each([
  ['not_ready', '还有人没准备好'],
  ['illegal:cannot_win', '现在不能胡'],
  ['no_cards', '房卡不够：要 4 张，你有 1 张'],
])('shows why an action is refused: %s', async (code, text) => {
  const wrapper = enter()
  await flushPromises()
  open.mock.calls[0]?.[1](code)
  await flushPromises()
  expect(toasts.value.map((toast) => toast.text)).toEqual([text])
  wrapper.unmount()
})

describe('a page that is left while it asks', () => {
  it('takes no seat', async () => {
    const answer = held(vi.mocked(api.room))
    const wrapper = enter()
    await flushPromises()
    wrapper.unmount()
    answer({ room: { ...ROOM, member: false, join_cost: 0 } })
    await flushPromises()
    expect([join.mock.calls.length, open.mock.calls.length]).toEqual([0, 0])
  })

  it('opens no connection that nobody would close', async () => {
    vi.mocked(api.room).mockResolvedValue({ room: { ...ROOM, member: false, join_cost: 0 } })
    const answer = held(join)
    const wrapper = enter()
    await flushPromises()
    wrapper.unmount()
    answer({ room: ROOM })
    await flushPromises()
    expect(open).not.toHaveBeenCalled()
  })
})

it('goes to the room that was asked for last, and leaves the other', async () => {
  const answer = held(vi.mocked(api.room))
  const wrapper = enter()
  await flushPromises()
  await wrapper.setProps({ code: '123456' })
  await flushPromises()
  answer({ room: { ...ROOM, id: 'first' } })
  await flushPromises()
  expect(open.mock.calls.map(([room]) => room)).toEqual(['r'])
  await wrapper.setProps({ code: '654321' })
  await flushPromises()
  expect([stop.mock.calls.length, open.mock.calls.length]).toEqual([1, 2])
  wrapper.unmount()
  expect(stop).toHaveBeenCalledTimes(2)
})
