import { box, clamp, half, tileHeight, tileWidth } from './geometry'
import type { Box, Insets, Layout, Place, River, SeatBoxes } from './types'

const PAD = 4
const BAR = 40
const TOOLS = 136
/** Space between two blocks, px. */
const GAP = 4
/** Largest width of a river tile, px. A tablet would have space for larger ones, but nobody needs them. */
const LARGEST_RIVER = 44
/** Space above the hand, px: a lifted tile rises by ten pixels and has a ring of three. */
const LIFT = 13

/** Rows of the opposite river, of the side rivers and of the player's own river. */
type Rows = readonly [top: number, side: number, me: number]

interface Plan {
  rows: readonly Rows[]
  /**
   * Wishes, the best first. `capacity`: discards that each river holds without overlap. `legible`: the least tile width
   * for which this wish is accepted.
   */
  wishes: readonly { capacity: number; legible: number }[]
}

const PLANS: Readonly<Record<'all' | 'noTop' | 'noSides', Plan>> = {
  all: {
    rows: [
      [3, 4, 3],
      [2, 4, 2],
      [2, 3, 2],
      [2, 2, 2],
      [1, 2, 1],
    ],
    wishes: [
      { capacity: 24, legible: 18 },
      { capacity: 18, legible: 13 },
      { capacity: 8, legible: 0 },
    ],
  },
  noTop: {
    rows: [
      [0, 6, 4],
      [0, 5, 3],
      [0, 4, 3],
      [0, 3, 2],
    ],
    wishes: [
      { capacity: 30, legible: 18 },
      { capacity: 20, legible: 0 },
    ],
  },
  noSides: {
    rows: [
      [4, 0, 4],
      [3, 0, 3],
      [2, 0, 2],
      [1, 0, 1],
    ],
    wishes: [
      { capacity: 44, legible: 20 },
      { capacity: 24, legible: 13 },
      { capacity: 8, legible: 0 },
    ],
  },
}
const MOST_COLUMNS = 12

interface Frame {
  left: number
  width: number
  top: number
  bottom: number
  scale: number
  centre: number
  /** Width of the block of a side seat. */
  side: number
}

interface Bottom {
  hand: Layout['hand']
  chip: Box
  melds: Box
  claim: Box
  ting: Box
  /** The upper edge of the whole block. */
  top: number
}

/** The block at the lower edge, from below: hand, own seat, claim row, 听 strip. */
function bottomBlock(left: number, width: number, height: number, bottom: number, scale: number): Bottom {
  const tile = half(Math.min((width - 14) / 7, height * 0.0765, 92))
  const handHeight = 2 * tileHeight(tile) + GAP
  let y = bottom - 4 - handHeight
  const hand = { ...box(left, y, width, handHeight), tile, rows: 2, gap: 1, drawnGap: 8 } as const
  const me = 36 * scale
  y -= me + LIFT
  const chipWidth = 124 * scale
  const chip = box(left, y, chipWidth, me)
  const melds = box(left + chipWidth + GAP, y, width - chipWidth - GAP, me)
  const claimHeight = clamp(50, height * 0.075, 76)
  y -= claimHeight + GAP
  const claim = box(left, y, width, claimHeight)
  const tingHeight = 26 * scale
  y -= tingHeight + GAP
  return { hand, chip, melds, claim, ting: box(left, y, width, tingHeight), top: y - GAP }
}

function planFor(places: readonly Place[]): Plan {
  if (!places.includes('left')) return PLANS.noSides
  return places.includes('top') ? PLANS.all : PLANS.noTop
}

/** Height that a side seat needs besides its river: its chip and its melds. */
const sideHead = (scale: number): number => 64 * scale + 2 * GAP

/** The largest tile width with which each river holds `capacity` discards in these rows. 0 if there is none. */
function riverTile(frame: Frame, rows: Rows, capacity: number): number {
  const [top, side, me] = rows
  const across = Math.ceil(capacity / (top > 0 ? Math.min(top, me) : me))
  if (across > MOST_COLUMNS) return 0
  const fixed = (side > 0 ? sideHead(frame.scale) : frame.centre) + 2 * GAP
  const byHeight = tileWidth((frame.bottom - frame.top - fixed) / (top + side + me) - 1)
  const bySide = side > 0 ? frame.side / Math.ceil(capacity / side) - 1 : LARGEST_RIVER
  return half(Math.min(byHeight, bySide, frame.width / across - 1, LARGEST_RIVER))
}

