/** Estimates the server's clock from the times in its messages. Pure: the caller passes the local time. */

const KEPT = 8

/** Keeps differences between server and local time. The largest one belongs to the fastest message, so it counts. */
export class ServerClock {
  private differences: number[] = []

  /** A message with the server time `server` (ms) has arrived at the local time `local` (ms). */
  heard(server: number, local: number): void {
    this.differences = [...this.differences.slice(1 - KEPT), server - local]
  }

  /** Forgets all differences. They are wrong after a sleep of the phone or a change of its clock. */
  reset(): void {
    this.differences = []
  }

  /** Server time minus local time, ms. */
  get offset(): number {
    return this.differences.length === 0 ? 0 : Math.max(...this.differences)
  }
}
