import { box, clamp, half, tileHeight, tileWidth } from './geometry'
import type { Box, Insets, Layout, Place, River, SeatBoxes } from './types'

const PAD = 6
const GAP = 4
const TOOLS = 136
/** Space between the centre column and a side river, px. */
const AISLE = 8
const LARGEST_RIVER = 52

interface Frame {
  left: number
  right: number
  width: number
  /** The middle of the usable width of the stage. */
  middle: number
  bottom: number
  scale: number
}

/** What is left for the rivers and the centre. */
interface Middle extends Frame {
  top: number
}

interface Edges {
  bar: Box
  tools: Box
  topChip: Box
  topMelds: Box
  chip: Box
  ting: Box
  claim: Box
  hand: Layout['hand']
}

/** The rows at the lower edge (own seat, 听, claims, hand) and at the upper edge (room, opposite seat, tools). */
function edges(frame: Frame, height: number, safe: Insets): { edges: Edges; top: number; bottom: number } {
  const { left, right, width, middle, scale } = frame
  const tile = half(Math.min((width - 16) / 14.7, height * 0.1227, 100))
  const handHeight = tileHeight(tile)
  const handY = frame.bottom - 4 - handHeight
  // A lifted tile needs ten pixels above the hand.
  const claimHeight = clamp(50, height * 0.128, 84)
  const claimY = handY - 10 - claimHeight
  const chipWidth = Math.min(width * 0.2, 118 * scale)
  const topHeight = clamp(40, height * 0.107, 62)
  const topY = safe.top + 3
  const barWidth = width * 0.22
  const topX = left + barWidth + GAP
  const topEnd = right - TOOLS - GAP
  const topChipWidth = Math.min((topEnd - topX) * 0.4, 118 * scale)
  const tingX = left + chipWidth + PAD
  return {
    edges: {
      bar: box(left, topY, barWidth, topHeight),
      tools: box(right - TOOLS, topY, TOOLS, topHeight),
      topChip: box(topX, topY, topChipWidth, topHeight),
      topMelds: box(topX + topChipWidth + PAD, topY, topEnd - topX - topChipWidth - PAD, topHeight),
      chip: box(left, claimY, chipWidth, claimHeight),
      ting: box(tingX, claimY, middle - 10 - tingX, claimHeight),
      claim: box(middle, claimY, right - middle, claimHeight),
      hand: {
        ...box(left, handY, width, handHeight),
        tile,
        rows: 1,
        gap: 1,
        drawnGap: Math.round(tile * 0.25),
      },
    },
    top: topY + topHeight + GAP,
    bottom: claimY - GAP,
  }
}

interface Grid {
  tile: number
  cols: number
  /** Rows of the rivers above and below the centre. `top` is 0 if there is no opposite seat. */
  top: number
  me: number
}

/** The columns and rows of the rivers. Side rivers need six columns each. Without side seats the centre may be wide. */
function grid(frame: Middle, places: readonly Place[]): Grid {
  const space = frame.bottom - frame.top
  const sides = places.includes('left')
  const above = places.includes('top')
  const me = space >= 420 ? 3 : 2
  const top = above ? me : 0
  const cols = sides ? (me === 3 ? 9 : 12) : me === 3 ? 16 : 22
  const panel = clamp(58, space * 0.3, 150)
  const byHeight = tileWidth((space - panel - 2 * GAP) / (me + me) - 1)
  const byWidth = (frame.width - (sides ? 2 * AISLE : 0)) / (cols + (sides ? 12 : 0)) - 1
  return { tile: half(Math.max(10, Math.min(byHeight, byWidth, LARGEST_RIVER))), cols, top, me }
}

function river(x: number, y: number, tile: number, cols: number, rows: number): River {
  return { ...box(x, y, cols * (tile + 1), rows * (tileHeight(tile) + 1)), cols, rows, tile }
}

/** A side seat: chip and melds in the upper corner, and below them the river, close to the centre and level with it. */
function sideSeat(
  place: 'left' | 'right',
  frame: Middle,
  g: Grid,
  columnWidth: number,
  centreY: number,
): SeatBoxes {
  const { left, right, middle, top, bottom, scale } = frame
  const half = columnWidth / 2 + AISLE
  const width = middle - half - left
  const outer = place === 'left' ? left : right - width
  const chipWidth = Math.min(118 * scale, width * 0.52)
  const headHeight = centreY - top - GAP
  const chipX = place === 'left' ? outer : right - chipWidth
  const meldsX = place === 'left' ? outer + chipWidth + PAD : outer
  const cols = Math.min(Math.floor(width / (g.tile + 1)), 8)
  const rows = Math.max(1, Math.floor((bottom - centreY) / (tileHeight(g.tile) + 1)))
  const riverX = place === 'left' ? middle - half - cols * (g.tile + 1) : middle + half
  return {
    place,
    chip: box(chipX, top, chipWidth, Math.min(headHeight, 42 * scale)),
    melds: box(meldsX, top, width - chipWidth - PAD, headHeight),
    backs: true,
    meldTile: Math.min(g.tile, 30 * scale),
    river: river(riverX, centreY, g.tile, cols, rows),
  }
}

function middleBlock(frame: Middle, places: readonly Place[], e: Edges): Pick<Layout, 'seats' | 'centre'> {
  const g = grid(frame, places)
  const row = tileHeight(g.tile) + 1
  const columnWidth = g.cols * (g.tile + 1)
  const columnX = frame.middle - columnWidth / 2
  // Without an opposite seat, the chips of the side seats still need space above the centre.
  const centreY = frame.top + GAP + (g.top > 0 ? g.top * row : 52 * frame.scale)
  const meY = frame.bottom - g.me * row
  const seats = places.map((place): SeatBoxes => {
    if (place === 'me') {
      const melds = { ...e.hand }
      const own = river(columnX, meY, g.tile, g.cols, g.me)
      return {
        place,
        chip: e.chip,
        melds: box(melds.x, melds.y, melds.w, melds.h),
        backs: false,
        meldTile: 0,
        river: own,
      }
    }
    if (place === 'top') {
      const opposite = river(columnX, frame.top, g.tile, g.cols, g.top)
      return {
        place,
        chip: e.topChip,
        melds: e.topMelds,
        backs: true,
        meldTile: tileWidth(e.topMelds.h),
        river: opposite,
      }
    }
    return sideSeat(place, frame, g, columnWidth, centreY)
  })
  return { seats, centre: box(columnX, centreY, columnWidth, meY - centreY - GAP) }
}

/** The layout of a wide table. See `layout`. */
export function landscape(width: number, height: number, safe: Insets, places: readonly Place[]): Layout {
  const left = safe.left + PAD
  const right = width - safe.right - PAD
  const usable = height - safe.top - safe.bottom
  const scale = clamp(1, Math.min((right - left) / 740, usable / 375), 1.6)
  const outer: Frame = {
    left,
    right,
    width: right - left,
    middle: (left + right) / 2,
    bottom: height - safe.bottom,
    scale,
  }
  const { edges: e, top, bottom } = edges(outer, usable, safe)
  return {
    mode: 'landscape',
    width,
    height,
    bar: e.bar,
    tools: e.tools,
    ...middleBlock({ ...outer, top, bottom }, places, e),
    ting: e.ting,
    claim: e.claim,
    hand: e.hand,
    tingTile: half(20 * scale),
    scale,
  }
}
