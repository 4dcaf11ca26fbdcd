/**
 * Fetches a ticket for one connection. A call may hang on a connection that has died in silence, and the browser tells
 * nobody. So another call starts beside it, on another connection, and the first answer counts. All calls that are
 * still open end with it: the browser then closes their connections.
 */

/** After this time without an answer another call starts, ms. */
const NEXT_MS = 800
/** The most calls at a time. */
const MOST = 4

export type TicketCall = (signal: AbortSignal) => Promise<string>

/** Runs until one call answers, with a ticket or with a failure. `signal` ends all calls; then the promise stays open. */
export function fetchTicket(call: TicketCall, signal: AbortSignal): Promise<string> {
  return new Promise((done, failed) => {
    const open = new AbortController()
    let calls = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    function finish(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      open.abort()
    }

    function settle(report: () => void): void {
      if (open.signal.aborted) return
      finish()
      report()
    }

    function next(): void {
      calls += 1
      if (calls < MOST) timer = setTimeout(next, NEXT_MS)
      call(open.signal).then(
        (ticket) => settle(() => done(ticket)),
        (failure: unknown) => settle(() => failed(failure)),
      )
    }

    signal.addEventListener('abort', finish)
    next()
  })
}
