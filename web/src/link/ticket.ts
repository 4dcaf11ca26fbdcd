/**
 * Fetches a ticket for one connection. A call may hang on a connection that has died in silence, and the browser tells
 * nobody. So another call starts beside it, on another connection, and the first answer counts. A call that ends
 * without an answer makes the browser close its connection.
 */

/** After this time without an answer another call starts, ms. */
const NEXT_MS = 600
/** The most calls at a time. When another one starts, the oldest ends. */
const AT_ONCE = 3
/** The most calls for a ticket: one more than the connections that a browser keeps to a server. */
export const MOST_CALLS = 7

export type TicketCall = (signal: AbortSignal) => Promise<string>

/**
 * Runs until one of at most `most` calls answers, with a ticket or with a failure. `signal` ends all calls; then the
 * promise stays open.
 */
export function fetchTicket(call: TicketCall, signal: AbortSignal, most: number): Promise<string> {
  return new Promise((done, failed) => {
    const open: AbortController[] = []
    let calls = 0
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined

    function finish(): void {
      over = true
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      open.forEach((one) => one.abort())
    }

    function settle(one: AbortController, report: () => void): void {
      if (over || one.signal.aborted) return
      finish()
      report()
    }

    function next(): void {
      const one = new AbortController()
      open.push(one)
      if (open.length > AT_ONCE) open.shift()?.abort()
      calls += 1
      if (calls < most) timer = setTimeout(next, NEXT_MS)
      call(one.signal).then(
        (ticket) => settle(one, () => done(ticket)),
        (failure: unknown) => settle(one, () => failed(failure)),
      )
    }

    signal.addEventListener('abort', finish)
    next()
  })
}
