/** The stream of the player's seat: the cursor with its hash chain, and the present view. */
import type { Cursor, Frame, RoomView, Snapshot } from '@/api/protocol.gen'
import { applyFrame } from './fold'
import { digest } from './digest'

/** The place of a frame: the next one, one that came before, or one after a gap. */
export type Arrival = 'next' | 'old' | 'gap'

export class SeatStream {
  view: RoomView | null = null
  private epoch = 0
  private seq = 0
  private hash = ''

  /** The cursor from which the server can continue. Null if there is no view yet. */
  get cursor(): Cursor | null {
    return this.view === null ? null : { epoch: this.epoch, seq: this.seq, hash: this.hash }
  }

  get position(): number {
    return this.seq
  }

  /** Sets the epoch at the start of a connection. In a new epoch the server sends a snapshot first. */
  begin(epoch: number): void {
    this.epoch = epoch
  }

  snapshot({ seq, hash, view }: Snapshot): void {
    this.seq = seq
    this.hash = hash
    this.view = view
  }

  /** Applies a frame if it is the next one. `raw`: its text as received, for the hash chain. */
  frame(frame: Frame, raw: string): Arrival {
    if (this.view === null || frame.seq > this.seq + 1) return 'gap'
    if (frame.seq <= this.seq) return 'old'
    this.view = applyFrame(this.view, frame)
    this.seq = frame.seq
    this.hash = digest(this.hash + raw).slice(0, 16)
    return 'next'
  }

  /** Drops the view, so that the next hello asks for a snapshot. */
  forget(): void {
    this.view = null
  }
}
