/** Tiles as the wire writes them: `5m`, and several as `123m55p`. */
import { isTile, suitOf, tileIndex, type Suit, type Tile } from './kinds'

/** The tiles of a text such as `123m55p`; what cannot be read is left out. */
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

/** A tile's name if it is one. */
export function asTile(text: string | null | undefined): Tile | null {
  return text !== null && text !== undefined && isTile(text) ? text : null
}

/** A suit's letter if it is one. */
export function asSuit(text: string | null | undefined): Suit | null {
  return text === 'm' || text === 'p' || text === 's' ? text : null
}

/** Sorted by kind, and written as `123m55p`. */
export function formatTiles(tiles: readonly Tile[]): string {
  let text = ''
  const sorted = [...tiles].sort(byKind)
  sorted.forEach((tile, index) => {
    text += tile[0]
    if (sorted[index + 1]?.[1] !== tile[1]) text += tile[1]
  })
  return text
}

/** Order of the sprite: 万, 筒, 条, 白, 发, 中. */
export function byKind(a: Tile, b: Tile): number {
  return tileIndex(a) - tileIndex(b)
}

/** By kind, with the void suit at the right end. */
export function sortHand(tiles: readonly Tile[], voided: Suit | null): Tile[] {
  const late = (tile: Tile): number => (voided !== null && suitOf(tile) === voided ? 1 : 0)
  return [...tiles].sort((a, b) => late(a) - late(b) || byKind(a, b))
}

/** The tiles without one of each in `gone`. */
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
