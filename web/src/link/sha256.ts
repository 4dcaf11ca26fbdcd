/** SHA-256 in plain arithmetic: `crypto.subtle` does not exist on a page served over plain http. */

const PRIMES = primes(64)
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** The first 32 bits after the point. */
function fraction(x: number): number {
  return Math.floor((x % 1) * 2 ** 32) | 0
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by))
}

/** The message, a one bit, zeros, and its length in bits, in whole 64-byte blocks. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array((((message.length + 8) >> 6) << 6) + 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(bytes.length - 4, message.length << 3)
  return view
}

function schedule(view: DataView, at: number): Int32Array {
  const words = new Int32Array(64)
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] as number
    const b = words[i - 2] as number
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1
  }
  return words
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (words[i] as number)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] as number) + value))
}

/** The digest of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text))
  const state = Int32Array.from(START)
  for (let at = 0; at < view.byteLength; at += 64) compress(state, schedule(view, at))
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
