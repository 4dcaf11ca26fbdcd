/** Computes from a snapshot and the frames after it what one seat sees. Pure: it knows neither time nor page. */
import type {
  ChosenEvent,
  DiscardedEvent,
  DrewEvent,
  ExchangedEvent,
  Frame,
  HandView,
  KongedEvent,
  KongRobbedEvent,
  MeldView,
  PlayerView,
  PungedEvent,
  RoomView,
  WireEvent,
  WonEvent,
} from '@/api/protocol.gen'
import type { Tile } from '@/tiles/kinds'
import { asTile, formatTiles, parseTiles, without } from '@/tiles/notation'

/** The view after a frame. */
export function applyFrame(view: RoomView, frame: Frame): RoomView {
  let hand = view.hand
  for (const event of frame.events ?? []) {
    if (hand !== null) hand = applyEvent(hand, event, view.seat)
  }
  return { ...view, hand, ...frame.room }
}

/** The hand after an event, as the seat `me` sees it. An unknown event changes nothing. */
export function applyEvent(hand: HandView, event: WireEvent, me: number): HandView {
  switch (event.type) {
    case 'chosen':
      return chosen(hand, event, me)
    case 'exchanged':
      return exchanged(hand, event)
    case 'voided':
      return voided(hand, event.suits)
    case 'drew':
      return drew(hand, event, me)
    case 'discarded':
      return discarded(hand, event, me)
    case 'punged':
      return punged(hand, event, me)
    case 'konged':
      return konged(hand, event, me)
    case 'won':
      return won(hand, event, me)
    case 'kong_robbed':
      return kongRobbed(hand, event)
    default:
      return ended(hand, event)
  }
}

function ended(hand: HandView, event: WireEvent): HandView {
  if (event.type === 'exhausted') return { ...hand, exhausted: true }
  if (event.type !== 'settled') return hand
  return { ...hand, result: event.result, phase: 'over', turn: null, offer: null }
}

/** All tiles of the player's own hand, with the drawn one. */
function held(hand: HandView): Tile[] {
  const drawn = asTile(hand.drawn)
  return drawn === null ? parseTiles(hand.hand) : [...parseTiles(hand.hand), drawn]
}

/** The fields of the player's own hand with these tiles. `drawn` stays apart if it is still one of them. */
function holding(tiles: readonly Tile[], drawn: Tile | null): Pick<HandView, 'hand' | 'drawn'> {
  const apart = drawn !== null && tiles.includes(drawn) ? [drawn] : []
  return { hand: formatTiles(without(tiles, apart)), drawn: apart[0] ?? null }
}

type Change = (player: PlayerView) => Partial<PlayerView>

function change(hand: HandView, seat: number | null | undefined, to: Change): PlayerView[] {
  return hand.players.map((player, index) => (index === seat ? { ...player, ...to(player) } : player))
}

function flag(flags: readonly boolean[], seat: number): boolean[] {
  return flags.map((set, index) => set || index === seat)
}

function chosen(hand: HandView, event: ChosenEvent, me: number): HandView {
  if (event.what === 'void') {
    const suit = event.suit ?? null
    const players = suit === null ? hand.players : change(hand, event.seat, () => ({ void: suit }))
    return { ...hand, players, void_chosen: hand.void_chosen && flag(hand.void_chosen, event.seat) }
  }
  const exchange = hand.exchange && { ...hand.exchange, chosen: flag(hand.exchange.chosen, event.seat) }
  if (event.seat !== me || !event.tiles) return { ...hand, exchange }
  const left = without(held(hand), parseTiles(event.tiles))
  return {
    ...hand,
    ...holding(left, asTile(hand.drawn)),
    exchange: exchange && { ...exchange, gave: event.tiles },
  }
}

function exchanged(hand: HandView, event: ExchangedEvent): HandView {
  const { die, direction, received, phase } = event
  const tiles = [...held(hand), ...parseTiles(received)]
  return {
    ...hand,
    ...holding(tiles, asTile(event.drawn)),
    exchange: hand.exchange && { ...hand.exchange, die, direction, received },
    phase,
    turn: phase === 'turn' ? hand.dealer : hand.turn,
  }
}

