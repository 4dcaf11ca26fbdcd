import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/http'
import type { RoomView } from '@/api/protocol.gen'
import { RoomLink, type LinkState } from '@/link/socket'
import { FakeSocket, newest, SNAPSHOT, WELCOME } from './fake'

let link: RoomLink
let states: LinkState[]
let views: RoomView[]
let lates: boolean[]
let ticket: () => Promise<string>

/** Lets promises settle and time pass. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const state = (): LinkState | undefined => states[states.length - 1]

async function enter(change: object = {}): Promise<void> {
  await pass(0)
  newest().open()
  newest().say({ ...WELCOME, now: Date.now() + 500, ...change })
  newest().say(SNAPSHOT)
}

/** Time on a connection that the server keeps talking on. */
async function healthy(ms: number): Promise<void> {
  const end = Date.now() + ms
  while (Date.now() < end) {
    await pass(Math.min(5_000, end - Date.now()))
    newest().say({ type: 'heartbeat', now: Date.now() + 500 })
  }
}

/** Drops the connection and tells how long it takes until the next one is opened, to a tick. */
async function waitAfter(code: number): Promise<number> {
  const made = FakeSocket.made.length
  newest().drop(code)
  const from = Date.now()
  while (FakeSocket.made.length === made) await pass(250)
  return Date.now() - from
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  window.localStorage.clear()
  FakeSocket.made = []
  states = []
  views = []
  lates = []
  ticket = () => Promise.resolve('t'.repeat(24))
  link = new RoomLink({
    url: 'ws://test/ws',
    room: 'room0001',
    app: 'web/test',
    ticket: () => ticket(),
    handlers: {
      state: (now) => states.push(now),
      view(view, _frame, late) {
        views.push(view)
        lates.push(late)
      },
      answered: () => undefined,
      newBuild: () => undefined,
    },
  })
  link.start()
})

afterEach(() => {
  link.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the wait before the next connection', () => {
  async function fail(times: number): Promise<number> {
    let wait = 0
    for (let n = 0; n < times; n++) wait = await waitAfter(1006)
    return wait
  }

  it('grows with each failure, and is short again after half a minute of connection', async () => {
    await pass(0)
    expect(await fail(6)).toBeGreaterThan(10_000)
    await enter()
    await healthy(31_000)
    expect(await waitAfter(1006)).toBeLessThanOrEqual(1_000)
  })

  it('stays long after a connection that broke at once', async () => {
    await pass(0)
    await fail(6)
    await enter()
    await healthy(20_000)
    expect(await waitAfter(1006)).toBeGreaterThan(10_000)
  })

  it.each([
    [30_000, false],
    [30_001, true],
  ])('is short again after %i ms of connection: %s', async (ms, short) => {
    await pass(0)
    await fail(6)
    await enter()
    await healthy(ms)
    expect((await waitAfter(1006)) <= 1_000).toBe(short)
  })

  it('is short again too when the connection died in silence', async () => {
    await pass(0)
    await fail(6)
    await enter()
    await healthy(31_000)
    while (state() === 'live') await pass(250)
    expect(await waitAfter(1006)).toBeLessThanOrEqual(1_000)
  })

  it('is over when the player does not want to wait', async () => {
    await pass(0)
    await fail(6)
    const made = FakeSocket.made.length
    newest().drop(1006)
    link.resume()
    await pass(0)
    expect(FakeSocket.made).toHaveLength(made + 1)
    expect(await waitAfter(1006)).toBeLessThanOrEqual(1_000)
  })

  it.each([
    [1013, 5_500],
    [4413, 2_500],
    [4429, 30_500],
  ])('after close %i is at least what the code asks for', async (code, ms) => {
    await enter()
    expect(await waitAfter(code)).toBe(ms)
  })

  it('that a bye asked for counts once', async () => {
    await enter()
    newest().say({ type: 'bye', code: 1012, retry_ms: 9_000 })
    expect(await waitAfter(1012)).toBe(9_500)
    await enter()
    await healthy(31_000)
    expect(await waitAfter(1012)).toBe(500)
  })
})

it('gives a connection six seconds to come about', async () => {
  await pass(6_000)
  expect(states).toEqual([])
  await pass(250)
  expect([states, newest().closedWith]).toEqual([['lost'], 1000])
})

it('asks for several tickets when the last connection has died in silence, else for one', async () => {
  const asked = vi.fn(() => new Promise<string>(() => undefined))
  await enter()
  ticket = asked
  newest().drop(1012)
  await pass(3_000)
  expect(asked).toHaveBeenCalledTimes(1)
  await pass(10_000)
  expect(asked.mock.calls.length).toBeGreaterThan(2)
})

it.each([
  ['in silence', async () => pass(26_000)],
  ['with the network', async () => void window.dispatchEvent(new Event('offline'))],
])('asks for several tickets after a connection that died %s', async (_, die) => {
  const asked = vi.fn(() => new Promise<string>(() => undefined))
  await enter()
  ticket = asked
  await die()
  window.dispatchEvent(new Event('online'))
  asked.mockClear()
  await pass(3_600)
  expect(asked).toHaveBeenCalledTimes(6)
})

