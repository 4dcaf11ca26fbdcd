/** Pure functions that compute from a view what the screens show. */
import type { HandView, RoomView, SeatInfo, WinView } from '@/api/protocol.gen'
import type { Suit, Tile } from '@/tiles/kinds'
import { isTile } from '@/tiles/kinds'
import { asSuit, asTile, countOf, parseTiles, sortHand, without } from '@/tiles/notation'

export interface Wait {
  tile: Tile
  ke: number
  /** How many copies the player does not see. 0 means a dead wait. */
  left: number
}

/** The waits in the order of their tiles, each with its 颗 and the copies left. */
export function waitsOf(hand: HandView, waits: Readonly<Record<string, number>>): Wait[] {
  const tiles = sortHand(Object.keys(waits).filter(isTile), null)
  return tiles.map((tile) => ({ tile, ke: waits[tile] ?? 0, left: remaining(hand, tile) }))
}

/** How many copies of a tile the player does not see in their own hand, a river, a meld or a winner's open hand. */
export function remaining(hand: HandView, tile: Tile): number {
  let seen = countOf(parseTiles(hand.hand), tile) + (hand.drawn === tile ? 1 : 0)
  for (const player of hand.players) {
    seen += countOf(player.river.filter(isTile), tile)
    for (const meld of player.melds) {
      if (meld.tile !== tile) continue
      // A claimed tile stays in the river, where we have counted it.
      seen += (meld.kind === 'pung' ? 3 : 4) - ((meld.source ?? null) === null ? 0 : 1)
    }
    if (player.won) seen += countOf(laidOpen(player.won), tile)
  }
  return Math.max(0, 4 - seen - robbedOutside(hand, tile))
}

/** The open tiles of a winner, without the winning tile if it lies in a river or a kong too. */
function laidOpen(win: WinView): Tile[] {
  const tiles = parseTiles(win.concealed)
  const at = win.by === 'draw' ? -1 : tiles.indexOf(win.tile as Tile)
  return tiles.filter((_, index) => index !== at)
}

/** 1 if the fourth copy was robbed from a kong, which became a pung again: it lies in no meld and no river. Else 0. */
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
 * The player's own tiles in the order of the screen: sorted, with the void suit at the right and the drawn tile apart.
 * After a win they are the open tiles, with the winning tile apart.
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

/** The seat of the last discard, and the index of the tile in the river of this seat. */
export function lastDiscard(hand: HandView): { seat: number; index: number } | null {
  if (hand.offer?.kind !== 'discard') return null
  const { seat } = hand.offer
  return { seat, index: (hand.players[seat]?.river.length ?? 0) - 1 }
}

/** The wins of the hand, in the order in which they happened. */
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

/** The number of empty seats. */
export function emptySeats(view: RoomView): number {
  return view.room.players - view.seats.filter((seat) => seat !== null).length
}

/** Whether the match may start: every seat is taken, and every player is ready. Bots are always ready. */
export function mayStart(view: RoomView): boolean {
  return emptySeats(view) === 0 && view.seats.every((seat) => seat?.bot || seat?.ready)
}

/** The number of the present hand, or of the last one. A void hand is played again with the same number. */
export function handNumber(view: RoomView): number {
  return view.phase === 'between' && !view.hand ? view.hand_number + 1 : view.hand_number
}
