/** Tiles in the text form of the protocol: `5m`, or several as `123m55p`. */
import { isTile, suitOf, tileIndex, type Suit, type Tile } from './kinds'

/** The tiles of a text such as `123m55p`. Skips what is not a tile. */
export function parseTiles(text: string): Tile[] {
  const tiles: Tile[] = []
  for (const [, ranks = '', suit = ''] of text.matchAll(/(\d+)([mpsz])/g)) {
    for (const rank of ranks) {
      const tile = rank + suit
      if (isTile(tile)) tiles.push(tile)
    }
  }
  return tiles
}

/** The text as a tile. Null if it is none. */
export function asTile(text: string | null | undefined): Tile | null {
  return text !== null && text !== undefined && isTile(text) ? text : null
}

/** The text as a suit. Null if it is none. */
export function asSuit(text: string | null | undefined): Suit | null {
  return text === 'm' || text === 'p' || text === 's' ? text : null
}

/** The text of tiles, sorted, such as `123m55p`. */
export function formatTiles(tiles: readonly Tile[]): string {
  let text = ''
  const sorted = [...tiles].sort(byKind)
  sorted.forEach((tile, index) => {
    text += tile[0]
    if (sorted[index + 1]?.[1] !== tile[1]) text += tile[1]
  })
  return text
}

/** Compares two tiles for sorting. The order is that of the sprite: 万, 筒, 条, 白, 发, 中. */
export function byKind(a: Tile, b: Tile): number {
  return tileIndex(a) - tileIndex(b)
}

/** The tiles sorted, with the void suit at the right end. */
export function sortHand(tiles: readonly Tile[], voided: Suit | null): Tile[] {
  const late = (tile: Tile): number => (voided !== null && suitOf(tile) === voided ? 1 : 0)
  return [...tiles].sort((a, b) => late(a) - late(b) || byKind(a, b))
}

/** The tiles without those in `gone`. Each tile of `gone` removes one copy. */
export function without(tiles: readonly Tile[], gone: readonly Tile[]): Tile[] {
  const left = [...tiles]
  for (const tile of gone) {
    const at = left.indexOf(tile)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

export function countOf(tiles: readonly Tile[], tile: Tile): number {
  return tiles.filter((other) => other === tile).length
}
