import { describe, expect, it } from 'vitest'
import type { HandView, PlayerView, WinView, WireEvent } from '@/api/protocol.gen'
import { applyEvent, applyFrame } from '@/link/fold'
import { formatTiles, parseTiles, sortHand } from '@/tiles/notation'
import { handView, player, roomView } from '../fixtures'

const fold = (hand: HandView, ...events: WireEvent[]): HandView =>
  events.reduce((now, event) => applyEvent(now, event, 0), hand)

describe('tiles', () => {
  it('reads and writes the text form', () => {
    expect(parseTiles('123m55p7z')).toEqual(['1m', '2m', '3m', '5p', '5p', '7z'])
    expect(formatTiles(['7z', '5p', '1m', '5p'])).toBe('1m55p7z')
    expect(formatTiles([])).toBe('')
    expect(parseTiles('1z0m')).toEqual([])
  })

  it('puts the void suit to the right', () => {
    expect(sortHand(['7z', '1m', '3s', '2p', '1s'], 'm')).toEqual(['2p', '1s', '3s', '7z', '1m'])
  })
})

describe('fold', () => {
  it('discards from the hand, the drawn tile joining it', () => {
    const after = fold(handView(), { type: 'discarded', seat: 0, tile: '1m' })
    expect(after).toMatchObject({
      hand: '112345678999m5p',
      drawn: null,
      phase: 'claiming',
      offer: { tile: '1m', seat: 0, kind: 'discard' },
    })
    expect(after.players[0]).toMatchObject({ tiles: 13, river: ['1m'] })
  })

  it("knows an opponent's draw only by number", () => {
    const claiming = handView({
      turn: 0,
      phase: 'claiming',
      drawn: null,
      offer: { tile: '5p', seat: 0, kind: 'discard' },
    })
    const after = fold(claiming, { type: 'drew', seat: 1 })
    expect(after).toMatchObject({ drawn: null, wall: 66, phase: 'turn', turn: 1, offer: null })
    expect(after.players[1]?.tiles).toBe(14)
  })

  it('takes the own draw into its place', () => {
    expect(fold(handView({ drawn: null }), { type: 'drew', seat: 0, tile: '7z', tail: true })).toMatchObject({
      drawn: '7z',
      wall: 66,
      turn: 0,
    })
  })

  it('pungs from the river of its source', () => {
    const after = fold(
      handView({ drawn: null, hand: '1123m' }),
      { type: 'discarded', seat: 2, tile: '1m' },
      { type: 'punged', seat: 0, tile: '1m', source: 2 },
    )
    expect(after).toMatchObject({ hand: '23m', phase: 'turn', turn: 0, offer: null })
    expect(after.players[2]).toMatchObject({ river: ['1m'], claimed: [0] })
    expect(after.players[0]).toMatchObject({ tiles: 12, melds: [{ kind: 'pung', tile: '1m', source: 2 }] })
  })

  it('makes each kind of kong', () => {
    const exposed = fold(
      handView({ drawn: null, hand: '1113m' }),
      { type: 'discarded', seat: 3, tile: '1m' },
      { type: 'konged', seat: 0, tile: '1m', kind: 'exposed', source: 3 },
    )
    expect(exposed).toMatchObject({ hand: '3m', phase: 'turn', turn: 0 })
    expect(exposed.players[3]?.claimed).toEqual([0])

    const concealed = fold(handView({ hand: '1113m', drawn: '1m' }), {
      type: 'konged',
      seat: 0,
      tile: '1m',
      kind: 'concealed',
    })
    expect(concealed).toMatchObject({ hand: '3m', drawn: null })
    expect(concealed.players[0]).toMatchObject({ tiles: 10, melds: [{ kind: 'concealed', tile: '1m' }] })

    const others = fold(handView(), { type: 'konged', seat: 1, tile: '2s', kind: 'concealed' })
    expect(others).toMatchObject({ hand: handView().hand, drawn: '5p' })
    expect(others.players[1]?.tiles).toBe(9)
  })

  it('adds a kong, and takes it back when it is robbed and does not stand', () => {
    const pung = player({ tiles: 11, melds: [{ kind: 'pung', tile: '1m', source: 1 }] })
    const start = handView({ hand: '23m', drawn: '1m', players: [pung, player(), player(), player()] })
    const added = fold(start, { type: 'konged', seat: 0, tile: '1m', kind: 'added' })
    expect(added).toMatchObject({
      hand: '23m',
      drawn: null,
      phase: 'claiming',
      offer: { kind: 'added_kong' },
    })
    expect(added.players[0]).toMatchObject({ tiles: 10, melds: [{ kind: 'added', tile: '1m', source: 1 }] })
    expect(fold(added, { type: 'kong_robbed', seat: 0, tile: '1m', stands: true })).toEqual(added)
    const fell = fold(added, { type: 'kong_robbed', seat: 0, tile: '1m', stands: false })
    expect(fell.players[0]?.melds).toEqual([{ kind: 'pung', tile: '1m', source: 1 }])
  })

  it('lets several win on one discard and claims it once', () => {
    const win = (seat: number, place: number): WinView => ({
      seat,
      place,
      tile: '5p',
      by: 'discard',
      ke: 2,
      multiplier: 1,
      items: [],
      concealed: '55p',
      source: 0,
    })
    const after = fold(
      handView(),
      { type: 'discarded', seat: 0, tile: '5p' },
      { type: 'won', win: win(1, 1) },
      { type: 'won', win: win(2, 2) },
    )
    expect(after.players[0]).toMatchObject({ river: ['5p'], claimed: [0] })
    expect(after.players[2]).toMatchObject({ tiles: 0, won: { place: 2 } })
  })

  it('exchanges, then voids, then begins the turn of the dealer', () => {
    const start = handView({
      phase: 'exchanging',
      turn: null,
      hand: '1112345678999m',
      drawn: '1m',
      exchange: { chosen: [false, false, false, false] },
      void_chosen: [false, false, false, false],
    })
    const gave = fold(
      start,
      { type: 'chosen', seat: 0, what: 'exchange', tiles: '112m' },
      { type: 'chosen', seat: 2, what: 'exchange' },
    )
    expect(gave).toMatchObject({
      hand: '1345678999m',
      drawn: '1m',
      exchange: { chosen: [true, false, true, false], gave: '112m' },
    })
    const got = fold(gave, {
      type: 'exchanged',
      die: 3,
      direction: 'opposite',
      received: '555p',
      phase: 'voiding',
    })
    expect(got).toMatchObject({
      hand: '11345678999m555p',
      drawn: null,
      phase: 'voiding',
      exchange: { die: 3, direction: 'opposite', received: '555p' },
    })
    const chose = fold(got, { type: 'chosen', seat: 0, what: 'void', suit: 's' })
    expect(chose.players[0]?.void).toBe('s')
    expect(chose.void_chosen).toEqual([true, false, false, false])
    const begun = fold(chose, { type: 'voided', suits: ['s', 'm', 'p', 's'] })
    expect(begun).toMatchObject({ phase: 'turn', turn: 0 })
    expect(begun.players.map((p) => p.void)).toEqual(['s', 'm', 'p', 's'])
  })

  it('gives the drawn tile away when no other of its kind is left', () => {
    const start = handView({ phase: 'exchanging', hand: '1239m', drawn: '5p', exchange: { chosen: [false] } })
    expect(fold(start, { type: 'chosen', seat: 0, what: 'exchange', tiles: '1m5p' })).toMatchObject({
      hand: '239m',
      drawn: null,
    })
  })

  it('ends the hand', () => {
    const result = {
      exhausted: true,
      deltas: [3, -3, 0, 0],
      transfers: [],
      hands: ['', '', '', ''],
      next_dealer: 1,
      seed: '',
      client_seeds: [],
    }
    expect(fold(handView(), { type: 'exhausted' }, { type: 'settled', result })).toMatchObject({
      exhausted: true,
      result,
      phase: 'over',
      turn: null,
      offer: null,
    })
  })

  it('leaves the view alone for what changes nothing or is unknown, and never changes its input', () => {
    const start = Object.freeze(handView())
    expect(fold(start, { type: 'passed', declined: ['pung'] }, { type: 'overruled', asked: 'kong' })).toEqual(
      start,
    )
    expect(fold(start, { type: 'fireworks' } as unknown as WireEvent)).toEqual(start)
  })

  it('pungs with two of three, and leaves the hand of one who only watches alone', () => {
    const start = handView({ drawn: null, hand: '1113m', turn: null })
    const discard: WireEvent = { type: 'discarded', seat: 2, tile: '1m' }
    expect(fold(start, discard, { type: 'punged', seat: 0, tile: '1m', source: 2 }).hand).toBe('13m')
    const others = fold(start, discard, { type: 'punged', seat: 1, tile: '1m', source: 2 })
    expect(others).toMatchObject({ hand: '1113m', turn: 1 })
    expect(others.players.map(({ tiles }) => tiles)).toEqual([14, 11, 12, 13])
  })

  it('counts three tiles for an exposed kong and four for a concealed one, and names the source of one only', () => {
    const start = handView({ players: [player(), player(), player({ river: ['9p', '1m'] }), player()] })
    const exposed = fold(start, { type: 'konged', seat: 1, tile: '1m', kind: 'exposed', source: 2 })
    expect(exposed.players[1]).toStrictEqual(
      player({ tiles: 10, melds: [{ kind: 'exposed', tile: '1m', source: 2 }] }),
    )
    expect(exposed.players[2]?.claimed).toEqual([1])
    const concealed = fold(start, { type: 'konged', seat: 1, tile: '1m', kind: 'concealed' })
    expect(concealed.players).toStrictEqual([
      player(),
      player({ tiles: 9, melds: [{ kind: 'concealed', tile: '1m' }] }),
      player({ river: ['9p', '1m'] }),
      player(),
    ])
  })

  it('turns only the pung of its own tile into a kong, and back', () => {
    const melds: PlayerView['melds'] = [
      { kind: 'pung', tile: '2m', source: 1 },
      { kind: 'exposed', tile: '3m', source: 2 },
      { kind: 'pung', tile: '1m', source: 1 },
      { kind: 'added', tile: '4m', source: 3 },
    ]
    const start = handView({ players: [player(), player({ tiles: 2, melds }), player(), player()] })
    const added = fold(start, { type: 'konged', seat: 1, tile: '1m', kind: 'added' })
    expect(added.players[1]?.melds.map(({ kind }) => kind)).toEqual(['pung', 'exposed', 'added', 'added'])
    const fell = fold(added, { type: 'kong_robbed', seat: 1, tile: '1m', stands: false })
    expect(fell).toStrictEqual({
      ...added,
      players: [player(), player({ tiles: 1, melds }), player(), player()],
    })
  })

  it('claims the tile of a win only where that was a discard, and lays only the own hand down', () => {
    const win = (by: WinView['by'], seat: number, source: number | null): WireEvent => ({
      type: 'won',
      win: { seat, place: 1, tile: '5p', by, ke: 2, multiplier: 1, items: [], concealed: '55p', source },
    })
    const players = [player(), player({ river: ['5p'] }), player(), player()]
    const start = handView({ players })
    const claimed = (event: WireEvent): number[][] => fold(start, event).players.map((one) => one.claimed)
    expect(claimed(win('discard', 2, 1))).toEqual([[], [0], [], []])
    expect(claimed(win('rob_kong', 2, 1))).toEqual([[], [], [], []])
    expect(claimed(win('draw', 2, null))).toEqual([[], [], [], []])
    expect(fold(start, win('draw', 2, null))).toMatchObject({ hand: start.hand, drawn: '5p' })
    expect(fold(start, win('draw', 0, null))).toMatchObject({ hand: '', drawn: null })
  })

  it('shows the own draw, and no other, as far as it is told', () => {
    const start = handView({ drawn: '9p' })
    expect(fold(start, { type: 'drew', seat: 2 }).drawn).toBe('9p')
    expect(fold(start, { type: 'drew', seat: 0 }).drawn).toBeNull()
  })

  it('begins the turn of the dealer after an exchange where nobody chooses a void suit', () => {
    const start = handView({ phase: 'exchanging', turn: null, dealer: 2, exchange: { chosen: [true] } })
    const exchanged = (phase: 'turn' | 'voiding'): HandView =>
      fold(start, { type: 'exchanged', die: 1, direction: 'next', received: '', phase })
    expect([exchanged('turn').turn, exchanged('voiding').turn]).toEqual([2, null])
  })

  it('keeps what it knows of a void suit where nothing is said of it', () => {
    const players = [player({ void: 's' }), player({ void: 'm' })]
    const start = handView({ players, void_chosen: [false, false] })
    const chose = fold(start, { type: 'chosen', seat: 1, what: 'void' })
    expect([chose.players, chose.void_chosen]).toEqual([players, [false, true]])
    expect(fold(start, { type: 'voided', suits: ['p'] }).players.map((one) => one.void)).toEqual(['p', 'm'])
  })

  it('gives away only the own tiles, and only those that are named', () => {
    const start = handView({ phase: 'exchanging', exchange: { chosen: [false, false] } })
    for (const event of [
      { type: 'chosen', seat: 1, what: 'exchange', tiles: '111m' },
      { type: 'chosen', seat: 0, what: 'exchange' },
    ] as const) {
      const after = fold(start, event)
      expect(after).toMatchObject({ hand: start.hand, drawn: start.drawn })
      expect(after.exchange).toEqual({ chosen: [event.seat === 0, event.seat === 1] })
    }
  })

  it('has nothing to change where there is no hand', () => {
    const view = roomView({ hand: null })
    expect(applyFrame(view, { seq: 1, events: [{ type: 'exhausted' }] })).toEqual(view)
  })

  it('puts the fields of a patch in place after the events', () => {
    const view = roomView()
    const after = applyFrame(view, {
      seq: 1,
      events: [{ type: 'discarded', seat: 0, tile: '5p' }],
      room: { decision: { id: 4, pung: '5p', can_pass: true }, until: 5 },
    })
    expect(after.hand?.offer?.tile).toBe('5p')
    expect(after).toMatchObject({ decision: { id: 4 }, until: 5, phase: 'playing' })
    expect(applyFrame(after, { seq: 2, room: { hand: null, phase: 'lobby' } }).hand).toBeNull()
  })
})
