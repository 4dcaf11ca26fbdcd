import { expect, it } from 'vitest'
import type { MeldView, WinView } from '@/api/protocol.gen'
import {
  emptySeats,
  handNumber,
  lastDiscard,
  mayStart,
  ownTiles,
  ranking,
  remaining,
  waitsOf,
  winners,
} from '@/game/select'
import { handView, player, roomView } from '../fixtures'

const win = (change: Partial<WinView>): WinView => ({
  seat: 1,
  place: 1,
  tile: '5p',
  by: 'draw',
  ke: 2,
  multiplier: 1,
  items: [],
  concealed: '55p',
  ...change,
})

it('counts what is in sight once', () => {
  const hand = handView({
    hand: '12m',
    drawn: '1m',
    players: [
      player({ river: ['5p', '5p'], claimed: [0, 1] }),
      player({ melds: [{ kind: 'pung', tile: '5p', source: 0 }] }),
      player({ won: win({ by: 'discard', concealed: '123p55p', source: 0 }) }),
      player(),
    ],
  })
  expect(remaining(hand, '1m')).toBe(2)
  expect(remaining(hand, '9s')).toBe(4)
  // Three in the pung, one of them from the river; one more won from the river, its fellow in the winner's hand.
  expect(remaining(hand, '5p')).toBe(0)
  expect(remaining(hand, '1p')).toBe(3)
})

it.each([
  ['a pung of a discard', { kind: 'pung', tile: '9s', source: 1 }, ['9s'], 1],
  ['a pung whose discard is not told', { kind: 'pung', tile: '9s' }, [], 1],
  ['an exposed kong', { kind: 'exposed', tile: '9s', source: 1 }, ['9s'], 0],
  ['a kong added to a pung', { kind: 'added', tile: '9s', source: 1 }, ['9s'], 0],
  ['a concealed kong', { kind: 'concealed', tile: '9s' }, [], 0],
  ['a meld of another kind', { kind: 'pung', tile: '8s', source: 1 }, ['8s'], 4],
] as [string, MeldView, string[], number][])('counts %s once', (_, meld, river, left) => {
  const players = [
    player(),
    player({ river, claimed: river.map((_tile, n) => n) }),
    player({ melds: [meld] }),
  ]
  expect(remaining(handView({ players }), '9s')).toBe(left)
})

it('counts the tile of a win where it lies: in the hand that drew it, else in its river', () => {
  const left = (by: WinView['by'], river: string[]): number => {
    const won = win({ by, concealed: '15p', source: by === 'draw' ? null : 0 })
    return remaining(handView({ drawn: null, players: [player({ river }), player({ won })] }), '5p')
  }
  expect([left('draw', []), left('discard', ['5p']), left('draw', ['5p'])]).toEqual([3, 3, 2])
})

it('counts a tile that was robbed from the kong of one seat, and no other', () => {
  const robbed = (source: number | null, kong: number): number => {
    const won = win({ by: 'rob_kong', tile: '3s', concealed: '123s', source })
    const players = [0, 1, 2, 3].map((seat) =>
      player({
        melds: [
          { kind: 'pung', tile: '9p' },
          ...(seat === kong ? [{ kind: 'pung' as const, tile: '3s', source: 3 }] : []),
        ],
        won: seat === 1 ? won : null,
      }),
    )
    return remaining(handView({ drawn: null, players }), '3s')
  }
  expect([robbed(0, 0), robbed(0, 2), robbed(null, 0)]).toEqual([1, 2, 2])
  const won = win({ by: 'draw', tile: '3s', concealed: '12s', source: 0 })
  const players = [player({ melds: [{ kind: 'pung', tile: '3s', source: 3 }] }), player({ won })]
  expect(remaining(handView({ drawn: null, players }), '3s')).toBe(2)
})

it('counts a tile robbed from a kong once, whether the kong stands or not', () => {
  const robbed = (kind: 'added' | 'pung'): ReturnType<typeof handView> =>
    handView({
      hand: '',
      drawn: null,
      players: [
        player({ melds: [{ kind, tile: '3s', source: 3 }] }),
        player({ won: win({ by: 'rob_kong', tile: '3s', concealed: '123s', source: 0 }) }),
        player(),
        player({ river: ['3s'], claimed: [0] }),
      ],
    })
  expect(remaining(robbed('added'), '3s')).toBe(0)
  expect(remaining(robbed('pung'), '3s')).toBe(0)
  expect(remaining(robbed('pung'), '2s')).toBe(3)
})

