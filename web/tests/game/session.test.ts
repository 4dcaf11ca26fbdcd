import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import type { Act, RoomView } from '@/api/protocol.gen'
import { openSession, type Session } from '@/game/session'
import type { LinkOptions } from '@/link/socket'
import { handView, roomView } from '../fixtures'

type Handlers = LinkOptions['handlers']

const link = vi.hoisted(() => ({ handlers: null as Handlers | null, sent: [] as Act[] }))

vi.mock('@/link/socket', () => ({
  RoomLink: class {
    clock = { offset: 0 }
    constructor(options: LinkOptions) {
      link.handlers = options.handlers
    }
    start(): void {}
    act(action: Act['action']): void {
      link.sent.push({ type: 'act', action_id: `${link.sent.length}`, action })
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
  refused = vi.fn()
  session = openSession('room0001', refused)
})

describe('the deal', () => {
  it('is kept while bots play on, and told once', () => {
    snapshot(LOBBY)
    news(roomView())
    news(roomView({ hand: handView({ turn: 1, wall: 66 }) }))
    expect(session.takeDeal()?.view.hand?.wall).toBe(67)
    expect(session.takeDeal()).toBeNull()
    news(roomView({ hand: handView({ turn: 2, wall: 65 }) }))
    expect(session.takeDeal()).toBeNull()
  })

  it('is not told to those who come in the middle of a hand', () => {
    snapshot(roomView())
    news(roomView({ hand: handView({ turn: 1, wall: 66 }) }))
    expect(session.takeDeal()).toBeNull()
  })

  it('is told again for the next hand and the next match, and no longer when its hand is over', () => {
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
