/** Moments of a match, made up, to look at. */
import type { HandView, PlayerView, RoomView, WinView } from '@/api/protocol.gen'
import type { LinkState } from '@/link/socket'
import { handView, player, roomView } from '../fixtures'

export interface Scene {
  /** What `Room.vue` would show, or a page of its own. */
  shows: 'table' | 'waiting' | 'home' | 'new' | 'room'
  view?: (now: number) => RoomView
  state?: LinkState
  /** The hand has just been dealt. */
  dealt?: boolean
  /** Whom the server knows: nobody, a guest without a room. */
  me?: 'nobody' | 'guest'
}

const RIVERS = [
  ['6z', '9m', '9s', '1s', '5z', '9p', '8m', '6s', '3s', '1p', '7z', '7m'],
  ['1m', '9m', '5z', '1p', '9p', '5s', '6m', '6z', '8p', '3s', '2m', '6p', '1s', '9s'],
  ['9s', '8s', '5z', '1s', '3m', '4p', '5p', '2s', '7s', '4m', '6m'],
  ['6z', '2p', '5m', '6s', '8p', '1m', '6p', '8m', '5z'],
]

function table(change: Partial<HandView> = {}, players: Partial<PlayerView>[] = []): HandView {
  const seats = RIVERS.map((river, seat) => {
    const others: Partial<PlayerView>[] = [
      { tiles: 13 },
      { tiles: 10, melds: [{ kind: 'pung', tile: '4s', source: 0 }], claimed: [2] },
      {
        tiles: 7,
        melds: [
          { kind: 'pung', tile: '9p', source: 1 },
          { kind: 'exposed', tile: '2m', source: 3 },
        ],
      },
      { tiles: 10, melds: [{ kind: 'concealed', tile: '7s' }] },
    ]
    return player({ river, ...others[seat], ...players[seat] })
  })
  return handView({
    number: 3,
    dealer: 2,
    wall: 38,
    hand: '12345m23466p56s',
    drawn: '7z',
    players: seats,
    ...change,
  })
}

const SEATS: RoomView['seats'] = [
  { name: '阿勇', total: 12 },
  { name: '川妹子', total: -6 },
  { name: '老张', total: 2 },
  { name: '小李哥', total: -8 },
]

const playing = (now: number, change: Partial<RoomView>): RoomView =>
  roomView({
    hand_number: 3,
    until: now + 23_000,
    seats: SEATS,
    room: { ...roomView().room, options: { cap: 50, void_suit: true } },
    ...change,
  })

const WIN: WinView = {
  seat: 1,
  place: 1,
  tile: '3m',
  by: 'discard',
  source: 2,
  ke: 13,
  multiplier: 1,
  concealed: '111333m555777p99p',
  items: [
    { id: 'base', ke: 1, tiles: '' },
    { id: 'voided_suit', ke: 1, tiles: '' },
    { id: 'concealed_hand', ke: 1, tiles: '' },
    { id: 'all_pungs', ke: 5, tiles: '111333m555777p' },
    { id: 'concealed_bonus', ke: 5, tiles: '' },
  ],
  near_misses: [
    { id: 'banzi', reason: 'rest_does_not_stand', tiles: '112233m' },
    { id: 'feiji', reason: 'other_reading', tiles: '555777p' },
  ],
}
const BIG: WinView = {
  seat: 0,
  place: 2,
  tile: '8m',
  by: 'draw',
  ke: 188,
  multiplier: 4,
  concealed: '88m',
  items: [
    { id: 'base', ke: 1, tiles: '' },
    { id: 'voided_suit', ke: 2, tiles: '' },
    { id: 'self_drawn', ke: 1, tiles: '' },
    { id: 'one_wait', ke: 1, tiles: '8m' },
    { id: 'concealed_kong', ke: 3, tiles: '5555z' },
    { id: 'concealed_kong', ke: 3, tiles: '6666z' },
    { id: 'concealed_kong', ke: 3, tiles: '7777z' },
    { id: 'concealed_kong', ke: 2, tiles: '2222m' },
    { id: 'all_pungs', ke: 5, tiles: '' },
    { id: 'golden_hook', ke: 5, tiles: '' },
    { id: 'half_flush', ke: 5, tiles: '' },
    { id: 'big_sanyuan', ke: 5, tiles: '' },
    { id: 'kong_bloom', ke: 5, tiles: '' },
    { id: 'last_tile_draw', ke: 5, tiles: '' },
    { id: 'luohan', ke: 0, tiles: '' },
  ],
}

