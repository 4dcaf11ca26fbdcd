import { afterEach, expect, it, vi } from 'vitest'
import { qrPicture } from '@/lobby/qr'

afterEach(() => vi.restoreAllMocks())

const LINK = 'https://mj.example/r/386201'

/** Draws with a canvas that keeps its dark squares. */
function drawn(text: string): { side: number; unit: number; dark: Set<string> } {
  const dark = new Set<string>()
  let side = 0
  let unit = 0
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    side = this.width
    const context = {
      fillStyle: '',
      fillRect(x: number, y: number, w: number, h: number) {
        if (context.fillStyle !== '#000') {
          expect([x, y, w, h]).toEqual([0, 0, side, context.fillStyle === '#fff' ? side : 0])
          return
        }
        expect([w, x % w, y % h]).toEqual([h, 0, 0])
        unit = w
        dark.add(`${x / w} ${y / h}`)
      },
    }
    return context as never
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,x')
  expect(qrPicture(text)).toBe('data:image/png;base64,x')
  return { side, unit, dark }
}

it('has the three eyes of a QR code inside a margin of four, large enough for a long press', () => {
  const { side, unit, dark } = drawn(LINK)
  const size = side / unit
  expect(Number.isInteger(size)).toBe(true)
  expect(side).toBeGreaterThanOrEqual(400)
  const places = [...dark].map((place) => place.split(' ').map(Number) as [number, number])
  expect(Math.min(...places.flat())).toBe(4)
  expect(Math.max(...places.flat())).toBe(size - 5)
  const EYE = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
  const at = (x: number, y: number): string[] =>
    EYE.map((_, row) =>
      [...EYE].map((_, column) => (dark.has(`${x + column} ${y + row}`) ? '#' : '.')).join(''),
    )
  expect([at(4, 4), at(size - 11, 4), at(4, size - 11)]).toEqual([EYE, EYE, EYE])
})

it('is another for another room, and the same for the same', () => {
  const squares = (text: string): string => [...drawn(text).dark].join()
  expect(squares(LINK)).toBe(squares(LINK))
  expect(squares(LINK)).not.toBe(squares(`${LINK.slice(0, -1)}2`))
})

it('is no picture where the browser cannot draw', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  expect(qrPicture(LINK)).toBeNull()
})
