/** Views for tests and for the page that shows screens. */
import type { HandView, PlayerView, RoomView } from '@/api/protocol.gen'

export function player(change: Partial<PlayerView> = {}): PlayerView {
  return { tiles: 13, melds: [], river: [], claimed: [], void: null, won: null, ...change }
}

export function handView(change: Partial<HandView> = {}): HandView {
  return {
    number: 1,
    dealer: 0,
    dice: [3, 4],
    phase: 'turn',
    turn: 0,
    offer: null,
    wall: 67,
    hand: '1112345678999m',
    drawn: '5p',
    players: [player({ tiles: 14 }), player(), player(), player()],
    exchange: null,
    void_chosen: null,
    exhausted: false,
    result: null,
    ...change,
  }
}

export function roomView(change: Partial<RoomView> = {}): RoomView {
  return {
    room: {
      id: 'room0001',
      code: '386201',
      preset: 'classic',
      options: {},
      players: 4,
      hands: 8,
      turn_seconds: 30,
      window: 'fast',
      owner: 0,
    },
    phase: 'playing',
    seat: 0,
    seats: [{ name: '阿勇' }, { name: '川妹子' }, { name: '老张' }, { name: '小李哥', bot: true }],
    match: 1,
    hand_number: 1,
    dealer: 0,
    seating_dice: [],
    results: [],
    commitment: null,
    vote: null,
    until: null,
    decision: null,
    waits: {},
    hand: handView(),
    hand_id: null,
    sharing: [],
    inspected_at: null,
    vote_end: null,
    departed: [],
    voided: 0,
    ...change,
  }
}
