/** The picture of all faces, drawn once. happy-dom draws nothing: its canvas is the test's. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const CLEAR = [0, 0, 0, 0]
const RED = [200, 30, 30, 255]
const drawn: { width: number; height: number }[] = []
let heart: number[]
let corner: number[]
let loads: boolean

class Picture {
  onload = (): void => undefined
  onerror = (): void => undefined
  set src(_: string) {
    queueMicrotask(() => (loads ? this.onload() : this.onerror()))
  }
}

/** A display of this density, with a module that has drawn nothing yet. */
async function fresh(density: number) {
  vi.stubGlobal('devicePixelRatio', density)
  vi.resetModules()
  return import('@/tiles/atlas')
}

const variable = (): string => document.documentElement.style.getPropertyValue('--atlas')

beforeEach(() => {
  drawn.length = 0
  heart = RED
  corner = CLEAR
  loads = true
  vi.stubGlobal('Image', Picture)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg viewBox="0 0 1 1"></svg>')))
  vi.stubGlobal('screen', { width: 360, height: 740 })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return {
      drawImage: () => drawn.push({ width: this.width, height: this.height }),
      getImageData: (x: number) => ({ data: x === 0 ? corner : heart }),
    } as never
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
})

afterEach(() => {
  document.documentElement.style.removeProperty('--atlas')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('is drawn once for a display, and again only for a denser one', async () => {
  const { atlasReady, buildAtlas, COLUMNS, ROWS } = await fresh(2)
  await buildAtlas()
  expect([atlasReady.value, variable().startsWith('url(blob:')]).toEqual([true, true])
  expect(drawn).toEqual([{ width: COLUMNS * 105, height: (ROWS * 105 * 4) / 3 }])
  await buildAtlas()
  vi.stubGlobal('devicePixelRatio', 1)
  await buildAtlas()
  expect(drawn).toHaveLength(1)
  vi.stubGlobal('devicePixelRatio', 3)
  await buildAtlas()
  expect(drawn).toHaveLength(2)
})

it.each([
  ['a browser hands out noise', () => (heart = [120, 30, 30, 255])],
  ['the heart of the first dot is not red alone', () => (heart = [200, 90, 30, 255].reverse())],
  ['the corner is not empty', () => (corner = [1, 2, 3, 4])],
  ['the picture cannot be loaded', () => (loads = false)],
  [
    'the sprite is not served',
    () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 }))),
  ],
  [
    'there is no network',
    () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))),
  ],
  ['there is no canvas', () => vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null)],
])('is left out when %s, and tried again the next time', async (_, spoil) => {
  const { atlasReady, buildAtlas } = await fresh(1)
  spoil()
  await buildAtlas()
  expect([atlasReady.value, variable()]).toEqual([false, ''])
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue({
    drawImage: () => undefined,
    getImageData: (x: number) => ({ data: x === 0 ? CLEAR : RED }),
  } as never)
  loads = true
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg viewBox="0 0 1 1"></svg>')))
  await buildAtlas()
  expect(atlasReady.value).toBe(true)
})
