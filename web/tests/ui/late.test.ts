import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shallowRef, type ShallowRef } from 'vue'
import type { Session } from '@/game/session'
import zh from '@/i18n/zh'
import type { LinkState } from '@/link/socket'
import ConnectionBanner from '@/ui/notices/ConnectionBanner.vue'

let state: ShallowRef<LinkState>
let banner: VueWrapper

async function network(here: boolean): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(here)
  window.dispatchEvent(new Event(here ? 'online' : 'offline'))
  await flushPromises()
}

async function become(now: LinkState, ms = 0): Promise<void> {
  state.value = now
  await flushPromises()
  await vi.advanceTimersByTimeAsync(ms)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  state = shallowRef<LinkState>('live')
  banner = mount(ConnectionBanner, { props: { session: { state } as unknown as Session } })
})

afterEach(async () => {
  banner.unmount()
  await network(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('shows a gap in the connection that lasts', async () => {
  await become('lost', 1_499)
  expect(banner.text()).toBe('')
  await become('lost', 1)
  expect(banner.text()).toContain(zh.table.reconnecting)
  await become('live')
  expect(banner.text()).toBe('')
})

it('shows at once that the network is gone, until the connection is back', async () => {
  await network(false)
  expect(banner.text()).toBe('')
  await become('lost')
  expect(banner.text()).toContain(zh.table.no_network)
  await network(true)
  expect(banner.text()).toContain(zh.table.reconnecting)
  await become('live')
  expect(banner.text()).toBe('')
})

it('shows it too when the network goes while the connection is being made', async () => {
  await become('lost', 1_000)
  await network(false)
  expect(banner.text()).toContain(zh.table.no_network)
})

it('begins to wait when the network comes back before anything was shown', async () => {
  await network(false)
  await network(true)
  await become('lost', 1_500)
  expect(banner.text()).toContain(zh.table.reconnecting)
})