function settled(now: number, change: Partial<RoomView> = {}): RoomView {
  const hand = table({ phase: 'over', turn: null, drawn: null, hand: '', exhausted: true, wall: 0 }, [
    {
      tiles: 0,
      won: BIG,
      melds: [
        { kind: 'concealed', tile: '5z' },
        { kind: 'concealed', tile: '6z' },
        { kind: 'concealed', tile: '7z' },
        { kind: 'concealed', tile: '2m' },
      ],
    },
    { tiles: 0, won: WIN, melds: [] },
  ])
  hand.result = {
    exhausted: true,
    deltas: [376, 13, -201, -188],
    transfers: [
      { payer: 2, payee: 1, ke: 13, reason: 'discard' },
      { payer: 2, payee: 0, ke: 188, reason: 'self_draw' },
      { payer: 3, payee: 0, ke: 188, reason: 'self_draw' },
      { payer: 3, payee: 2, ke: 4, reason: 'flower_pig' },
    ],
    hands: ['', '', '3456m8p', '2345678p11s3z'],
    next_dealer: 1,
    seed: '9f'.repeat(32),
    client_seeds: [],
  }
  return playing(now, {
    phase: 'between',
    hand,
    until: now + 17_000,
    seats: [
      { name: '阿勇', total: 388 },
      { name: '川妹子', total: 7, ready: true },
      { name: '老张', total: -199, online: false },
      { name: '小李哥', total: -196, ready: true, bot: true },
    ],
    ...change,
  })
}

const TURN = {
  id: 9,
  discard: '12345m23466p56s7z',
  suggested: '7z',
  ready: { '7z': { '4s': 2, '7s': 4 }, '6p': { '7z': 3 } },
}