function voided(hand: HandView, suits: readonly string[]): HandView {
  const players = hand.players.map((player, seat) => ({ ...player, void: suits[seat] ?? player.void }))
  return { ...hand, players, phase: 'turn', turn: hand.dealer }
}

function drew(hand: HandView, event: DrewEvent, me: number): HandView {
  const drawn = event.seat === me ? (event.tile ?? null) : hand.drawn
  return {
    ...hand,
    drawn,
    wall: hand.wall - 1,
    phase: 'turn',
    turn: event.seat,
    offer: null,
    players: change(hand, event.seat, ({ tiles }) => ({ tiles: tiles + 1 })),
  }
}

/** The change of the hand when `count` copies of a tile leave a seat. Only the player's own tiles are known. */
function leaving(hand: HandView, seat: number, me: number, tile: string, count: number): Partial<HandView> {
  const kind = asTile(tile)
  if (seat !== me || kind === null) return {}
  return holding(without(held(hand), Array<Tile>(count).fill(kind)), null)
}

function discarded(hand: HandView, event: DiscardedEvent, me: number): HandView {
  const { seat, tile } = event
  return {
    ...hand,
    ...leaving(hand, seat, me, tile, 1),
    phase: 'claiming',
    offer: { tile, seat, kind: 'discard' },
    players: change(hand, seat, ({ tiles, river }) => ({ tiles: tiles - 1, river: [...river, tile] })),
  }
}

/** Marks the newest tile in the river of the seat `source` as claimed. */
function claim(hand: HandView, source: number | null | undefined): HandView {
  const players = change(hand, source, ({ river, claimed }) => {
    const newest = river.length - 1
    return { claimed: newest < 0 || claimed.includes(newest) ? claimed : [...claimed, newest] }
  })
  return { ...hand, players }
}

function withMeld(hand: HandView, seat: number, meld: MeldView, used: number): PlayerView[] {
  return change(hand, seat, ({ tiles, melds }) => ({ tiles: tiles - used, melds: [...melds, meld] }))
}

function punged(before: HandView, event: PungedEvent, me: number): HandView {
  const { seat, tile, source } = event
  const hand = claim(before, source)
  return {
    ...hand,
    ...leaving(hand, seat, me, tile, 2),
    phase: 'turn',
    turn: seat,
    offer: null,
    players: withMeld(hand, seat, { kind: 'pung', tile, source }, 2),
  }
}

function konged(before: HandView, event: KongedEvent, me: number): HandView {
  const { seat, tile, kind } = event
  if (kind === 'added') return addedKong(before, seat, tile, me)
  const used = kind === 'exposed' ? 3 : 4
  const source = event.source ?? null
  const hand = claim(before, source)
  return {
    ...hand,
    ...leaving(hand, seat, me, tile, used),
    phase: 'turn',
    turn: seat,
    offer: null,
    players: withMeld(hand, seat, source === null ? { kind, tile } : { kind, tile, source }, used),
  }
}

function addedKong(hand: HandView, seat: number, tile: string, me: number): HandView {
  return {
    ...hand,
    ...leaving(hand, seat, me, tile, 1),
    phase: 'claiming',
    offer: { tile, seat, kind: 'added_kong' },
    players: change(hand, seat, ({ tiles, melds }) => ({
      tiles: tiles - 1,
      melds: recast(melds, tile, 'pung', 'added'),
    })),
  }
}

function recast(
  melds: readonly MeldView[],
  tile: string,
  from: MeldView['kind'],
  to: MeldView['kind'],
): MeldView[] {
  return melds.map((meld) => (meld.tile === tile && meld.kind === from ? { ...meld, kind: to } : meld))
}

function kongRobbed(hand: HandView, event: KongRobbedEvent): HandView {
  if (event.stands) return hand
  return {
    ...hand,
    players: change(hand, event.seat, ({ melds }) => ({ melds: recast(melds, event.tile, 'added', 'pung') })),
  }
}

/** A seat wins. The win holds its open tiles, so the hand of the seat becomes empty. */
function won(before: HandView, { win }: WonEvent, me: number): HandView {
  const hand = claim(before, win.by === 'discard' ? win.source : null)
  const own = win.seat === me ? { hand: '', drawn: null } : {}
  return { ...hand, ...own, players: change(hand, win.seat, () => ({ won: win, tiles: 0 })) }
}
