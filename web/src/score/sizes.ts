/** Widths of the tiles on the 算颗器, so that everything stands on one screen. */
import type { Insets } from '@/layout/layout'

export interface Sizes {
  /** Two columns instead of one. */
  wide: boolean
  /** Widths of a tile in px: of the hand, of the keyboard, of a wait. */
  hand: number
  key: number
  wait: number
  /** Width of the right column in px; 0 without one. */
  tools: number
}

const MARGIN = 16
const GAP = 14
/** What stands above the keyboard in its column. */
const ABOVE_KEYS = 138
/** Height of a tile with its edge, by its width. */
const TALL = 1.44
const clamp = (low: number, high: number, size: number): number =>
  Math.floor(Math.max(low, Math.min(high, size)))

/** For a window of this size in px. */
export function scoreSizes(width: number, height: number, safe: Insets): Sizes {
  const inner = width - safe.left - safe.right - MARGIN
  const wide = width > height && inner >= 560
  if (!wide) {
    const column = Math.min(inner, 640 - MARGIN)
    const key = clamp(24, 48, Math.min(column / 9 - 3, (height * 0.36) / 4 / TALL - 3))
    return { wide, hand: clamp(24, 44, column / 9 - 2), key, wait: clamp(28, 36, column / 9 - 4), tools: 0 }
  }
  const all = Math.min(inner, 1100 - MARGIN)
  const room = height - safe.top - safe.bottom - ABOVE_KEYS
  const key = clamp(24, 48, Math.min((all * 0.45) / 9 - 4, room / 4 / TALL - 3))
  const tools = Math.max(9 * (key + 4), 320)
  const left = all - GAP - tools
  return {
    wide,
    hand: clamp(22, 44, (left - 40) / 14.5),
    key,
    wait: clamp(28, 40, left / 10 - 4),
    tools,
  }
}