export const SCENES: Readonly<Record<string, Scene>> = {
  nickname: { shows: 'home', me: 'nobody' },
  lobby: { shows: 'home', me: 'guest' },
  new: { shows: 'new', me: 'guest' },
  invited: { shows: 'room', me: 'nobody' },
  seat: { shows: 'room', me: 'guest' },
  waiting: {
    shows: 'waiting',
    view: () =>
      roomView({
        phase: 'lobby',
        hand: null,
        seats: [
          { name: '阿勇', ready: true },
          { name: '川妹子', online: false },
          null,
          { name: '小万', bot: true },
        ],
        room: {
          ...roomView().room,
          options: { void_suit: true, exchange_three: 'any', cap: 50 },
          payer: 'split',
          cost: 4,
        },
      }),
  },
  'waiting-full': {
    shows: 'waiting',
    view: () =>
      roomView({
        phase: 'lobby',
        hand: null,
        seat: 1,
        seats: [
          { name: '阿勇', ready: true },
          { name: 'Alexander the Great' },
          { name: '小筒', bot: true, ready: true },
          { name: '小万', bot: true, ready: true },
        ],
      }),
  },
  dealt: {
    shows: 'table',
    dealt: true,
    view: (now) =>
      playing(now, {
        hand: handView(),
        hand_number: 1,
        seating_dice: [
          [
            [6, 5],
            [6, 5],
            [2, 1],
            [1, 1],
          ],
          [[3], [5], [], []].map((dice) => dice.flatMap((n) => [n, n])),
        ],
        seats: [
          { name: '一二三四五六七八九十甲乙' },
          { name: 'WWWWWWWWWWWW' },
          { name: '小万', bot: true },
          { name: '小条', bot: true },
        ],
      }),
  },
  crowded: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table(
          {},
          [0, 1, 2, 3].map(() => ({ river: [...RIVERS.flat()].slice(0, 23) })),
        ),
        decision: { ...TURN, until: now + 23_000 },
        sharing: [{ what: 'device', seats: [1, 2] }],
        hand_number: 16,
        room: { ...roomView().room, hands: 16 },
      }),
  },
  turn: {
    shows: 'table',
    view: (now) => playing(now, { hand: table(), decision: { ...TURN, until: now + 23_000 } }),
  },
  void: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table({}, [{ void: 's' }, { void: 'm' }, { void: 'p' }, { void: 's' }]),
        decision: { ...TURN, discard: '56s', until: now + 4_000 },
      }),
  },
  claim: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table({
          phase: 'claiming',
          turn: 1,
          drawn: null,
          hand: '12345m23466p56s',
          offer: { tile: '9s', seat: 1, kind: 'discard' },
        }),
        waits: { '4s': 2, '7s': 4, '1p': 3 },
        decision: {
          id: 10,
          pung: '9s',
          kong: ['9s'],
          win: { ke: 13, items: {} },
          can_pass: true,
          until: now + 9_000,
        },
      }),
  },
  kongs: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table({ hand: '1111m2222p333s', drawn: '4s' }, [
          { melds: [{ kind: 'pung', tile: '5m', source: 2 }], tiles: 11 },
        ]),
        decision: {
          id: 11,
          discard: '12p34s',
          kong: ['1m', '2p'],
          win: { ke: 4, items: {} },
          until: now + 20_000,
        },
      }),
  },
  exchange: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: handView({
          phase: 'exchanging',
          turn: null,
          wall: 67,
          hand: '1358m2466p159s57z',
          drawn: null,
          exchange: { chosen: [false, true, false, true] },
          void_chosen: [false, false, false, false],
        }),
        decision: {
          id: 3,
          exchange: [
            { must: '', choices: '1358m', pick: 3 },
            { must: '', choices: '2466p', pick: 3 },
            { must: '', choices: '159s', pick: 3 },
          ],
          suggested: '159s',
          until: now + 25_000,
        },
      }),
  },
  voiding: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: handView({
          phase: 'voiding',
          turn: null,
          hand: '1358m2466p159s57z',
          drawn: null,
          exchange: {
            chosen: [true, true, true, true],
            gave: '111s',
            received: '159s',
            die: 2,
            direction: 'next',
          },
          void_chosen: [false, true, false, true],
        }),
        decision: { id: 4, void: ['m', 'p', 's'], suggested: 's', until: now + 25_000 },
      }),
  },
  watching: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table({ turn: 1, drawn: null, hand: '' }, [
          { tiles: 0, won: { ...WIN, seat: 0, source: 1 }, melds: [{ kind: 'pung', tile: '8s', source: 1 }] },
          {},
          { tiles: 0, won: { ...WIN, seat: 2, place: 2, by: 'draw' } },
        ]),
      }),
  },
  auto: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table({ turn: 1, drawn: null }),
        seats: [
          { ...SEATS[0], name: '阿勇', auto: true },
          { name: '川妹子', online: false },
          { name: '老张', auto: true },
          SEATS[3] ?? null,
        ],
      }),
  },
  lost: { shows: 'table', state: 'lost', view: (now) => playing(now, { hand: table(), decision: TURN }) },
  replaced: { shows: 'table', state: 'replaced', view: (now) => playing(now, { hand: table() }) },
  vote: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table(),
        vote: { proposer: 1, until: now + 42_000, answers: [null, true, null, true] },
      }),
  },
  voted: {
    shows: 'table',
    view: (now) =>
      playing(now, {
        hand: table(),
        seats: [
          { name: 'Grandpa Zhang' },
          { name: 'Grandpa Wang' },
          { name: '小条', bot: true },
          { name: 'Mei', online: false },
        ],
        vote: { proposer: 1, until: now + 42_000, answers: [true, true, false, null] },
      }),
  },
  settlement: { shows: 'table', view: (now) => settled(now) },
  settling: { shows: 'table', view: (now) => settled(now, { phase: 'settling' }) },
  ranking: {
    shows: 'table',
    view: (now) =>
      settled(now, {
        phase: 'ended',
        hand: null,
        results: [
          [12, -6, 2, -8],
          [0, 0, 0, 0],
          [376, 13, -201, -188],
        ],
        seats: [
          { name: '阿勇', total: 388 },
          { name: '川妹子', total: 7, rematch: true },
          { name: '老张', total: -199, left: true },
          { name: '小李哥', total: -196, bot: true },
        ],
      }),
  },
  two: {
    shows: 'table',
    view: (now) => {
      const hand = table()
      return playing(now, {
        hand: { ...hand, players: hand.players.slice(0, 2) },
        room: { ...roomView().room, players: 2 },
        seats: SEATS.slice(0, 2),
        decision: TURN,
      })
    },
  },
  three: {
    shows: 'table',
    view: (now) => {
      const hand = table()
      return playing(now, {
        hand: { ...hand, players: hand.players.slice(0, 3) },
        room: { ...roomView().room, players: 3 },
        seats: SEATS.slice(0, 3),
        decision: TURN,
      })
    },
  },
}