function chooseRows(frame: Frame, places: readonly Place[]): { rows: Rows; tile: number } {
  const plan = planFor(places)
  for (const { capacity, legible } of plan.wishes) {
    const tried = plan.rows.map((rows) => ({ rows, tile: riverTile(frame, rows, capacity) }))
    const best = tried.reduce((one, other) => (other.tile > one.tile ? other : one))
    if (best.tile > 0 && best.tile >= legible) return best
  }
  return { rows: plan.rows.reduce((_, lowest) => lowest), tile: 10 }
}

function river(x: number, y: number, tile: number, cols: number, rows: number): River {
  return { ...box(x, y, cols * (tile + 1), rows * (tileHeight(tile) + 1)), cols, rows, tile }
}

function sideSeat(place: 'left' | 'right', frame: Frame, y: number, tile: number, rows: number): SeatBoxes {
  const { left, width, side, scale } = frame
  const x = place === 'left' ? left : left + width - side
  const cols = Math.floor(side / (tile + 1))
  const riverX = place === 'left' ? x : x + side - cols * (tile + 1)
  return {
    place,
    chip: box(x, y, side, 36 * scale),
    melds: box(x, y + 36 * scale + GAP, side, 28 * scale),
    backs: false,
    meldTile: 19 * scale,
    river: river(riverX, y + sideHead(scale), tile, cols, rows),
  }
}

/** The middle block, from above: the opposite river, the side rivers with the centre between them, the own river. */
function middle(frame: Frame, places: readonly Place[], bottom: Bottom): Pick<Layout, 'seats' | 'centre'> {
  const { left, width, centre, scale } = frame
  const { rows, tile } = chooseRows(frame, places)
  const [top, side, me] = rows
  const row = tileHeight(tile) + 1
  const cols = Math.min(MOST_COLUMNS, Math.floor(width / (tile + 1)))
  const riverX = left + (width - cols * (tile + 1)) / 2
  const block = side > 0 ? sideHead(scale) + side * row : centre
  const slack = Math.max(0, frame.bottom - frame.top - (top + me) * row - block - 2 * GAP) / 3
  const middleY = frame.top + slack + top * row + GAP
  const meY = middleY + block + GAP + slack
  const centreHeight = Math.min(block, centre * 1.25)
  const seats = places.map((place): SeatBoxes => {
    if (place === 'me') {
      const { chip, melds } = bottom
      return {
        place,
        chip,
        melds,
        backs: false,
        meldTile: tileWidth(melds.h),
        river: river(riverX, meY, tile, cols, me),
      }
    }
    if (place === 'top') {
      const y = frame.top - 40 * scale - GAP
      const chipWidth = 124 * scale
      return {
        place,
        chip: box(left, y, chipWidth, 36 * scale),
        melds: box(left + chipWidth + GAP, y, width - chipWidth - GAP, 36 * scale),
        backs: true,
        meldTile: 22 * scale,
        river: river(riverX, frame.top + slack / 2, tile, cols, top),
      }
    }
    return sideSeat(place, frame, middleY, tile, side)
  })
  const centreY = middleY + (block - centreHeight) / 2
  return { seats, centre: box(left + (width - centre) / 2, centreY, centre, centreHeight) }
}

/** The layout of an upright table. See `layout`. */
export function portrait(width: number, height: number, safe: Insets, places: readonly Place[]): Layout {
  const left = safe.left + PAD
  const inner = width - safe.left - safe.right - 2 * PAD
  const usable = height - safe.top - safe.bottom
  const scale = clamp(0.9, Math.min(inner / 352, usable / 600), 1.6)
  const below = bottomBlock(left, inner, usable, height - safe.bottom, scale)
  const centre = clamp(64, width * 0.2, 140)
  const topSeat = places.includes('top') ? 40 * scale + GAP : 0
  const frame: Frame = {
    left,
    width: inner,
    top: safe.top + BAR + GAP + topSeat,
    bottom: below.top,
    scale,
    centre,
    side: (inner - centre - 12) / 2,
  }
  const { hand, claim, ting } = below
  return {
    mode: 'portrait',
    width,
    height,
    bar: box(left, safe.top + 2, inner - TOOLS - GAP, BAR),
    tools: box(left + inner - TOOLS, safe.top + 2, TOOLS, BAR),
    ...middle(frame, places, below),
    ting,
    claim,
    hand,
    tingTile: half(tileWidth(ting.h)),
    scale,
  }
}
