/**
 * Where everything lies on the screens that people have, in numbers. A change that is meant renews the records:
 * `npx vitest run tests/layout -u`.
 */
import { resolve } from 'node:path'
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
  type River,
  type Run,
  type Spot,
} from '@/layout/layout'

const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 }
const UPRIGHT: Insets = { top: 44, right: 0, bottom: 34, left: 0 }
const ROUND: Insets = { top: 24, right: 34, bottom: 21, left: 30 }
const LYING: Insets = { top: 0, right: 44, bottom: 21, left: 44 }
const SCREENS: readonly [width: number, height: number, safe: Insets][] = [
  [320, 320, NONE],
  [320, 480, NONE],
  [320, 568, NONE],
  [320, 640, NONE],
  [320, 700, NONE],
  [340, 535, NONE],
  [360, 640, NONE],
  [360, 740, NONE],
  [375, 812, UPRIGHT],
  [414, 896, UPRIGHT],
  [768, 1024, NONE],
  [1200, 1400, NONE],
  [568, 320, NONE],
  [667, 375, NONE],
  [812, 375, LYING],
  [915, 412, NONE],
  [915, 420, ROUND],
  [420, 915, ROUND],
  [1024, 768, NONE],
  [1280, 800, NONE],
  [2000, 1400, NONE],
]

const place = (name: string): string => resolve('tests/layout/recorded', `${name}.txt`)
const number = (n: number): string => String(Math.round(n * 100) / 100)
const numbers = (...all: number[]): string => all.map(number).join(' ')
const boxed = ({ x, y, w, h }: Box): string => numbers(x, y, w, h)
const spots = (all: readonly Spot[]): string => all.map(({ x, y }) => numbers(x, y)).join(', ')
const runs = (all: readonly Run[]): string =>
  all
    .map(({ x, y, tile, pitch }) => `${numbers(x, y)} tile ${numbers(tile)} every ${numbers(pitch)}`)
    .join(', ')

function lines(title: string, l: Layout): string[] {
  const { bar, tools, centre, ting, claim, hand } = l
  return [
    `${title}: ${l.mode}, scale ${number(l.scale)}, waits ${number(l.tingTile)}`,
    ...Object.entries({ bar, tools, centre, ting, claim }).map(([name, box]) => `  ${name} ${boxed(box)}`),
    `  hand ${boxed(hand)}, tile ${numbers(hand.tile)}, rows ${hand.rows}, gaps ${numbers(hand.gap, hand.drawnGap)}`,
    ...l.seats.map(
      ({ place, chip, melds, backs, meldTile, river }) =>
        `  ${place} chip ${boxed(chip)}, melds ${boxed(melds)}, ${backs ? 'backs, ' : ''}tile ${number(meldTile)}, ` +
        `river ${boxed(river)}, ${river.cols} × ${river.rows} of ${number(river.tile)}`,
    ),
  ]
}

/** Of the seat at the right or, with two players, opposite. */
const riverOf = ({ seats, hand }: Layout): River => seats[1]?.river ?? { ...hand, cols: 1 }
const record = (text: readonly string[]): string => text.map((line) => `${line.trimEnd()}\n`).join('')

describe.each([2, 3, 4] as const)('for %i players', (players) => {
  it('the table lies as it did', async () => {
    const text = SCREENS.flatMap(([w, h, safe]) =>
      lines(`${w} × ${h}${safe === NONE ? '' : ' with insets'}`, layout(w, h, safe, players)),
    )
    await expect(record(text)).toMatchFileSnapshot(place(`${players}-players`))
  })
})

it('the tiles lie as they did', async () => {
  const text = [layout(360, 640), layout(375, 812, UPRIGHT), layout(568, 320), layout(1280, 800)].flatMap(
    (l) => [
      `${l.width} × ${l.height}`,
      ...[0, 7, 20, 60].map((count) => `  ${count} discards ${spots(riverSlots(riverOf(l), count))}`),
      ...(
        [
          [14, true, []],
          [13, false, []],
          [11, true, [3]],
          [7, false, [3, 4]],
          [2, true, [4, 4, 4, 4]],
        ] as const
      ).flatMap(([count, drawn, melds]) => {
        const own = handSlots(l, count, drawn, melds)
        return [
          `  hand of ${count}${drawn ? ' with one drawn' : ''} and ${melds.length} melds`,
          `    tiles ${spots(own.tiles)}`,
          `    melds ${runs(own.melds)}`,
          ...l.seats.slice(1).map((seat) => {
            const others = seatTiles(seat, count, melds)
            return `    ${seat.place} backs ${others.backs ? runs([others.backs]) : 'none'}, melds ${runs(others.melds)}`
          }),
        ]
      }),
    ],
  )
  await expect(record(text)).toMatchFileSnapshot(place('tiles'))
})

it('a tile is as high as its face and its edge', () => {
  expect(tileHeight(100)).toBeCloseTo(144)
  expect(tileHeight(50)).toBeCloseTo(72)
})

it('a stage that is too narrow for anything has a place for everything still', () => {
  const rivers = layout(60, 600).seats.map(({ river }) => [river.tile, river.rows])
  expect(rivers).toEqual([
    [10, 1],
    [10, 2],
    [10, 1],
    [10, 2],
  ])
})

it('runs that no size fits lie in the corner, as small as can be', () => {
  expect(fitRuns({ x: 3, y: 4, w: 5, h: 6 }, [3, 4], 20)).toEqual([
    { x: 3, y: 4, tile: 6, pitch: 1 },
    { x: 3, y: 4, tile: 6, pitch: 1 },
  ])
})
