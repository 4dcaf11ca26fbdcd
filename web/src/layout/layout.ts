import { landscape } from './landscape'
import { portrait } from './portrait'
import type { Insets, Layout, Place } from './types'

export { FACE, EDGE, tileHeight } from './geometry'
export { fitRuns, handSlots, riverSlots, seatTiles } from './slots'
export type * from './types'

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** The seats in turn order from one's own, by number of players. */
const PLACES: Readonly<Record<2 | 3 | 4, readonly Place[]>> = {
  2: ['me', 'top'],
  3: ['me', 'right', 'left'],
  4: ['me', 'right', 'top', 'left'],
}
/** Below this height two rows of hand and four rivers no longer fit above one another. */
const LOWEST_PORTRAIT = 480

/**
 * Every rectangle of the table for a stage of W × H px with the given safe-area insets. Pure: the same arguments give
 * the same rectangles; none overlap and all lie on the stage for 320–2000 × 320–1400 px.
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
