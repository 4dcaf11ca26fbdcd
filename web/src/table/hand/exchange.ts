import type { ExchangeChoice } from '@/api/protocol.gen'
import type { Tile } from '@/tiles/kinds'
import { parseTiles, without } from '@/tiles/notation'

/** Whether three tiles are one of the offered ways to choose them: all of `must` and the rest from `choices`. */
export function mayExchange(choices: readonly ExchangeChoice[], tiles: readonly Tile[]): boolean {
  return tiles.length === 3 && choices.some((choice) => fits(choice, tiles))
}

function fits({ must, choices, pick }: ExchangeChoice, tiles: readonly Tile[]): boolean {
  const rest = without(tiles, parseTiles(must))
  if (rest.length !== pick) return false
  const pool = parseTiles(choices)
  return without(pool, rest).length === pool.length - rest.length
}
