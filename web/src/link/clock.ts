/** The server's clock, estimated from the times it mentions. Pure: the own clock comes in. */

const KEPT = 8

/** Of the last few mentions the one that was under way for the shortest time counts: the largest difference. */
export class ServerClock {
  private differences: number[] = []

  /** The server said `server` (ms) and it arrived at `local` (ms). */
  heard(server: number, local: number): void {
    this.differences = [...this.differences.slice(1 - KEPT), server - local]
  }

  /** After a sleep or a change of the own clock the old mentions mislead. */
  reset(): void {
    this.differences = []
  }

  /** Server time minus own time, ms. */
  get offset(): number {
    return this.differences.length === 0 ? 0 : Math.max(...this.differences)
  }
}
