import { describe, expect, it } from 'vitest'
import {
  fitRuns,
  handSlots,
  layout,
  riverSlots,
  seatTiles,
  tileHeight,
  type Box,
  type Insets,
  type Layout,
} from '@/layout/layout'
import { dragOnStage, stageOf } from '@/layout/stage'

const PLAYERS = [2, 3, 4] as const
const PHONE: Insets = { top: 24, right: 34, bottom: 21, left: 34 }
const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

function named(l: Layout): [string, Box][] {
  const seats = l.seats.flatMap((seat): [string, Box][] => {
    const parts: [string, Box][] = [
      [`${seat.place} chip`, seat.chip],
      [`${seat.place} river`, seat.river],
    ]
    // In the wide layout one's own melds stand in the hand's row.
    return seat.place === 'me' && l.mode === 'landscape'
      ? parts
      : [...parts, [`${seat.place} melds`, seat.melds]]
  })
  const { bar, tools, centre, ting, claim, hand } = l
  return [...seats, ...Object.entries({ bar, tools, centre, ting, claim, hand })]
}

const inside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.w <= outer.x + outer.w + 1 &&
  inner.y + inner.h <= outer.y + outer.h + 1

const crosses = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.w, b.x + b.w) > Math.max(a.x, b.x) && Math.min(a.y + a.h, b.y + b.h) > Math.max(a.y, b.y)

function faults(l: Layout, safe: Insets): string[] {
  const boxes = named(l)
  const screen = {
    x: safe.left,
    y: safe.top,
    w: l.width - safe.left - safe.right,
    h: l.height - safe.top - safe.bottom,
  }
  const found = boxes.flatMap(([name, box]) => [
    ...(box.w < 1 || box.h < 1 ? [`${name} is empty`] : []),
    ...(inside(box, screen) ? [] : [`${name} leaves the screen ${JSON.stringify(box)}`]),
  ])
  boxes.forEach(([name, box], i) => {
    for (const [other, its] of boxes.slice(i + 1)) if (crosses(box, its)) found.push(`${name} over ${other}`)
  })
  return found
}

function* sizes(step: number): Generator<[number, number]> {
  for (let w = 320; w <= 2000; w += step) for (let h = 320; h <= 1400; h += step) yield [w, h]
}

describe('layout', () => {
  for (const players of PLAYERS) {
    for (const [title, safe] of [
      ['without insets', NONE],
      ['with insets', PHONE],
    ] as const) {
      it(`puts nothing over anything or off the screen: ${players} players, ${title}`, () => {
        const bad: string[] = []
        for (const [w, h] of sizes(players === 4 ? 13 : 23)) {
          if (w - safe.left - safe.right < 320 || h - safe.top - safe.bottom < 320) continue
          const l = layout(w, h, safe, players)
          bad.push(...faults(l, safe).map((fault) => `${w}×${h} ${fault}`))
        }
        expect(bad.slice(0, 5)).toEqual([])
      })
    }

    it(`keeps river tiles to be seen and a river for the hand: ${players} players`, () => {
      const poor: string[] = []
      for (const [w, h] of sizes(40)) {
        const l = layout(w, h, NONE, players)
        for (const { place, river } of l.seats) {
          if (river.tile < 10 || river.cols * river.rows < 8)
            poor.push(`${w}×${h} ${place} ${JSON.stringify(river)}`)
        }
      }
      expect(poor.slice(0, 5)).toEqual([])
    })
  }

  it.each([
    [360, 640, 46, 18],
    [360, 740, 46, 19],
    [393, 873, 52, 21],
    [412, 915, 55, 22],
    [812, 375, 45, 18],
    [915, 412, 49, 18],
    [1280, 800, 84, 38],
  ])('gives %i×%i a hand of at least %i px and rivers of %i px', (w, h, hand, river) => {
    const l = layout(w, h)
    expect(l.hand.tile).toBeGreaterThanOrEqual(hand)
    expect(Math.min(...l.seats.map((seat) => seat.river.tile))).toBeGreaterThanOrEqual(river)
    expect(Math.min(...l.seats.map(({ river: r }) => r.cols * r.rows))).toBeGreaterThanOrEqual(18)
    expect(l.claim.h).toBeGreaterThanOrEqual(48)
  })

  it.each([
    [812, 375],
    [915, 412],
    [1280, 800],
  ])('has room for 24 discards of each at %i×%i', (w, h) => {
    const rivers = layout(w, h).seats.map(({ river }) => river.cols * river.rows)
    expect(Math.min(...rivers)).toBeGreaterThanOrEqual(24)
  })

  it('leaves the upright hand room for a lifted tile and its ring', () => {
    for (const [w, h] of sizes(40)) {
      const { mode, hand, seats } = layout(w, h)
      const own = seats[0]?.chip ?? hand
      if (mode === 'portrait') expect(hand.y - own.y - own.h).toBeGreaterThanOrEqual(13)
    }
  })

  it.each([
    [449, 500, NONE, 'portrait'],
    [450, 500, NONE, 'landscape'],
    [500, 500, NONE, 'landscape'],
    [320, 480, NONE, 'portrait'],
    [320, 479, NONE, 'landscape'],
    [320, 490, { ...NONE, top: 11 }, 'landscape'],
    [320, 490, { ...NONE, bottom: 11 }, 'landscape'],
    [320, 490, { ...NONE, top: 5, bottom: 5 }, 'portrait'],
  ] as const)('of %i × %i with %j is %s', (w, h, safe, mode) => expect(layout(w, h, safe).mode).toBe(mode))

  it('seats the players in turn order', () => {
    const places = (n: 2 | 3 | 4): string[] => layout(360, 740, NONE, n).seats.map(({ place }) => place)
    expect(places(4)).toEqual(['me', 'right', 'top', 'left'])
    expect(places(3)).toEqual(['me', 'right', 'left'])
    expect(places(2)).toEqual(['me', 'top'])
  })

  it('puts side rivers level with the centre in the wide layout', () => {
    for (const [w, h] of [
      [812, 375],
      [1280, 800],
    ] as const) {
      const l = layout(w, h)
      const sides = l.seats.filter(({ place }) => place === 'left' || place === 'right')
      expect(sides.map(({ river }) => river.y)).toEqual([l.centre.y, l.centre.y])
    }
  })
})

