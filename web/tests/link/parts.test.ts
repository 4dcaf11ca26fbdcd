import { beforeEach, describe, expect, it } from 'vitest'
import type { Act } from '@/api/protocol.gen'
import { endingOf, floorOf, waitMs } from '@/link/backoff'
import { ServerClock } from '@/link/clock'
import { Outbox } from '@/link/outbox'
import { SeatStream } from '@/link/stream'
import { load, save } from '@/storage'
import { handView, roomView } from '../fixtures'

describe('the wait before the next connection', () => {
  it('is up to a second after the first failure', () => {
    expect([waitMs(0, 0.5), waitMs(1, 0), waitMs(1, 0.9)]).toEqual([500, 0, 900])
  })

  it('grows by 1.7 from failure to failure, a quarter of it by chance, up to 15 s', () => {
    expect(waitMs(2, 1)).toBeCloseTo(1_700)
    expect(waitMs(2, 0)).toBeCloseTo(1_275)
    expect(waitMs(3, 1)).toBeCloseTo(2_890)
    expect([waitMs(7, 1), waitMs(60, 1), waitMs(60, 0)]).toEqual([15_000, 15_000, 11_250])
  })

  it('has a floor for servers that are full or limit connections', () => {
    expect([1013, 4413, 4429, 1006, 1012].map(floorOf)).toEqual([5_000, 2_000, 30_000, 0, 0])
  })

  it.each([
    [1000, 'left'],
    [1003, 'failed'],
    [1006, 'retry'],
    [1009, 'failed'],
    [1012, 'retry'],
    [1013, 'retry'],
    [4429, 'retry'],
    [4499, 'retry'],
    [4500, 'failed'],
    [4501, 'new_ticket'],
    [4503, 'not_member'],
    [4504, 'over'],
    [4509, 'replaced'],
    [4526, 'outdated'],
    [4999, 'failed'],
    [5000, 'retry'],
  ] as const)('close code %i means %s', (code, ending) => expect(endingOf(code)).toBe(ending))
})

describe("the server's clock", () => {
  it('takes the message that was under way for the shortest time, of the last eight', () => {
    const clock = new ServerClock()
    expect(clock.offset).toBe(0)
    clock.heard(5_000, 1_000)
    clock.heard(5_900, 2_000)
    expect(clock.offset).toBe(4_000)
    for (let n = 3; n <= 8; n++) clock.heard(n * 1_000 + 3_800, n * 1_000)
    expect(clock.offset).toBe(4_000)
    clock.heard(12_800, 9_000)
    expect(clock.offset).toBe(3_900)
  })

  it('can be behind the own one, and forgets on request', () => {
    const clock = new ServerClock()
    clock.heard(1_000, 91_000)
    expect(clock.offset).toBe(-90_000)
    clock.reset()
    expect(clock.offset).toBe(0)
  })
})

