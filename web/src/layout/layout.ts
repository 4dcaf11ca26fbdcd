import { landscape } from './landscape'
import { portrait } from './portrait'
import type { Insets, Layout, Place } from './types'

export { FACE, EDGE, tileHeight } from './geometry'
export { fitRuns, handSlots, riverSlots, seatTiles } from './slots'
export type * from './types'

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** The places of the seats in turn order, the player's own first, by number of players. */
const PLACES: Readonly<Record<2 | 3 | 4, readonly Place[]>> = {
  2: ['me', 'top'],
  3: ['me', 'right', 'left'],
  4: ['me', 'right', 'top', 'left'],
}
/** With less height, px, two rows of the hand and four rivers do not fit above one another. */
const LOWEST_PORTRAIT = 480

/**
 * All boxes of the table for a stage of `width` × `height` px. `safe`: the insets of the safe area. Pure. For stages of
 * 320–2000 × 320–1400 px all boxes lie on the stage and no two overlap.
 */
export function layout(
  width: number,
  height: number,
  safe: Insets = NO_INSETS,
  players: 2 | 3 | 4 = 4,
): Layout {
  const places = PLACES[players]
  const upright = width < height * 0.9 && height - safe.top - safe.bottom >= LOWEST_PORTRAIT
  return upright ? portrait(width, height, safe, places) : landscape(width, height, safe, places)
}
