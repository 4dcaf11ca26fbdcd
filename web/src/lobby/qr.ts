import { encode } from 'uqr'

const MARGIN = 4
const LEAST_PX = 400

/** The QR code of a text as a data URL of a PNG. A long press in WeChat reads pictures, but no canvas and no SVG. */
export function qrPicture(text: string): string | null {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  const unit = Math.ceil(LEAST_PX / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * unit
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  data.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(x * unit, y * unit, unit, unit)))
  return canvas.toDataURL('image/png')
}
