/** Widths of the tiles in the 算颗器, chosen so that everything fits on one screen. */
import type { Insets } from '@/layout/layout'

export interface Sizes {
  /** Whether there are two columns instead of one. */
  wide: boolean
  /** Widths of a tile in px, in the hand, on the keyboard and in the list of waits. */
  hand: number
  key: number
  wait: number
  /** Width of the right column in px. 0 if there is none. */
  tools: number
}

const MARGIN = 16
const GAP = 14
/** Height above the keyboard in its column, px. */
const ABOVE_KEYS = 138
/** Width in which the circumstances of the win fit into two rows, in English too, px. */
const HOW_WON = 352
/** Height of a tile with its edge, as a multiple of its width. */
const TALL = 1.44
/** Space between two keys, px. A tap anywhere in the cell of a key counts. */
const KEY_GAP = 1
/** Largest share of the height for the two rows of the hand in the left column. */
const HAND_SHARE = 0.4
const clamp = (low: number, high: number, size: number): number =>
  Math.floor(Math.max(low, Math.min(high, size)))

/** The sizes for a window of `width` × `height` px. */
export function scoreSizes(width: number, height: number, safe: Insets): Sizes {
  const inner = width - safe.left - safe.right - MARGIN
  const wide = width > height && inner >= 560
  if (!wide) {
    const column = Math.min(inner, 640 - MARGIN)
    const key = clamp(24, 48, Math.min(column / 9 - KEY_GAP, (height * 0.36) / 4 / TALL - 3))
    return { wide, hand: clamp(24, 44, column / 9 - 2), key, wait: clamp(28, 36, column / 9 - 4), tools: 0 }
  }
  const all = Math.min(inner, 1100 - MARGIN)
  const free = height - safe.top - safe.bottom
  const room = free - ABOVE_KEYS
  const key = clamp(24, 48, Math.min((all * 0.45) / 9 - 4, room / 4 / TALL - 3))
  const tools = Math.max(9 * (key + 4), HOW_WON)
  const left = all - GAP - tools
  return {
    wide,
    hand: clamp(22, 44, Math.min(left / 7.5 - 3, (free * HAND_SHARE) / 2 / TALL)),
    key,
    wait: clamp(28, 40, left / 10 - 4),
    tools,
  }
}