describe('an action without an answer', () => {
  it('has six seconds, in which it is sent again', async () => {
    await enter()
    link.act({ type: 'pass' }, 3)
    await pass(6_000)
    expect([FakeSocket.made.length, newest().acts.length]).toEqual([1, 3])
    await pass(250)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('does not end a connection that was only quiet before it', async () => {
    await enter()
    await pass(7_000)
    link.act({ type: 'pass' }, 3)
    await pass(2_250)
    expect(FakeSocket.made).toHaveLength(1)
  })
})

describe('a ticket that is refused for now', () => {
  it('is asked for again after half a second in the mean', async () => {
    const asked = vi.fn(() => Promise.reject(new ApiError('network', 0)))
    ticket = asked
    link.resume()
    await pass(499)
    expect(asked).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('is asked for again after a short wait', async () => {
    await enter()
    let asked = 0
    ticket = () => {
      asked += 1
      return Promise.reject(new ApiError('network', 0))
    }
    newest().drop(1006)
    await pass(750)
    expect(asked).toBe(1)
    await pass(1_750)
    expect(asked).toBe(2)
  })
})

it('beats as often as the server wants, and trusts it for two and a half beats', async () => {
  await enter({ heartbeat_ms: 4_000 })
  await pass(4_000)
  expect(newest().sent.filter(({ type }) => type === 'heartbeat')).toHaveLength(1)
  await pass(6_000)
  expect(FakeSocket.made).toHaveLength(1)
  await pass(250)
  expect(FakeSocket.made).toHaveLength(2)
})

it('sends nothing on a connection that is closing, and everything on the next', async () => {
  await enter()
  const closing = newest()
  closing.readyState = 2
  link.act({ type: 'pass' }, 3)
  expect(closing.acts).toEqual([])
  closing.drop(1006)
  await pass(1_000)
  await enter()
  expect(newest().acts).toHaveLength(1)
})

it('sends no action before the welcome', async () => {
  await pass(0)
  newest().open()
  link.act({ type: 'auto', on: false }, null)
  await pass(3_000)
  expect(newest().acts).toEqual([])
  newest().say({ ...WELCOME, now: Date.now() })
  expect(newest().acts).toHaveLength(1)
})

it.each([
  [499, true],
  [500, false],
])('takes a frame %i ms after the welcome for one it missed: %s', async (ms, missed) => {
  await enter()
  await pass(ms)
  newest().say({ seq: 5, room: { phase: 'settling' } })
  expect(lates).toEqual([true, missed])
})

describe("a step of the phone's clock", () => {
  it('backwards does not put the next connection off', async () => {
    await enter()
    newest().drop(1006)
    vi.setSystemTime(Date.now() - 3_600_000)
    await pass(500)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it.each([-3_600_000, 3_600_000])('by %i ms gives a new estimate of the offset', async (ms) => {
    await enter()
    expect(link.clock.offset).toBe(500)
    const server = Date.now() + 500
    vi.setSystemTime(Date.now() + ms)
    await pass(250)
    expect(FakeSocket.made).toHaveLength(2)
    await enter({ now: server + 250 })
    expect(link.clock.offset).toBe(500 - ms)
  })

  it('follows the heartbeats', async () => {
    await enter()
    newest().say({ type: 'heartbeat', now: Date.now() + 700 })
    expect(link.clock.offset).toBe(700)
  })
})

describe('a page that comes back', () => {
  const look = (seen: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  it('from a long stay in the background replaces its connection', async () => {
    await enter()
    look('hidden')
    await pass(6_000)
    look('visible')
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it.each([
    [5_000, 1],
    [5_001, 2],
  ])('from %i ms in the background has %i connections', async (ms, made) => {
    await enter()
    look('hidden')
    await pass(ms)
    look('visible')
    await pass(0)
    expect(FakeSocket.made).toHaveLength(made)
  })

  it.each([
    [3_000, 1],
    [3_001, 2],
  ])('to a network %i ms after it heard something has %i connections', async (ms, made) => {
    await enter()
    await pass(ms)
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(made)
  })

  it('from a short one keeps it', async () => {
    await enter()
    await pass(6_000)
    look('hidden')
    await pass(4_000)
    look('visible')
    await pass(0)
    expect(FakeSocket.made).toHaveLength(1)
  })

  it('keeps a connection that has just been heard', async () => {
    await enter()
    look('hidden')
    await pass(6_000)
    newest().say({ type: 'heartbeat', now: Date.now() })
    look('visible')
    await pass(0)
    expect(FakeSocket.made).toHaveLength(1)
  })

  it('from the cache of pages replaces it', async () => {
    await enter()
    await pass(4_000)
    window.dispatchEvent(new Event('pageshow'))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it.each([
    [4_750, 1],
    [4_751, 2],
  ])('from a sleep of a tick and %i ms has %i connections', async (ms, made) => {
    await enter()
    vi.setSystemTime(Date.now() + ms)
    await pass(250)
    expect(FakeSocket.made).toHaveLength(made)
  })

  it('from a sleep in which no timer ran replaces it', async () => {
    await enter()
    vi.setSystemTime(Date.now() + 6_000)
    await pass(250)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('does not wait for its next date when the network is there again', async () => {
    await enter()
    newest().drop(4429)
    await pass(1_000)
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('begins its first attempt again when the network is there', async () => {
    await pass(0)
    expect(FakeSocket.made).toHaveLength(1)
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('says at once that the network is gone, tries again, and comes back with the network', async () => {
    await enter()
    window.dispatchEvent(new Event('offline'))
    expect([state(), newest().closedWith]).toEqual(['lost', 1000])
    const asked = vi.fn(() => Promise.reject(new ApiError('network', 0)))
    ticket = asked
    await pass(10_000)
    expect(asked.mock.calls.length).toBeGreaterThan(1)
    window.dispatchEvent(new Event('offline'))
    ticket = () => Promise.resolve('t'.repeat(24))
    window.dispatchEvent(new Event('online'))
    await enter()
    expect(states).toEqual(['live', 'lost', 'live'])
  })

  it.each([4509, 4504])('is not lost with the network when it has ended with %i', async (code) => {
    await enter()
    newest().drop(code)
    const last = state()
    window.dispatchEvent(new Event('offline'))
    await pass(60_000)
    expect([state(), FakeSocket.made.length]).toEqual([last, 1])
  })

  it.each([4509, 4504])('does not open again what ended with %i', async (code) => {
    await enter()
    newest().drop(code)
    await pass(6_000)
    window.dispatchEvent(new Event('online'))
    await pass(6_000)
    expect(FakeSocket.made).toHaveLength(1)
  })
})

describe('a stopped link', () => {
  it('opens nothing any more: no timer, no event, no ticket that comes late', async () => {
    let give: (ticket: string) => void = () => undefined
    await enter()
    ticket = () => new Promise((done) => (give = done))
    newest().drop(1006)
    await pass(1_000)
    link.stop()
    give('t'.repeat(24))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('pageshow'))
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(60_000)
    expect(FakeSocket.made).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('closes its socket and does not hear it', async () => {
    await enter()
    const socket = newest()
    link.stop()
    expect([socket.readyState, socket.closedWith]).toEqual([3, 1000])
    socket.say({ seq: 5, room: { phase: 'ended' } })
    socket.drop(1006)
    await pass(60_000)
    expect([views.length, FakeSocket.made.length, state()]).toEqual([1, 1, 'live'])
  })
})

describe('what the server says', () => {
  it('of another epoch comes with a snapshot, and the cursor names that epoch', async () => {
    await enter()
    await waitAfter(1006)
    await enter({ epoch: 8 })
    await waitAfter(1006)
    newest().open()
    expect(newest().sent[0]).toMatchObject({ cursor: { epoch: 8, seq: 4 } })
  })

  it('when it does not know the cursor is a snapshot, and no frame counts before it', async () => {
    await enter()
    await waitAfter(1006)
    newest().open()
    newest().say({ ...WELCOME, resume: 'snapshot' })
    newest().say({ seq: 5, room: { phase: 'ended' } })
    expect(views).toHaveLength(1)
    await pass(3_000)
    newest().open()
    expect(newest().sent[0]).not.toHaveProperty('cursor')
  })

  it('learns in every heartbeat how far the page has come', async () => {
    await enter()
    newest().say({ seq: 5, room: { phase: 'settling' } })
    await pass(10_250)
    const beats = newest().sent.filter(({ type }) => type === 'heartbeat')
    expect(beats).toEqual([{ type: 'heartbeat', seq: 5 }])
  })

  it('about the ticket counts for each connection', async () => {
    for (let n = 0; n < 3; n++) {
      await enter()
      newest().drop(4501)
    }
    await pass(0)
    expect(state()).not.toBe('signed_out')
    expect(FakeSocket.made).toHaveLength(4)
  })

  it('ends the wait of one connection only: the refusal of an earlier ticket is not heard', async () => {
    const refused: ((failure: ApiError) => void)[] = []
    ticket = () => new Promise((_, failed) => refused.push(failed))
    await enter()
    link.resume()
    ticket = () => Promise.resolve('t'.repeat(24))
    link.resume()
    refused.forEach((fail) => fail(new ApiError('no_session', 401)))
    await enter()
    expect([state(), states.includes('signed_out')]).toEqual(['live', false])
  })

  it('ends the wait of one connection only: an earlier ticket opens nothing', async () => {
    const given: ((ticket: string) => void)[] = []
    ticket = () => new Promise((done) => given.push(done))
    await enter()
    link.resume()
    link.resume()
    given.forEach((give) => give('t'.repeat(24)))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })
})
