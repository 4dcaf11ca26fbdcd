import { t } from '@/i18n'

export type Suit = 'm' | 'p' | 's'
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
/** The text form of a tile: `1m` … `9s`, `5z` 白, `6z` 发, `7z` 中. */
export type Tile = `${Rank}${Suit}` | '5z' | '6z' | '7z'

export const SUITS: readonly Suit[] = ['m', 'p', 's']
const RANKS: readonly Rank[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
/** The 30 different tiles in the order of the sprite. */
export const TILES: readonly Tile[] = [
  ...SUITS.flatMap((suit) => RANKS.map((rank): Tile => `${rank}${suit}`)),
  '5z',
  '6z',
  '7z',
]
const INDEX: ReadonlyMap<string, number> = new Map(TILES.map((tile, index) => [tile, index]))

/** Whether a text names a tile. */
export function isTile(text: string): text is Tile {
  return INDEX.has(text)
}

/** The number of a tile in `TILES`, 0–29. */
export function tileIndex(tile: Tile): number {
  return INDEX.get(tile) ?? 0
}

/** The suit of a tile. Null for a dragon. */
export function suitOf(tile: Tile): Suit | null {
  const letter = tile[1]
  return letter === 'm' || letter === 'p' || letter === 's' ? letter : null
}

/** The name of a tile in the present language: 三筒, Three of Dots. Of a back: 牌背. */
export function tileName(tile: Tile | null): string {
  return t(tile === null ? 'tiles.back' : `tiles.${tile}`)
}

/** The text in the corner of a face, for learners: the digit. Empty for dragons. */
export function cornerText(tile: Tile): string {
  return suitOf(tile) === null ? '' : (tile[0] ?? '')
}
