import type { Box } from './types'

/** Height of a tile's face, as a multiple of its width. */
export const FACE = 1.34
/** Height of the visible edge below the face, as a multiple of the width. */
export const EDGE = 0.1

/** Height of a tile with its edge, from its width. */
export const tileHeight = (width: number): number => width * (FACE + EDGE)
/** Width of a tile, from its height with the edge. */
export const tileWidth = (height: number): number => height / (FACE + EDGE)

export const clamp = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(high, value))
/** Rounds a tile width down to half a pixel, so that edges stay sharp on dense displays. */
export const half = (value: number): number => Math.floor(value * 2) / 2

/** The largest box of whole pixels inside a rectangle. So boxes of rectangles that touch never overlap. */
export function box(x: number, y: number, w: number, h: number): Box {
  const left = Math.ceil(x - 0.01)
  const top = Math.ceil(y - 0.01)
  return { x: left, y: top, w: Math.floor(x + w + 0.01) - left, h: Math.floor(y + h + 0.01) - top }
}
