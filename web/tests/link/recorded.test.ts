import { describe, expect, it } from 'vitest'
import type { Frame, RoomView, Snapshot } from '@/api/protocol.gen'
import { digest } from '@/link/digest'
import { SeatStream } from '@/link/stream'
import recorded from './recorded.json'

interface Recording {
  name: string
  start: { seq: number; hash: string; view: RoomView }
  frames: string[]
  digests: string[]
  hash: string
}

/** JSON with sorted keys and without what is undefined. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}

describe.each(recorded as unknown as Recording[])('$name', ({ start, frames, digests, hash }) => {
  const begin = (): SeatStream => {
    const stream = new SeatStream()
    stream.begin(1)
    stream.snapshot({ type: 'snapshot', ...start } as Snapshot)
    return stream
  }

  it('folds every frame to what the server shows', () => {
    const stream = begin()
    frames.forEach((raw, n) => {
      expect(stream.frame(JSON.parse(raw) as Frame, raw)).toBe('next')
      expect([n, digest(canonical(stream.view)).slice(0, 8)]).toEqual([n, digests[n]])
    })
    expect(stream.cursor?.hash).toBe(hash)
    expect(stream.view?.hand?.result?.deltas.reduce((a, b) => a + b, 0)).toBe(0)
  })

  it('folds the same after frames came twice', () => {
    const stream = begin()
    for (const raw of frames.slice(0, 40)) {
      stream.frame(JSON.parse(raw) as Frame, raw)
      expect(stream.frame(JSON.parse(raw) as Frame, raw)).toBe('old')
    }
    expect(digest(canonical(stream.view)).slice(0, 8)).toBe(digests[39])
  })
})
