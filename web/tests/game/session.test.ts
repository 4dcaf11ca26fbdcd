import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { api } from '@/api/http'
import type { Act, RoomView } from '@/api/protocol.gen'
import { openSession, readyAction, type Session, type Step } from '@/game/session'
import { handView, roomView } from '../fixtures'
import { FakeSocket, newest, WELCOME } from '../link/fake'

let session: Session
let refused: Mock<(code: string) => void>
let seq = 0
const LOBBY = roomView({ phase: 'lobby', hand: null })
const TICKET = 't'.repeat(24)

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const snapshot = (view: RoomView): void =>
  void newest().say({ type: 'snapshot', seq: (seq += 1), hash: '0'.repeat(16), view })
const news = (view: RoomView): void => void newest().say({ seq: (seq += 1), room: view })
/** What the server says to the n-th action of this connection. */
const answer = (code: string | null, n = newest().acts.length - 1): void =>
  void newest().say({
    type: 'ack',
    action_id: newest().acts[n]?.action_id,
    ...(code === null ? { result: 'ok', seq } : { result: 'rejected', code }),
  })

async function open(): Promise<void> {
  session = openSession('room0001', refused)
  await pass(0)
  newest().open()
  newest().say(WELCOME)
  // What comes now is news and was not missed.
  await pass(600)
}

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(api, 'ticket').mockResolvedValue({ ticket: TICKET, expires_in_ms: 1 })
  window.localStorage.clear()
  FakeSocket.made = []
  seq = 0
  refused = vi.fn()
  await open()
})

afterEach(() => {
  session.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the deal', () => {
  it('is kept while bots play on, and reported once', () => {
    snapshot(LOBBY)
    news(roomView())
    news(roomView({ hand: handView({ turn: 1, wall: 66 }) }))
    expect(session.takeDeal()?.view.hand?.wall).toBe(67)
    expect(session.takeDeal()).toBeNull()
    news(roomView({ hand: handView({ turn: 2, wall: 65 }) }))
    expect(session.takeDeal()).toBeNull()
  })

  it('is not reported to a player who comes in the middle of a hand', () => {
    snapshot(roomView())
    news(roomView({ hand: handView({ turn: 1, wall: 66 }) }))
    expect(session.takeDeal()).toBeNull()
  })

  it('is not reported of a hand that is over when it is first seen', () => {
    snapshot(LOBBY)
    news(roomView({ phase: 'between' }))
    expect(session.takeDeal()).toBeNull()
  })

  it('is reported again for the next hand and the next match, and no longer when its hand is over', () => {
    snapshot(roomView())
    news(roomView({ hand_number: 2, hand: handView({ number: 2 }) }))
    expect(session.takeDeal()?.view.hand_number).toBe(2)
    news(roomView({ match: 2, hand: handView({ number: 2 }) }))
    news(roomView({ match: 2, phase: 'between', hand: handView({ number: 2 }) }))
    expect(session.takeDeal()).toBeNull()
  })
})

it('reports the code of a refusal, to the caller of the action too', async () => {
  const started = session.act({ type: 'start' })
  const left = session.act({ type: 'leave' })
  answer('not_ready', 0)
  answer(null, 1)
  expect([await started, await left]).toEqual(['not_ready', null])
  expect(refused.mock.calls).toEqual([['not_ready']])
})