describe('slots', () => {
  const stages = [layout(360, 640), layout(360, 740), layout(812, 375), layout(1280, 800), layout(568, 320)]

  it('keeps any number of discards inside the river', () => {
    for (const { seats } of stages) {
      for (const { river } of seats) {
        for (const count of [0, 1, river.cols, river.cols * river.rows, 60]) {
          const slots = riverSlots(river, count)
          expect(slots).toHaveLength(count)
          for (const { x, y } of slots) {
            expect(inside({ x, y, w: river.tile, h: tileHeight(river.tile) }, river)).toBe(true)
          }
        }
      }
    }
  })

  const cases: [number, number[]][] = [
    [14, []],
    [11, [3]],
    [8, [4, 3]],
    [5, [4, 4, 3]],
    [2, [4, 4, 4, 4]],
    [13, []],
  ]

  it('keeps hand and melds apart and on their boxes', () => {
    for (const l of stages) {
      for (const [count, melds] of cases) {
        const slots = handSlots(l, count, count % 3 === 2, melds)
        const tiles = slots.tiles.map(({ x, y }) => ({ x, y, w: l.hand.tile, h: tileHeight(l.hand.tile) }))
        const runs = slots.melds.map((r, i) => ({
          x: r.x,
          y: r.y,
          w: r.tile + ((melds[i] ?? 0) - 1) * r.pitch,
          h: tileHeight(r.tile),
        }))
        expect(tiles).toHaveLength(count)
        for (const tile of tiles) expect(inside(tile, l.hand)).toBe(true)
        const own = l.seats[0]?.melds ?? l.hand
        for (const run of runs) expect(inside(run, own)).toBe(true)
        const all = [...tiles, ...runs]
        all.forEach((a, i) => all.slice(i + 1).forEach((b) => expect(crosses(a, b)).toBe(false)))
      }
    }
  })

  it('fits the backs and melds of every opponent', () => {
    for (const { seats } of stages) {
      for (const seat of seats.slice(1)) {
        for (const [count, melds] of cases) {
          const { backs, melds: runs } = seatTiles(seat, count, melds)
          expect(runs).toHaveLength(melds.length)
          const placed = runs.map((r, i) => ({ ...r, n: melds[i] ?? 0 }))
          for (const r of backs ? [...placed, { ...backs, n: count }] : placed) {
            const area = { x: r.x, y: r.y, w: r.tile + (r.n - 1) * r.pitch, h: tileHeight(r.tile) }
            expect(inside(area, seat.melds)).toBe(true)
          }
        }
      }
    }
  })

  it('lets four kongs of an opponent be at least ten pixels wide on a phone', () => {
    for (const l of [layout(360, 640), layout(812, 375)]) {
      for (const seat of l.seats.slice(1)) {
        const { melds } = seatTiles(seat, 1, [4, 4, 4, 4])
        expect(Math.min(...melds.map(({ tile }) => tile))).toBeGreaterThanOrEqual(10)
      }
    }
  })

  it('overlaps equal tiles before it shrinks them', () => {
    const runs = fitRuns({ x: 0, y: 0, w: 130, h: 28 }, [3, 3, 3], 19)
    expect(runs.every(({ tile, pitch }) => tile === 19 && pitch < 19)).toBe(true)
  })
})

describe('stage', () => {
  it('turns an upright phone, insets and drags included', () => {
    const stage = stageOf(360, 740, { top: 30, right: 1, bottom: 20, left: 2 }, true)
    expect(stage).toEqual({
      width: 740,
      height: 360,
      safe: { top: 1, right: 20, bottom: 2, left: 30 },
      rotated: true,
    })
    expect(dragOnStage(stage, 40, 0)).toEqual({ dx: 0, dy: -40 })
    expect(stageOf(812, 375, NONE, true).rotated).toBe(false)
    expect(stageOf(360, 740, NONE, false).rotated).toBe(false)
  })
})
