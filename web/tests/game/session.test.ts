import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { api } from '@/api/http'
import type { Act, RoomView } from '@/api/protocol.gen'
import { openSession, readyAction, type Session, type Step } from '@/game/session'
import type { LinkOptions } from '@/link/socket'
import { handView, roomView } from '../fixtures'

type Handlers = LinkOptions['handlers']

const link = vi.hoisted(() => ({
  handlers: null as Handlers | null,
  options: null as LinkOptions | null,
  sent: [] as Act[],
  calls: [] as string[],
}))

vi.mock('@/link/socket', () => ({
  RoomLink: class {
    clock = { offset: 0 }
    constructor(options: LinkOptions) {
      link.handlers = options.handlers
      link.options = options
    }
    start = (): unknown => link.calls.push('start')
    resume = (): unknown => link.calls.push('resume')
    stop = (): unknown => link.calls.push('stop')
    act(action: Act['action'], decision: number | null): void {
      const act: Act = { type: 'act', action_id: `${link.sent.length}`, action }
      link.sent.push(decision === null ? act : { ...act, decision })
    }
  },
}))

let session: Session
let refused: Mock<(code: string) => void>
const LOBBY = roomView({ phase: 'lobby', hand: null })
const snapshot = (view: RoomView): void => link.handlers?.view(view, null, true)
const news = (view: RoomView): void => link.handlers?.view(view, { seq: 1 }, false)

beforeEach(() => {
  link.sent = []
  link.calls = []
  refused = vi.fn()
  session = openSession('room0001', refused)
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
  link.sent.forEach((act, n) => link.handlers?.answered(act, n === 0 ? 'not_ready' : null))
  expect([await started, await left]).toEqual(['not_ready', null])
  expect(refused.mock.calls).toEqual([['not_ready']])
})

describe('an answer to a decision', () => {
  const asked = (id: number | null): RoomView =>
    roomView({ decision: id === null ? null : { id, discard: '5p1m' } })
  const answer = (code: string | null, n = link.sent.length - 1): void =>
    link.handlers?.answered(link.sent[n] as Act, code)

  it('names the decision, and a second tap sends nothing', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    session.decide({ type: 'discard', tile: '1m' })
    expect(link.sent).toEqual([
      { type: 'act', action_id: '0', action: { type: 'discard', tile: '5p' }, decision: 5 },
    ])
    expect(session.answered.value).toBe(5)
    answer(null)
    session.decide({ type: 'discard', tile: '1m' })
    expect(link.sent).toHaveLength(1)
  })

  it('is not sent where nothing is asked', () => {
    session.decide({ type: 'pass' })
    snapshot(asked(null))
    session.decide({ type: 'pass' })
    expect(link.sent).toEqual([])
  })

  it('may be given again after a refusal', () => {
    snapshot(asked(5))
    session.decide({ type: 'discard', tile: '5p' })
    answer('rate_limited')
    expect(session.answered.value).toBeNull()
    session.decide({ type: 'discard', tile: '1m' })
    expect(link.sent).toHaveLength(2)
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

it('tells two equal actions apart', async () => {
  const first = session.act({ type: 'start' })
  const second = session.act({ type: 'start' })
  link.handlers?.answered(link.sent[1] as Act, 'not_ready')
  link.handlers?.answered(link.sent[0] as Act, null)
  expect([await first, await second]).toEqual([null, 'not_ready'])
  expect(link.sent.map(({ decision }) => decision)).toEqual([undefined, undefined])
})

it('tells of a refusal that nobody here waits for, as after a reload', () => {
  link.handlers?.answered(
    { type: 'act', action_id: 'x', action: { type: 'win' }, decision: 3 },
    'stale_decision',
  )
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
    { before: LOBBY, view, frame: { seq: 1 }, late: false },
  ])
})

it('takes a new build between hands only', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  snapshot(roomView())
  link.handlers?.newBuild()
  expect(reload).not.toHaveBeenCalled()
  snapshot(roomView({ phase: 'between' }))
  link.handlers?.newBuild()
  expect(reload).toHaveBeenCalledOnce()
})

it('follows the link, and passes on what the player wants of it', async () => {
  link.handlers?.state('lost')
  expect(session.state.value).toBe('lost')
  session.resume()
  session.stop()
  expect(link.calls).toEqual(['start', 'resume', 'stop'])
  vi.spyOn(api, 'ticket').mockResolvedValue({ ticket: 'abc', expires_in_ms: 1 })
  expect(await link.options?.ticket()).toBe('abc')
  expect(link.options).toMatchObject({ room: 'room0001', app: 'web/1' })
  expect(link.options?.url).toMatch(/^wss?:\/\/[^/]+\/ws$/)
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