describe('an answer to a decision', () => {
  const asked = (id: number | null): RoomView =>
    roomView({ decision: id === null ? null : { id, discard: '5p1m' } })
  const sent = (): Act[] => newest().acts

  it('names the decision, and a second tap sends nothing', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    session.decide({ type: 'discard', tile: '1m' })
    expect(sent()).toMatchObject([{ type: 'act', action: { type: 'discard', tile: '5p' }, decision: 5 }])
    expect(session.answered.value).toBe(5)
    answer(null)
    session.decide({ type: 'discard', tile: '1m' })
    expect(sent()).toHaveLength(1)
  })

  it('is not sent where nothing is asked', () => {
    session.decide({ type: 'pass' })
    snapshot(asked(null))
    session.decide({ type: 'pass' })
    expect(sent()).toEqual([])
  })

  it('may be given again after a refusal', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    answer('illegal:must_void')
    expect(session.answered.value).toBeNull()
    session.decide({ type: 'discard', tile: '1m' })
    expect(sent()).toHaveLength(2)
  })

  it('belongs to its decision: the refusal of an older one does not open the new one again', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    news(asked(6))
    expect(session.answered.value).toBeNull()
    session.decide({ type: 'pass' })
    answer('stale_decision', 0)
    expect([session.answered.value, refused.mock.calls]).toEqual([6, [['stale_decision']]])
  })

  it('still stands when the same decision comes again, as after a lost connection', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    snapshot(asked(5))
    expect(session.answered.value).toBe(5)
  })
})

it('ends no action with the answer to a decision', async () => {
  snapshot(roomView({ decision: { id: 5, discard: '5p' } }))
  const left = session.act({ type: 'leave' })
  session.decide({ type: 'discard', tile: '5p' })
  answer('illegal:must_void', 1)
  answer(null, 0)
  expect(await left).toBeNull()
})

it('tells two equal actions apart', async () => {
  const first = session.act({ type: 'start' })
  const second = session.act({ type: 'start' })
  answer('not_ready', 1)
  answer(null, 0)
  expect([await first, await second]).toEqual([null, 'not_ready'])
  expect(newest().acts.map(({ decision }) => decision)).toEqual([undefined, undefined])
})

it('tells of a refusal that nobody here waits for, as after a reload', async () => {
  snapshot(roomView({ decision: { id: 3, win: { ke: 2, items: {} } } }))
  session.decide({ type: 'win' })
  session.stop()
  await open()
  answer('stale_decision')
  expect(refused).toHaveBeenCalledExactlyOnceWith('stale_decision')
})

it('calls listeners with what was and what is, until they do not want it', () => {
  const steps: Step[] = []
  const off = session.onStep((step) => steps.push(step))
  snapshot(LOBBY)
  const view = roomView()
  news(view)
  off()
  news(roomView())
  expect(steps).toEqual([
    { before: null, view: LOBBY, frame: null, late: true },
    { before: LOBBY, view, frame: { seq: 2, room: view }, late: false },
  ])
})

it('takes a new build between hands only', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  snapshot(roomView())
  newest().say({ ...WELCOME, build: 'b' })
  expect(reload).not.toHaveBeenCalled()
  snapshot(roomView({ phase: 'between' }))
  newest().say({ ...WELCOME, build: 'c' })
  expect(reload).toHaveBeenCalledOnce()
})

it('connects to the room of its page with a ticket of its own', () => {
  expect([newest().url, newest().protocol]).toEqual([`ws://${window.location.host}/ws`, 'guangan.v1'])
  expect(newest().sent[0]).toMatchObject({ type: 'hello', ticket: TICKET, room: 'room0001', app: 'web/1' })
})

it('is encrypted where its page is', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  const { href } = window.location
  happyDOM.setURL('https://mj.example/r/386201')
  session.stop()
  await open()
  happyDOM.setURL(href)
  expect(newest().url).toBe('wss://mj.example/ws')
})

it('follows the link, and passes on what the player wants of it', async () => {
  expect(session.state.value).toBe('live')
  newest().drop(1006)
  expect(session.state.value).toBe('lost')
  session.resume()
  await pass(0)
  expect(FakeSocket.made).toHaveLength(2)
  session.stop()
  await pass(60_000)
  expect([FakeSocket.made.length, newest().readyState, vi.getTimerCount()]).toEqual([2, 3, 0])
})

it('gives sixteen bytes of its own for the deal, others each time', () => {
  const actions = [readyAction(true), readyAction(false)]
  expect(actions).toMatchObject([
    { type: 'ready', ready: true },
    { type: 'ready', ready: false },
  ])
  const seeds = actions.map((action) => (action.type === 'ready' ? action.client_seed : ''))
  expect(seeds[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(seeds[0]).not.toBe(seeds[1])
})
