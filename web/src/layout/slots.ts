import { half, tileHeight, tileWidth } from './geometry'
import type { Box, Layout, River, Run, SeatBoxes, Spot } from './types'

/** The corners of `count` discards, row by row. If they do not fit, the rows overlap. */
export function riverSlots(river: River, count: number): Spot[] {
  const pitch = river.tile + 1
  const height = tileHeight(river.tile)
  const rows = Math.ceil(count / river.cols)
  const step = rows > river.rows ? (river.h - height) / (rows - 1) : height + 1
  return Array.from({ length: count }, (_, i) => ({
    x: river.x + (i % river.cols) * pitch,
    y: river.y + Math.floor(i / river.cols) * step,
  }))
}

const runWidth = (count: number, tile: number, pitch: number): number => tile + (count - 1) * pitch

/** Places runs of tiles in lines from left to right. Null if they do not fit. */
function flow(area: Box, counts: readonly number[], tile: number, pitch: number): Run[] | null {
  const gap = Math.max(3, tile * 0.22)
  const line = tileHeight(tile) + 2
  let x = area.x
  let y = area.y
  const runs: Run[] = []
  for (const count of counts) {
    const width = runWidth(count, tile, pitch)
    if (x > area.x && x + width > area.x + area.w + 0.5) {
      x = area.x
      y += line
    }
    if (width > area.w + 0.5 || y + tileHeight(tile) > area.y + area.h + 0.5) return null
    runs.push({ x, y, tile, pitch })
    x += width + gap
  }
  return runs
}

const OVERLAPS = [1, 0.8, 0.6, 0.45, 0.32, 0.22]

/**
 * Places runs of equal tiles, such as melds of 3 or 4, in a box. The tiles are at most `largest` wide. If they do not
 * fit side by side, the tiles of a run overlap, which hides nothing because they are equal. If even that is too wide,
 * they become smaller.
 */
export function fitRuns(area: Box, counts: readonly number[], largest: number): Run[] {
  for (let tile = half(Math.min(largest, tileWidth(area.h + 0.5))); tile >= 6; tile -= tile > 20 ? 1 : 0.5) {
    // Overlap first, but only so far that a player can still count the tiles by their edges.
    for (const overlap of OVERLAPS) {
      const runs = flow(area, counts, tile, tile * overlap)
      if (runs !== null) return runs
    }
  }
  return counts.map(() => ({ x: area.x, y: area.y, tile: 6, pitch: 1 }))
}

/** The places of an opponent's melds and, if there is space, of the backs of their concealed tiles. */
export function seatTiles(
  seat: SeatBoxes,
  concealed: number,
  melds: readonly number[],
): { backs: Run | null; melds: Run[] } {
  const { x, y, w, h } = seat.melds
  if (!seat.backs || concealed === 0) return { backs: null, melds: fitRuns(seat.melds, melds, seat.meldTile) }
  if (w > h * 3) {
    const share = melds.length === 0 ? w : (w * concealed * 0.5) / (concealed * 0.5 + melds.length * 2)
    const area = { x, y, w: share, h }
    const [backs = null] = fitRuns(area, [concealed], seat.meldTile * 0.72)
    const used = backs === null ? 0 : runWidth(concealed, backs.tile, backs.pitch) + 8
    const rest = { x: x + used, y, w: w - used, h }
    if (backs !== null) backs.y = y + (h - tileHeight(backs.tile)) / 2
    return { backs, melds: centred(fitRuns(rest, melds, seat.meldTile), rest) }
  }
  const strip = Math.min(h * 0.3, tileHeight(seat.meldTile * 0.62))
  const [backs = null] = fitRuns({ x, y, w, h: strip }, [concealed], seat.meldTile * 0.62)
  return { backs, melds: fitRuns({ x, y: y + strip + 3, w, h: h - strip - 3 }, melds, seat.meldTile) }
}

/** Moves the runs to the middle of the height if they are on one line. */
function centred(runs: Run[], area: Box): Run[] {
  const first = runs[0]
  if (first === undefined || runs.some(({ y }) => y !== first.y)) return runs
  const y = area.y + (area.h - tileHeight(first.tile)) / 2
  return runs.map((run) => ({ ...run, y }))
}

export interface HandSlots {
  /** In the order of the hand. The drawn tile, if there is one, is the last. */
  tiles: Spot[]
  melds: Run[]
}

/**
 * The places of the player's own tiles. `count`: concealed tiles. `drawn`: whether the last one is just drawn. `melds`:
 * the size of each meld. An upright table has two equal rows, or one row of up to seven tiles, and the melds beside the
 * seat. A wide table has one row with the melds at its right end.
 */
export function handSlots(
  layout: Layout,
  count: number,
  drawn: boolean,
  melds: readonly number[],
): HandSlots {
  return layout.hand.rows === 2
    ? uprightHand(layout, count, drawn, melds)
    : wideHand(layout, count, drawn, melds)
}

function uprightHand(layout: Layout, count: number, drawn: boolean, melds: readonly number[]): HandSlots {
  const { hand, seats } = layout
  const pitch = hand.tile + hand.gap
  const line = tileHeight(hand.tile) + 4
  const upper = count > 7 ? Math.ceil(count / 2) : 0
  const widest = Math.max(upper, count - upper)
  const x = hand.x + Math.max(0, (hand.w - widest * pitch - hand.drawnGap) / 2)
  const tiles = Array.from({ length: count }, (_, i) => ({
    x: x + (i < upper ? i : i - upper) * pitch + (drawn && i === count - 1 ? hand.drawnGap : 0),
    y: hand.y + (i < upper ? 0 : line),
  }))
  const own = seats[0]
  return { tiles, melds: own ? centred(fitRuns(own.melds, melds, own.meldTile), own.melds) : [] }
}

/** Size of a meld's tiles, as a share of the hand's tiles. They stand on the same line. */
const MELD_SIZE = 0.8
const MELD_PITCHES = [1, 0.86, 0.72]

function wideHand(layout: Layout, count: number, drawn: boolean, melds: readonly number[]): HandSlots {
  const { hand } = layout
  const pitch = hand.tile + hand.gap
  const gap = drawn ? hand.drawnGap : 0
  const size = half(hand.tile * MELD_SIZE)
  const meldsGap = melds.length > 0 ? hand.tile * 0.4 : 0
  const widthsAt = (share: number): number[] => melds.map((n) => runWidth(n, size, size * share) + size * 0.2)
  const totalAt = (share: number): number =>
    widthsAt(share).reduce((sum, width) => sum + width, count * pitch + gap + meldsGap)
  const share = MELD_PITCHES.find((each) => totalAt(each) <= hand.w) ?? 0.6
  const widths = widthsAt(share)
  const total = totalAt(share)
  const start = hand.x + Math.max(0, (hand.w - total) / 2)
  const tiles = Array.from({ length: count }, (_, i) => ({
    x: start + i * pitch + (i === count - 1 ? gap : 0),
    y: hand.y,
  }))
  let x = start + count * pitch + gap + meldsGap
  const runs = widths.map((width): Run => {
    const run = { x, y: hand.y + hand.h - tileHeight(size), tile: size, pitch: size * share }
    x += width
    return run
  })
  return { tiles, melds: runs }
}
