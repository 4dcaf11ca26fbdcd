import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/http'
import type { Act, Frame, Hello, RoomView } from '@/api/protocol.gen'
import { digest } from '@/link/digest'
import { RoomLink, type LinkState } from '@/link/socket'
import { FakeSocket, newest as socket, SNAPSHOT, WELCOME } from './fake'

interface Story {
  states: LinkState[]
  views: { view: RoomView; frame: Frame | null; late: boolean }[]
  answers: [Act['action']['type'], string | null][]
  builds: number
}

let story: Story
let link: RoomLink
let ticket: () => Promise<string>

/** A frame that cannot be applied to the view. */
const BAD = { seq: 5, events: [{ type: 'won' }] }

/** Lets promises settle and time pass. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

async function enter(change: object = {}): Promise<void> {
  await pass(0)
  socket().open()
  socket().say({ ...WELCOME, ...change })
  socket().say(SNAPSHOT)
}

function make(): RoomLink {
  return new RoomLink({
    url: 'ws://test/ws',
    room: 'room0001',
    app: 'web/test',
    ticket: () => ticket(),
    handlers: {
      state: (state) => story.states.push(state),
      view: (view, frame, late) => story.views.push({ view, frame, late }),
      answered: (act, code) => story.answers.push([act.action.type, code]),
      newBuild: () => (story.builds += 1),
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  window.localStorage.clear()
  FakeSocket.made = []
  story = { states: [], views: [], answers: [], builds: 0 }
  ticket = () => Promise.resolve('t'.repeat(24))
  link = make()
  link.start()
})

afterEach(() => {
  link.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('hello', () => {
  it('asks for the room with a ticket, and shows the snapshot', async () => {
    await enter()
    expect(socket().protocol).toBe('guangan.v1')
    expect(socket().sent[0]).toEqual({
      type: 'hello',
      version: 1,
      ticket: 't'.repeat(24),
      room: 'room0001',
      app: 'web/test',
    })
    expect(story.states).toEqual(['live'])
    expect(story.views[0]?.view.room.code).toBe('386201')
    expect(link.clock.offset).toBe(500)
  })

  it('goes on from its cursor with the hash of every frame, and marks what it missed', async () => {
    await enter()
    const raw = socket().say({ seq: 5, room: { phase: 'settling' } })
    const hash = digest('0'.repeat(16) + raw).slice(0, 16)
    socket().drop(1006)
    await pass(1_500)
    socket().open()
    expect((socket().sent[0] as Hello).cursor).toEqual({ epoch: 7, seq: 5, hash })
    socket().say({ ...WELCOME, resume: 'ok' })
    socket().say({ seq: 6, room: { phase: 'between' } })
    await pass(1_000)
    socket().say({ seq: 7, room: { phase: 'playing' } })
    expect(story.views.slice(1).map(({ view, late }) => [view.phase, late])).toEqual([
      ['settling', true],
      ['between', true],
      ['playing', false],
    ])
  })

  it('drops a frame it knows and comes back for a hole', async () => {
    await enter()
    socket().say({ seq: 4, room: { phase: 'ended' } })
    expect(story.views).toHaveLength(1)
    socket().say({ seq: 6, room: { phase: 'ended' } })
    expect(story.views).toHaveLength(1)
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('comes back at once for the first hole only: more holes are failures like any other', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const hole = async (): Promise<number> => {
      await enter()
      const made = FakeSocket.made.length
      socket().say({ seq: 9, room: { phase: 'ended' } })
      const from = Date.now()
      await pass(0)
      while (FakeSocket.made.length === made) await pass(250)
      return Date.now() - from
    }
    expect(await hole()).toBe(0)
    const waits = [await hole(), await hole(), await hole()]
    expect(waits[0]).toBeGreaterThan(1_000)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    vi.mocked(Math.random).mockRestore()
  })

  it('asks for one snapshot when it cannot apply a frame, and gives up when that does not help', async () => {
    await enter()
    socket().say(BAD)
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
    socket().open()
    expect(socket().sent[0]).not.toHaveProperty('cursor')
    socket().say(WELCOME)
    socket().say(SNAPSHOT)
    expect(story.states).toEqual(['live', 'lost', 'live'])
    const last = socket()
    last.say(BAD)
    await pass(60_000)
    expect(FakeSocket.made).toHaveLength(2)
    expect([story.states[story.states.length - 1], last.closedWith]).toEqual(['broken', 1000])
  })

  it('asks for a snapshot again when the last time is a minute ago', async () => {
    await enter()
    socket().say(BAD)
    await enter()
    for (let i = 0; i < 6; i++) {
      await pass(10_000)
      socket().say({ type: 'heartbeat', now: Date.now() })
    }
    socket().say(BAD)
    await enter()
    expect(story.states[story.states.length - 1]).toBe('live')
    expect(FakeSocket.made).toHaveLength(3)
  })

  it('does not hear an old connection', async () => {
    await enter()
    const old = socket()
    link.resume()
    await enter()
    old.say({ seq: 5, room: { phase: 'ended' } })
    old.drop(4509)
    expect(story.views).toHaveLength(2)
    expect(story.states[story.states.length - 1]).toBe('live')
  })

  it('says nothing for a connection that comes about too late', async () => {
    await pass(0)
    const old = socket()
    link.resume()
    await pass(0)
    socket().open()
    old.open()
    expect(FakeSocket.made.map(({ sent }) => sent.length)).toEqual([0, 1])
  })

  it('says when the server has another build', async () => {
    await enter()
    link.resume()
    await enter()
    expect(story.builds).toBe(0)
    link.resume()
    await enter({ build: 'b' })
    expect(story.builds).toBe(1)
  })
})

describe('coming back', () => {
  it.each([
    [4509, 'replaced'],
    [4504, 'over'],
    [1000, 'left'],
    [4503, 'not_member'],
    [4526, 'outdated'],
    [4777, 'failed'],
  ] as const)('ends after close %i as %s', async (code, state) => {
    await enter()
    socket().drop(code)
    await pass(60_000)
    expect(story.states[story.states.length - 1]).toBe(state)
    expect(FakeSocket.made).toHaveLength(1)
  })

  it.each([1006, 1012, 4408, 4410, 4499])('comes back after close %i', async (code) => {
    await enter()
    socket().drop(code)
    expect(story.states[story.states.length - 1]).toBe('lost')
    await pass(1_500)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('comes back from another tab on request', async () => {
    await enter()
    socket().drop(4509)
    link.resume()
    await enter()
    expect(story.states).toEqual(['live', 'replaced', 'lost', 'live'])
  })

  it('waits as long as a restarting server asks', async () => {
    await enter()
    socket().say({ type: 'bye', code: 1012, retry_ms: 4_000 })
    socket().drop(1012)
    await pass(3_900)
    expect(FakeSocket.made).toHaveLength(1)
    await pass(1_500)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('takes a new ticket once, then asks to sign in', async () => {
    await enter()
    socket().drop(4501)
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
    socket().open()
    socket().drop(4501)
    expect(story.states[story.states.length - 1]).toBe('signed_out')
  })

  it('takes a new ticket for the very first connection too', async () => {
    await pass(0)
    socket().open()
    socket().drop(4501)
    await pass(0)
    expect([FakeSocket.made.length, story.states]).toEqual([2, []])
    socket().open()
    socket().drop(4501)
    expect(story.states).toEqual(['signed_out'])
  })

  it('is signed out when there is no session for a ticket', async () => {
    ticket = () => Promise.reject(new ApiError('no_session', 401))
    link.resume()
    await pass(0)
    expect(story.states).toEqual(['signed_out'])
  })

  it('is banned when the operator has closed the account', async () => {
    ticket = () => Promise.reject(new ApiError('banned', 403))
    await enter()
    socket().drop(4501)
    await pass(60_000)
    expect(story.states).toEqual(['live', 'lost', 'banned'])
  })

  it('keeps trying without a ticket, more and more slowly', async () => {
    const asked = vi.fn(() => Promise.reject(new ApiError('network', 0)))
    ticket = asked
    link.resume()
    await pass(60_000)
    expect(asked.mock.calls.length).toBeGreaterThan(4)
    expect(asked.mock.calls.length).toBeLessThan(13)
    expect(story.states).toEqual(['lost'])
    ticket = () => Promise.resolve('t'.repeat(24))
    FakeSocket.made = []
    while (FakeSocket.made.length === 0) await pass(250)
    await enter()
    expect(story.states).toEqual(['lost', 'live'])
  })

  it('gives up a connection that does not come about', async () => {
    await pass(6_300)
    expect(story.states).toEqual(['lost'])
    await pass(1_500)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('gives up a silent connection, and beats on a live one', async () => {
    await enter()
    for (let i = 0; i < 3; i++) {
      await pass(10_000)
      socket().say({ type: 'heartbeat', now: Date.now() })
    }
    expect(socket().sent.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThanOrEqual(2)
    expect(FakeSocket.made).toHaveLength(1)
    await pass(26_000)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('replaces a connection at once when the network comes back', async () => {
    await enter()
    await pass(4_000)
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(FakeSocket.made).toHaveLength(2)
  })
})

describe('actions', () => {
  it('stores before it sends, and forgets when it is answered', async () => {
    await enter()
    link.act({ type: 'discard', tile: '5m' }, 9)
    const [act] = socket().acts
    expect(act).toMatchObject({ type: 'act', action: { type: 'discard', tile: '5m' }, decision: 9 })
    expect(window.localStorage.getItem('guangan.outbox.room0001')).toContain(act?.action_id)
    socket().say({ type: 'ack', action_id: act?.action_id, result: 'ok', seq: 5 })
    expect(story.answers).toEqual([['discard', null]])
    expect(window.localStorage.getItem('guangan.outbox.room0001')).toBeNull()
    await pass(5_000)
    expect(socket().acts).toHaveLength(1)
  })

  it('sends the same action again after silence and on a new connection', async () => {
    await enter()
    link.act({ type: 'pass' }, 3)
    await pass(2_750)
    expect(socket().acts).toHaveLength(2)
    const first = socket().acts[0]
    expect(socket().acts[1]).toEqual(first)
    socket().drop(1006)
    await pass(1_500)
    await enter({ resume: 'ok' })
    expect(socket().acts[0]).toEqual(first)
  })

  it('sends after a reload what was not answered before', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    const [act] = socket().acts
    link.stop()
    link = make()
    link.start()
    await enter()
    expect(socket().acts).toEqual([act])
  })

  it('does not send what is long past', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    link.stop()
    await pass(300_000)
    link = make()
    link.start()
    await enter()
    expect(socket().acts).toEqual([])
  })

  it('tells why an action was refused', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    socket().say({
      type: 'ack',
      action_id: socket().acts[0]?.action_id,
      result: 'rejected',
      code: 'stale_decision',
    })
    expect(story.answers).toEqual([['win', 'stale_decision']])
  })

  it('has a word for a refusal that gives no reason', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    socket().say({ type: 'ack', action_id: socket().acts[0]?.action_id, result: 'rejected' })
    expect(story.answers).toEqual([['win', 'unknown']])
  })

  it('sends again what was only refused for now', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    const id = socket().acts[0]?.action_id
    socket().say({ type: 'ack', action_id: id, result: 'rejected', code: 'busy' })
    expect(story.answers).toEqual([])
    await pass(1_000)
    expect(socket().acts.map(({ action_id }) => action_id)).toEqual([id, id])
  })

  it('waits when the server says to slow down, and gives up what it cannot read', async () => {
    await enter()
    link.act({ type: 'rematch' }, null)
    socket().say({ type: 'error', code: 'rate_limited', retry: true, after_ms: 4_000 })
    await pass(3_500)
    expect(socket().acts).toHaveLength(1)
    await pass(1_000)
    expect(socket().acts).toHaveLength(2)
    socket().say({ type: 'error', code: 'bad_message' })
    expect(story.answers).toEqual([['rematch', 'bad_message']])
    await pass(5_000)
    expect(socket().acts).toHaveLength(2)
  })

  it('waits for a second when the server does not say how long, and gives up nothing that it never sent', async () => {
    await enter()
    socket().say({ type: 'error', code: 'bad_message' })
    expect(story.answers).toEqual([])
    link.act({ type: 'rematch' }, null)
    await pass(2_000)
    socket().say({ type: 'error', code: 'rate_limited', retry: true })
    await pass(750)
    expect(socket().acts).toHaveLength(1)
    await pass(250)
    expect(socket().acts).toHaveLength(2)
  })

  it('keeps an action made without a connection', async () => {
    link.act({ type: 'auto', on: false }, null)
    await enter()
    expect(socket().acts.map(({ action }) => action)).toEqual([{ type: 'auto', on: false }])
  })

  it('has left when the seat is gone, also if the answer is lost with the connection', async () => {
    await enter()
    link.act({ type: 'leave' }, null)
    socket().drop(1006)
    await pass(1_500)
    socket().open()
    socket().say({ type: 'error', code: 'room_unavailable' })
    socket().drop(4503)
    expect(story.answers).toEqual([['leave', null]])
    expect(story.states[story.states.length - 1]).toBe('left')
    expect(window.localStorage.getItem('guangan.outbox.room0001')).toBeNull()
  })

  it.each([
    [4503, 'leave', [['leave', null]], 'left'],
    [1000, 'leave', [['leave', null]], 'left'],
    [4503, 'pass', [], 'not_member'],
  ] as const)(
    'does not send it to a later seat in the room: %i with %s',
    async (code, type, answers, state) => {
      await enter()
      link.act({ type }, null)
      socket().drop(code)
      expect(story.answers).toEqual(answers)
      expect(story.states[story.states.length - 1]).toBe(state)
      link.stop()
      link = make()
      link.start()
      await enter()
      expect(socket().acts).toEqual([])
    },
  )

  it.each([
    ['removed', 'removed'],
    ['seat_lapsed', 'lapsed'],
    ['room_unavailable', 'not_member'],
  ] as const)('ends as the server says why the seat is gone: %s', async (code, state) => {
    await enter()
    socket().drop(1006)
    await pass(1_500)
    link.act({ type: 'ready', ready: true, client_seed: '0'.repeat(32) }, null)
    socket().open()
    socket().say({ type: 'error', code })
    socket().drop(4503)
    expect(story.answers).toEqual([])
    expect(story.states[story.states.length - 1]).toBe(state)
  })

  it('does not take the reason why the seat is gone for the answer to an action', async () => {
    await enter()
    link.act({ type: 'start' }, null)
    socket().say({ type: 'error', code: 'removed' })
    expect(story.answers).toEqual([])
    socket().drop(1006)
    await pass(1_500)
    socket().drop(4503)
    expect(story.states[story.states.length - 1]).toBe('not_member')
  })

  it('keeps an action when the server refuses the hello', async () => {
    await enter()
    link.act({ type: 'win' }, 3)
    const [act] = socket().acts
    socket().drop(1006)
    await pass(1_500)
    socket().open()
    socket().say({ type: 'error', code: 'bad_ticket' })
    socket().drop(4501)
    await enter({ resume: 'ok' })
    expect(story.answers).toEqual([])
    expect(socket().acts).toEqual([act])
  })

  it('gives up a connection that swallows actions', async () => {
    await enter()
    link.act({ type: 'pass' }, 3)
    await pass(7_000)
    expect(FakeSocket.made.length).toBeGreaterThan(1)
  })
})
