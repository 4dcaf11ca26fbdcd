import { shallowRef } from 'vue'
import spriteUrl from './sprite.svg?url'
import { TILES } from './kinds'

export { spriteUrl }

/** The atlas is a grid of faces with one row for each suit. The last column has the dragons. */
export const COLUMNS = 10
export const ROWS = 3
const LARGEST_CELL = 192

/** Whether `--atlas` holds the drawn faces. Until then each tile draws its face with `<use>`. */
export const atlasReady = shallowRef(false)

/** Column and row of a tile by its number (0–29). */
export function cellOf(index: number): { column: number; row: number } {
  return index < 27 ? { column: index % 9, row: Math.floor(index / 9) } : { column: 9, row: index - 27 }
}

/** Width of a cell in device pixels: that of the table's largest tile on this display. */
export function cellWidth(shortSide: number, density: number): number {
  const largest = shortSide < 600 ? 52 : 88
  return Math.min(LARGEST_CELL, Math.ceil(largest * density))
}

/** An SVG picture of all faces, made from the text of the sprite. */
export function sheetOf(sprite: string, cell: number): string {
  const height = (cell * 4) / 3
  const size = `width="${COLUMNS * cell}" height="${ROWS * height}"`
  const uses = TILES.map((tile, index) => {
    const { column, row } = cellOf(index)
    return `<use href="#${tile}" x="${column * cell}" y="${row * height}" width="${cell}" height="${height}"/>`
  })
  return sprite.replace('<svg ', `<svg ${size} `).replace('</svg>', `${uses.join('')}</svg>`)
}

function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('the sprite cannot be drawn'))
    image.src = url
  })
}

/** Checks that the middle of 1筒 is red and the corner empty. Some browsers return noise against fingerprinting. */
function isTrue(context: CanvasRenderingContext2D, cell: number): boolean {
  const { column, row } = cellOf(TILES.indexOf('1p'))
  const heart = context.getImageData((column + 0.5) * cell, (row + 0.5) * ((cell * 4) / 3), 1, 1).data
  const corner = context.getImageData(0, 0, 1, 1).data
  return (heart[0] ?? 0) > 150 && (heart[2] ?? 0) < 90 && corner[3] === 0
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve))
}

async function rasterise(cell: number): Promise<string | null> {
  const response = await fetch(spriteUrl)
  if (!response.ok) return null
  const sheet = new Blob([sheetOf(await response.text(), cell)], { type: 'image/svg+xml' })
  const address = URL.createObjectURL(sheet)
  try {
    const image = await loadImage(address)
    const canvas = document.createElement('canvas')
    canvas.width = COLUMNS * cell
    canvas.height = (ROWS * cell * 4) / 3
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return null
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const picture = isTrue(context, cell) ? await toBlob(canvas) : null
    return picture && URL.createObjectURL(picture)
  } finally {
    URL.revokeObjectURL(address)
  }
}

let wanted = 0

/**
 * Draws the sprite for this display and puts it into the CSS variable `--atlas`. Draws it again only if the window has
 * moved to a denser display. If it fails, the tiles keep using `<use>`.
 */
export async function buildAtlas(): Promise<void> {
  const cell =
    3 * Math.ceil(cellWidth(Math.min(screen.width, screen.height), window.devicePixelRatio || 1) / 3)
  if (cell <= wanted) return
  const before = wanted
  wanted = cell
  const address = await rasterise(cell).catch(() => null)
  if (address === null) {
    wanted = before
    return
  }
  // We do not free the old picture, because the browser may still be drawing tiles with it.
  document.documentElement.style.setProperty('--atlas', `url(${address})`)
  atlasReady.value = true
}
