import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { api } from '@/api/http'
import type { RoomView } from '@/api/protocol.gen'
import { useCountdown } from '@/game/clock'
import { openSession, type Session } from '@/game/session'
import SettlementSheet from '@/result/SettlementSheet.vue'
import TimerBar from '@/table/actions/TimerBar.vue'
import Table from '@/table/Table.vue'
import { roomView } from '../fixtures'
import { FakeSocket, newest, SNAPSHOT, WELCOME } from '../link/fake'

/** The phone is an hour and a half behind the server. */
const AHEAD = 5_400_000
const LOCAL = 1_000_000
const SERVER = LOCAL + AHEAD

let session: Session
let shown: VueWrapper | null = null

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** A session whose server is ahead, as it stands right after the snapshot. */
async function live(view: RoomView, now = SERVER): Promise<void> {
  await pass(0)
  newest().open()
  newest().say({ ...WELCOME, now })
  newest().say({ ...SNAPSHOT, view })
  await nextTick()
}

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(api, 'ticket').mockResolvedValue({ ticket: 't'.repeat(24), expires_in_ms: 1 })
  window.localStorage.clear()
  FakeSocket.made = []
  session = openSession('room0001', () => undefined)
})

afterEach(() => {
  shown?.unmount()
  shown = null
  session.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the time of a session', () => {
  it("is the server's, whatever the phone's clock says", async () => {
    await live(roomView())
    expect(session.now()).toBe(SERVER)
    await pass(1_500)
    expect(session.now()).toBe(SERVER + 1_500)
  })

  it("is the phone's until the server is heard", () => expect(session.now()).toBe(LOCAL))

  it('takes the better estimate of a later message', async () => {
    await live(roomView(), SERVER - 3_000)
    await pass(1_000)
    newest().say({ type: 'heartbeat', now: SERVER + 1_000 })
    expect(session.now()).toBe(SERVER + 1_000)
  })
})

describe('what is left', () => {
  const table = (): VueWrapper => (shown = mount(Table, { props: { session } }))
  const text = (id: string): string => (shown as VueWrapper).get(`[data-testid="${id}"]`).text()
  const decision = { id: 5, discard: '5p', until: SERVER + 12_400 }

  it("of the own turn follows the server's clock, on the dial and in the bar", async () => {
    await live(roomView({ decision }))
    table()
    expect(text('countdown')).toBe('13')
    const bar = shown?.get('.timer > i').element as HTMLElement
    expect([bar.style.animationDuration, bar.style.animationDelay]).toEqual(['30000ms', '-17600ms'])
    await pass(5_000)
    expect(text('countdown')).toBe('08')
    await pass(60_000)
    expect(text('countdown')).toBe('00')
  })

  it("of another's turn as well", async () => {
    await live(roomView({ until: SERVER + 7_000 }))
    table()
    expect(text('countdown')).toBe('07')
  })

  it('of a vote', async () => {
    const vote = { proposer: 1, until: SERVER + 41_000, answers: [null, true, null, null] }
    await live(roomView({ vote }))
    table()
    expect(shown?.get('.vote-clock').text()).toBe('41')
  })

  it('until the next hand', async () => {
    await live(roomView({ phase: 'between', until: SERVER + 19_000 }))
    const view = session.view.value as RoomView
    shown = mount(SettlementSheet, {
      props: { session, view, wide: false, width: 360, compact: false },
    })
    expect(text('continue').match(/\d+/g)).toEqual(['19'])
  })

  it('is nothing where there is no limit', async () => {
    await live(roomView({ decision: { id: 5, discard: '5p' } }))
    table()
    expect(text('countdown')).toBe('–')
    expect(shown?.find('.timer').exists()).toBe(false)
  })
})

describe('useCountdown', () => {
  const Probe = defineComponent({
    props: { until: { type: Number, default: null } },
    setup(props) {
      const left = useCountdown(
        () => props.until,
        () => Date.now(),
      )
      return () => h('b', String(left.value))
    },
  })

  it('counts whole seconds up, follows another date and never goes below 0', async () => {
    shown = mount(Probe, { props: { until: LOCAL + 2_001 } })
    expect(shown.text()).toBe('3')
    await pass(200)
    expect(shown.text()).toBe('2')
    await shown.setProps({ until: LOCAL + 60_000 })
    expect(shown.text()).toBe('60')
    await pass(61_000)
    expect(shown.text()).toBe('0')
    await shown.setProps({ until: undefined })
    expect(shown.text()).toBe('null')
  })

  it('stops with its component', () => {
    const before = vi.getTimerCount()
    const probe = mount(Probe, { props: { until: LOCAL } })
    expect(vi.getTimerCount()).toBe(before + 1)
    probe.unmount()
    expect(vi.getTimerCount()).toBe(before)
  })
})

describe('the bar', () => {
  const style = (left: number, whole: number): CSSStyleDeclaration => {
    shown = mount(TimerBar, { props: { until: LOCAL + left, now: () => Date.now(), whole } })
    return (shown.get('i').element as HTMLElement).style
  }

  it.each([
    [10_000, 30_000, '30000ms', '-20000ms'],
    [40_000, 30_000, '40000ms', '0ms'],
    [-5_000, 30_000, '30000ms', '-30000ms'],
  ])('with %i of %i ms left', (left, whole, duration, delay) => {
    const { animationDuration, animationDelay } = style(left, whole)
    expect([animationDuration, animationDelay]).toEqual([duration, delay])
  })
})

describe('a table that goes away', () => {
  it('leaves no timer behind, in the middle of everything', async () => {
    await live(roomView({ decision: { id: 5, pung: '9s', can_pass: true, until: SERVER + 9_000 } }))
    await pass(600)
    const before = vi.getTimerCount()
    const gone = mount(Table, { props: { session } })
    await nextTick()
    newest().say({
      seq: 5,
      events: [{ type: 'punged', seat: 1, tile: '9s', source: 0 }],
      room: { decision: null, phase: 'between', until: SERVER + 20_000 },
    })
    newest().drop(1006)
    await nextTick()
    expect(gone.text()).toContain('碰')
    expect(vi.getTimerCount()).toBeGreaterThan(before)
    gone.unmount()
    expect(vi.getTimerCount()).toBe(before)
  })
})