it('lists waits in the order of the tiles with what is left of each', () => {
  const hand = handView({ hand: '1112345678999m', drawn: null })
  expect(waitsOf(hand, { '9m': 12, '1m': 12, '5m': 4 })).toEqual([
    { tile: '1m', ke: 12, left: 1 },
    { tile: '5m', ke: 4, left: 3 },
    { tile: '9m', ke: 12, left: 1 },
  ])
})

it('sets the own hand up', () => {
  const hand = handView({ hand: '19m2p5s', drawn: '1p', players: [player({ void: 'm' })] })
  expect(ownTiles(hand, 0)).toEqual({ tiles: ['2p', '5s', '1m', '9m'], drawn: '1p', voided: 'm' })
})

it('lays the own hand open after a win, the winning tile apart', () => {
  const won = win({ seat: 0, tile: '5p', concealed: '9m55p1s' })
  const players = [player({ void: 's', won })]
  const hand = handView({ hand: '', drawn: null, players })
  expect(ownTiles(hand, 0)).toEqual({ tiles: ['9m', '5p', '1s'], drawn: '5p', voided: null })
})

it('sets the hand up as it is told where there is no win that can be shown', () => {
  const hand = { hand: '19m2p', drawn: '1p' }
  const plain = { tiles: ['1m', '9m', '2p'], drawn: '1p', voided: null }
  expect(ownTiles(handView({ ...hand, players: [] }), 0)).toEqual(plain)
  const players = [player({ won: win({ tile: '0x' }) })]
  expect(ownTiles(handView({ ...hand, players }), 0)).toEqual(plain)
})

it('keeps the order of seats where totals are equal, and counts who has none as 0', () => {
  const view = roomView({ seats: [{ name: 'a', total: -1 }, { name: 'b' }, null, { name: 'd', total: 0 }] })
  expect(ranking(view).map(({ seat, total, rank }) => [seat, total, rank])).toEqual([
    [1, 0, 1],
    [3, 0, 1],
    [0, -1, 3],
  ])
})

it('counts the seats that nobody has taken', () => {
  expect(emptySeats(roomView())).toBe(0)
  expect(emptySeats(roomView({ seats: [null, { name: 'b' }, null, null] }))).toBe(3)
})

it('points at the last discard', () => {
  const players = [player(), player({ river: ['1m', '2m'] })]
  expect(lastDiscard(handView({ players, offer: { tile: '2m', seat: 1, kind: 'discard' } }))).toEqual({
    seat: 1,
    index: 1,
  })
  expect(lastDiscard(handView({ players, offer: { tile: '2m', seat: 1, kind: 'added_kong' } }))).toBeNull()
  expect(lastDiscard(handView({ players, offer: { tile: '2m', seat: 3, kind: 'discard' } }))?.index).toBe(-1)
})

it('ranks with shared places and puts winners in order', () => {
  const view = roomView({
    seats: [{ name: 'a' }, { name: 'b', total: 5 }, { name: 'c', total: 5 }, { name: 'd', total: -10 }],
  })
  expect(ranking(view).map(({ seat, rank }) => [seat, rank])).toEqual([
    [1, 1],
    [2, 1],
    [0, 3],
    [3, 4],
  ])
  const players = [
    player({ won: win({ seat: 0, place: 2 }) }),
    player(),
    player({ won: win({ seat: 2, place: 1 }) }),
  ]
  expect(winners(handView({ players })).map(({ seat }) => seat)).toEqual([2, 0])
})

it('starts when every seat is taken and every person ready', () => {
  const ready = [
    { name: 'a', ready: true },
    { name: 'b', bot: true },
    { name: 'c', ready: true },
    { name: 'd', ready: true },
  ]
  expect(mayStart(roomView({ seats: ready }))).toBe(true)
  expect(mayStart(roomView({ seats: [...ready.slice(1), null] }))).toBe(false)
  expect(mayStart(roomView({ seats: [...ready.slice(1), { name: 'e' }] }))).toBe(false)
})

it('counts the hand that is played again, not the one before it', () => {
  const lost = { phase: 'between' as const, hand: null }
  expect(handNumber(roomView({ ...lost, hand_number: 0 }))).toBe(1)
  expect(handNumber(roomView({ ...lost, hand_number: 2 }))).toBe(3)
  expect(handNumber(roomView({ phase: 'between', hand: handView({}), hand_number: 2 }))).toBe(2)
  expect(handNumber(roomView({ phase: 'ended', hand: null, hand_number: 4 }))).toBe(4)
})
