/** The hand in the 算颗器: which tiles and melds can be added, and its text form (R1, R2). */
import type { Tile } from '@/tiles/kinds'
import { asTile, countOf, formatTiles, parseTiles, sortHand, without } from '@/tiles/notation'

export type MeldKind = 'pung' | 'exposed' | 'concealed'
export interface Meld {
  readonly kind: MeldKind
  readonly tile: Tile
}
export interface Hand {
  readonly melds: readonly Meld[]
  /** The concealed tiles, sorted, with the winning tile. */
  readonly tiles: readonly Tile[]
  /** The winning tile, one of `tiles`. A whole hand always has one, others never. */
  readonly winning: Tile | null
}
/** What a tap on a key adds: one tile, or a meld of this tile. */
export type Piece = 'tile' | MeldKind
/** Why a piece cannot be added. `four`: there are only four of each tile. `full`: the hand would be too large. */
export type Refusal = 'four' | 'full'

export const WHOLE = 14
const COPIES = 4
export const EMPTY: Hand = { melds: [], tiles: [], winning: null }

/** Whether one of the melds is a kong. */
export const hasKong = ({ melds }: Hand): boolean => melds.some(({ kind }) => kind !== 'pung')

export const meldSize = (kind: MeldKind): number => (kind === 'pung' ? 3 : 4)

/** The number of tiles in the hand. A kong counts as three. */
export function sizeOf(hand: Hand): number {
  return 3 * hand.melds.length + hand.tiles.length
}

/** The number of copies of a tile in the hand, with the melds. */
export function heldOf(hand: Hand, tile: Tile): number {
  return hand.melds.reduce(
    (sum, meld) => (meld.tile === tile ? sum + meldSize(meld.kind) : sum),
    countOf(hand.tiles, tile),
  )
}

export function refusalOf(hand: Hand, piece: Piece, tile: Tile): Refusal | null {
  const [slots, copies] = piece === 'tile' ? [1, 1] : [3, meldSize(piece)]
  if (sizeOf(hand) + slots > WHOLE) return 'full'
  return heldOf(hand, tile) + copies > COPIES ? 'four' : null
}

/** The hand with one more piece, or the same hand if it is refused. The tile that makes it whole is the winning tile. */
export function added(hand: Hand, piece: Piece, tile: Tile): Hand {
  if (refusalOf(hand, piece, tile) !== null) return hand
  if (piece === 'tile') return settled({ ...hand, tiles: sortHand([...hand.tiles, tile], null) }, tile)
  return settled({ ...hand, melds: [...hand.melds, { kind: piece, tile }] }, null)
}

export function withoutTile(hand: Hand, tile: Tile): Hand {
  return settled({ ...hand, tiles: without(hand.tiles, [tile]) }, null)
}

export function withoutMeld(hand: Hand, at: number): Hand {
  return settled({ ...hand, melds: hand.melds.filter((_, index) => index !== at) }, null)
}

/** The whole hand with another of its tiles as the winning tile. */
export function wonOn(hand: Hand, tile: Tile): Hand {
  return settled(hand, tile)
}

function settled(hand: Hand, winning: Tile | null): Hand {
  if (sizeOf(hand) !== WHOLE) return { ...hand, winning: null }
  const last = hand.tiles[hand.tiles.length - 1] ?? null
  return { ...hand, winning: winning !== null && hand.tiles.includes(winning) ? winning : last }
}

function meldText({ kind, tile }: Meld): string {
  const text = (tile[0] ?? '').repeat(meldSize(kind)) + (tile[1] ?? '')
  return kind === 'concealed' ? `(${text})` : `[${text}]`
}

/** The text form of a hand, such as `[111p](2222m)567m789p44m`. */
export function textOf(hand: Hand): string {
  return hand.melds.map(meldText).join('') + formatTiles(hand.tiles)
}

/** The meld of a text between brackets. Null if it is none. */
function meldOf(text: string, hidden: boolean): Meld | null {
  const [tile, ...rest] = parseTiles(text)
  if (tile === undefined || rest.some((other) => other !== tile)) return null
  if (rest.length === 3) return { kind: hidden ? 'concealed' : 'exposed', tile }
  return rest.length === 2 && !hidden ? { kind: 'pung', tile } : null
}

/** The hand of a text. Skips parts that are not tiles or do not fit. */
export function handOf(text: string, winning: string | null): Hand {
  let hand = EMPTY
  for (const [piece, melded, hidden] of text.matchAll(/\[([^\]]*)\]|\(([^)]*)\)|[^[\]()]+/g)) {
    const inside = melded ?? hidden
    if (inside === undefined) {
      for (const tile of parseTiles(piece)) hand = added(hand, 'tile', tile)
    } else {
      const meld = meldOf(inside, hidden !== undefined)
      if (meld !== null) hand = added(hand, meld.kind, meld.tile)
    }
  }
  const tile = asTile(winning)
  return tile === null ? hand : wonOn(hand, tile)
}