describe('the outbox', () => {
  const sent = (box: Outbox, now: number): Act['action'][] => box.take(now).map(({ action }) => action)
  const PASS: Act['action'] = { type: 'pass' }

  beforeEach(() => window.localStorage.clear())

  it('sends at once, then every two and a half seconds until there is an answer', () => {
    const box = new Outbox('r', 0)
    box.add(PASS, 3, 100)
    expect(box.waiting[0]?.act).toMatchObject({ type: 'act', decision: 3, action: PASS })
    expect(sent(box, 100)).toEqual([PASS])
    expect(sent(box, 2_599)).toEqual([])
    expect(sent(box, 2_600)).toEqual([PASS])
    const id = box.waiting[0]?.act.action_id ?? ''
    expect(box.answered(id, null, 2_700)?.action).toEqual(PASS)
    expect(box.answered(id, null, 2_700)).toBeNull()
    expect(sent(box, 99_000)).toEqual([])
  })

  it('names a decision only where there is one, 0 among them', () => {
    const box = new Outbox('r', 0)
    box.add({ type: 'start' }, null, 0)
    box.add(PASS, 0, 0)
    expect(box.waiting.map(({ act }) => act.decision)).toEqual([undefined, 0])
  })

  it('gives every action an id of its own', () => {
    const box = new Outbox('r', 0)
    for (let n = 0; n < 8; n++) box.add(PASS, n, 0)
    const ids = box.waiting.map(({ act }) => act.action_id)
    expect(new Set(ids).size).toBe(8)
    expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([])
  })

  it('holds eight: the oldest gives way', () => {
    const box = new Outbox('r', 0)
    for (let n = 0; n < 9; n++) box.add(PASS, n, 0)
    expect(box.waiting.map(({ act }) => act.decision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('sends everything again on a new connection, and nothing before a date', () => {
    const box = new Outbox('r', 0)
    box.add(PASS, 1, 0)
    expect(sent(box, 0)).toHaveLength(1)
    box.rewind(10)
    expect(sent(box, 10)).toHaveLength(1)
    box.hold(2_000)
    expect(sent(box, 2_509)).toEqual([])
    box.hold(5_000)
    expect(sent(box, 4_999)).toEqual([])
    expect(sent(box, 5_000)).toHaveLength(1)
  })

  it.each(['busy', 'store_unavailable', 'overloaded', 'rate_limited'])(
    'keeps what was refused with %s, waits longer each time, and gives up after eight',
    (code) => {
      const box = new Outbox('r', 0)
      box.add(PASS, 1, 0)
      const id = box.waiting[0]?.act.action_id ?? ''
      const waits: number[] = []
      let now = 0
      for (;;) {
        box.take(now)
        if (box.answered(id, code, now) !== null) break
        waits.push((box.waiting[0]?.due ?? 0) - now)
        now = box.waiting[0]?.due ?? 0
      }
      expect(waits).toEqual([600, 1_200, 2_400, 4_800, 5_000, 5_000, 5_000])
      expect(box.waiting).toEqual([])
    },
  )

  it('is done with any other refusal', () => {
    const box = new Outbox('r', 0)
    box.add(PASS, 1, 0)
    box.take(0)
    expect(box.answered(box.waiting[0]?.act.action_id ?? '', 'stale_decision', 0)?.decision).toBe(1)
    expect(load('outbox.r')).toBeNull()
  })

  it('is read back after a reload: same bytes, due at once, without what is two minutes old', () => {
    const box = new Outbox('r', 0)
    box.add(PASS, 1, 0)
    box.add({ type: 'win' }, 2, 60_000)
    box.take(60_000)
    const kept = box.waiting.map(({ act }) => act)
    expect(new Outbox('r', 119_999).take(119_999)).toEqual(kept)
    expect(new Outbox('r', 120_000).take(120_000)).toEqual(kept.slice(1))
    expect(new Outbox('r', 60_000).waiting.map(({ tries }) => tries)).toEqual([0, 0])
    expect(new Outbox('other', 60_000).waiting).toEqual([])
  })

  it.each(['{', '7', 'null', '{"act":1}', '[{"act":{},"made":0}]', '[null]'])(
    'ignores %j in the storage',
    (text) => {
      save('outbox.r', text)
      expect(new Outbox('r', 0).waiting).toEqual([])
    },
  )
})

describe("the seat's stream", () => {
  const begun = (): SeatStream => {
    const stream = new SeatStream()
    stream.begin(7)
    stream.snapshot({ type: 'snapshot', seq: 4, hash: 'abcd', view: roomView() })
    return stream
  }

  it('has nothing to go on from before a snapshot, and none after it was told to forget', () => {
    const stream = new SeatStream()
    expect([stream.cursor, stream.position]).toEqual([null, 0])
    expect(stream.frame({ seq: 1 }, '{"seq":1}')).toBe('gap')
    const other = begun()
    expect(other.cursor).toEqual({ epoch: 7, seq: 4, hash: 'abcd' })
    other.forget()
    expect(other.cursor).toBeNull()
  })

  it('does a frame once: the same one again changes neither the view nor the hash', () => {
    const stream = begun()
    const frame = { seq: 5, events: [{ type: 'drew', seat: 0, tile: '2m' } as const] }
    const raw = JSON.stringify(frame)
    expect(stream.frame(frame, raw)).toBe('next')
    const { cursor, view } = stream
    expect(view?.hand?.wall).toBe(handView().wall - 1)
    expect(stream.frame(frame, raw)).toBe('old')
    expect(stream.frame({ seq: 4 }, '{"seq":4}')).toBe('old')
    expect([stream.cursor, stream.view]).toEqual([cursor, view])
  })

  it('does not go on over a hole', () => {
    const stream = begun()
    const { cursor, view } = stream
    expect(stream.frame({ seq: 6, room: { phase: 'ended' } }, '{}')).toBe('gap')
    expect([stream.cursor, stream.view]).toEqual([cursor, view])
  })

  it('names the epoch of the connection', () => {
    const stream = begun()
    stream.begin(8)
    expect(stream.cursor?.epoch).toBe(8)
  })
})
