/** The seat's own stream: a cursor with its hash chain, and the view folded so far. */
import type { Cursor, Frame, RoomView, Snapshot } from '@/api/protocol.gen'
import { applyFrame } from './fold'
import { digest } from './digest'

/** What a frame was: the next one, one seen before, or one after a hole. */
export type Arrival = 'next' | 'old' | 'gap'

export class SeatStream {
  view: RoomView | null = null
  private epoch = 0
  private seq = 0
  private hash = ''

  /** Where to go on, or null if there is nothing to go on from. */
  get cursor(): Cursor | null {
    return this.view === null ? null : { epoch: this.epoch, seq: this.seq, hash: this.hash }
  }

  get position(): number {
    return this.seq
  }

  /** A connection begins. In another epoch nothing folded so far may be gone on from. */
  begin(epoch: number): void {
    this.epoch = epoch
  }

  snapshot({ seq, hash, view }: Snapshot): void {
    this.seq = seq
    this.hash = hash
    this.view = view
  }

  /** A frame with its bytes as they came; they enter the hash chain. */
  frame(frame: Frame, raw: string): Arrival {
    if (this.view === null || frame.seq > this.seq + 1) return 'gap'
    if (frame.seq <= this.seq) return 'old'
    this.view = applyFrame(this.view, frame)
    this.seq = frame.seq
    this.hash = digest(this.hash + raw).slice(0, 16)
    return 'next'
  }

  /** Forgets everything: the next hello asks for a snapshot. */
  forget(): void {
    this.view = null
  }
}
