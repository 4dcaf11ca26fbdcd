/** What the screens want to know of a view. Pure. */
import type { HandView, RoomView, SeatInfo, WinView } from '@/api/protocol.gen'
import type { Suit, Tile } from '@/tiles/kinds'
import { isTile } from '@/tiles/kinds'
import { asSuit, asTile, countOf, parseTiles, sortHand, without } from '@/tiles/notation'

export interface Wait {
  tile: Tile
  ke: number
  /** Copies that the own eyes have not seen; 0 is a dead wait. */
  left: number
}

/** Waits in the order of the tiles. */
export function waitsOf(hand: HandView, waits: Readonly<Record<string, number>>): Wait[] {
  const tiles = sortHand(Object.keys(waits).filter(isTile), null)
  return tiles.map((tile) => ({ tile, ke: waits[tile] ?? 0, left: remaining(hand, tile) }))
}

/** How many of a kind are not in sight: not in the own hand, a river, a meld or a hand laid open. */
export function remaining(hand: HandView, tile: Tile): number {
  let seen = countOf(parseTiles(hand.hand), tile) + (hand.drawn === tile ? 1 : 0)
  for (const player of hand.players) {
    seen += countOf(player.river.filter(isTile), tile)
    for (const meld of player.melds) {
      if (meld.tile !== tile) continue
      // A claimed tile lies in its river too and has been counted there.
      seen += (meld.kind === 'pung' ? 3 : 4) - ((meld.source ?? null) === null ? 0 : 1)
    }
    if (player.won) seen += countOf(laidOpen(player.won), tile)
  }
  return Math.max(0, 4 - seen - robbedOutside(hand, tile))
}

/** A winner's hand, without the winning tile if that also lies elsewhere. */
function laidOpen(win: WinView): Tile[] {
  const tiles = parseTiles(win.concealed)
  const at = win.by === 'draw' ? -1 : tiles.indexOf(win.tile as Tile)
  return tiles.filter((_, index) => index !== at)
}

/** 1 if the tile's fourth copy was robbed from a kong that fell back to a pung: it lies in no meld and no river. */
function robbedOutside(hand: HandView, tile: Tile): number {
  const robbed = hand.players.some(
    ({ won }) => won?.by === 'rob_kong' && won.tile === tile && fellBack(hand, won.source, tile),
  )
  return robbed ? 1 : 0
}

function fellBack(hand: HandView, source: number | null | undefined, tile: Tile): boolean {
  const melds = hand.players[source ?? -1]?.melds ?? []
  return melds.some((meld) => meld.tile === tile && meld.kind === 'pung')
}

/**
 * The own tiles as they stand on the table: sorted, the void suit at the right, the drawn one apart; after a win those
 * that lie open, the winning one apart.
 */
export function ownTiles(
  hand: HandView,
  me: number,
): { tiles: Tile[]; drawn: Tile | null; voided: Suit | null } {
  const { won = null, void: suit = null } = hand.players[me] ?? {}
  const voided = asSuit(suit)
  const last = asTile(won?.tile)
  if (won !== null && last !== null) {
    return { tiles: sortHand(without(parseTiles(won.concealed), [last]), null), drawn: last, voided: null }
  }
  return { tiles: sortHand(parseTiles(hand.hand), voided), drawn: asTile(hand.drawn), voided }
}

/** The seat whose newest river tile is the last discard, and its index there. */
export function lastDiscard(hand: HandView): { seat: number; index: number } | null {
  if (hand.offer?.kind !== 'discard') return null
  const { seat } = hand.offer
  return { seat, index: (hand.players[seat]?.river.length ?? 0) - 1 }
}

/** Winners of the hand in the order in which they won. */
export function winners(hand: HandView): WinView[] {
  return hand.players.flatMap(({ won }) => (won ? [won] : [])).sort((a, b) => a.place - b.place)
}

export interface Ranked {
  seat: number
  info: SeatInfo
  total: number
  /** Equal totals share a rank. */
  rank: number
}

/** The match so far, best first. */
export function ranking(view: RoomView): Ranked[] {
  const rows = view.seats.flatMap((info, seat) => (info ? [{ seat, info, total: info.total ?? 0 }] : []))
  rows.sort((a, b) => b.total - a.total || a.seat - b.seat)
  return rows.map((row) => ({ ...row, rank: 1 + rows.filter(({ total }) => total > row.total).length }))
}

/** Seats nobody has taken. */
export function emptySeats(view: RoomView): number {
  return view.room.players - view.seats.filter((seat) => seat !== null).length
}

/** Whether the match may start: every seat taken and ready (bots always are). */
export function mayStart(view: RoomView): boolean {
  return emptySeats(view) === 0 && view.seats.every((seat) => seat?.bot || seat?.ready)
}

/** The number of the hand on the table, or of the last one. After a hand that does not count, the number it is played again with. */
export function handNumber(view: RoomView): number {
  return view.phase === 'between' && !view.hand ? view.hand_number + 1 : view.hand_number
}
