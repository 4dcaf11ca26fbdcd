import type { ExchangeChoice } from '@/api/protocol.gen'
import type { Tile } from '@/tiles/kinds'
import { parseTiles, without } from '@/tiles/notation'

/** Whether the tiles fit one of the offered choices: all tiles of its `must`, and the rest from its `choices`. */
export function mayExchange(choices: readonly ExchangeChoice[], tiles: readonly Tile[]): boolean {
  return tiles.length === 3 && choices.some((choice) => fits(choice, tiles))
}

function fits({ must, choices, pick }: ExchangeChoice, tiles: readonly Tile[]): boolean {
  const rest = without(tiles, parseTiles(must))
  if (rest.length !== pick) return false
  const pool = parseTiles(choices)
  return without(pool, rest).length === pool.length - rest.length
}
