/**
 * The connection of one member to one room. It keeps itself alive, comes back by itself where that is right, and
 * brings every action to the server exactly once.
 */
import { ApiError } from '@/api/http'
import type {
  Ack,
  Act,
  Bye,
  ClientMessage,
  Error as ServerError,
  Frame,
  RoomView,
  ServerMessage,
  Welcome,
} from '@/api/protocol.gen'
import { endingOf, floorOf, waitMs } from './backoff'
import { ServerClock } from './clock'
import { Outbox, type Action } from './outbox'
import { SeatStream } from './stream'

/**
 * `connecting`, `live` and `lost` (coming back) are on the way; the others are ends: `replaced` by another tab, the
 * room is `over`, this player is `not_member` or `signed_out`, this page is `outdated` or the talk `failed`.
 */
export type LinkState =
  | 'connecting'
  | 'live'
  | 'lost'
  | 'left'
  | 'replaced'
  | 'over'
  | 'not_member'
  | 'signed_out'
  | 'outdated'
  | 'failed'

export interface LinkHandlers {
  state(state: LinkState): void
  /** A new view. `frame` is null for a snapshot; `late` if this is catching up and not news. */
  view(view: RoomView, frame: Frame | null, late: boolean): void
  /** An action is answered; `code` says why it was refused, null if it was not. */
  answered(act: Act, code: string | null): void
  /** The server's build differs from the one this page first met. */
  newBuild(): void
}

export interface LinkOptions {
  url: string
  room: string
  app: string
  /** A one-time ticket. Raises ApiError; 401 ends the connection as `signed_out`. */
  ticket(): Promise<string>
  handlers: LinkHandlers
}

const SUBPROTOCOL = 'guangan.v1'
const VERSION = 1
const TICK_MS = 250
const CONNECT_MS = 6_000
/**
 * A longer gap between two ticks, or a longer stay in the background, may have cost the connection. So may a step of
 * the phone's clock in either direction.
 */
const SLEPT_MS = 5_000
/** After a sleep a connection that was silent for so long is not trusted. */
const FRESH_MS = 3_000
const STABLE_MS = 30_000
/** Frames so soon after the welcome are what was missed. */
const CATCH_UP_MS = 500
const UNANSWERED_MS = 6_000

export class RoomLink {
  readonly clock = new ServerClock()
  private readonly stream = new SeatStream()
  private readonly outbox: Outbox
  private socket: WebSocket | null = null
  /** Counts connections: what an older one says is not heard. */
  private attempt = 0
  private state: LinkState = 'connecting'
  private ticker: ReturnType<typeof setInterval> | undefined
  private startedAt = 0
  private liveAt = 0
  private heardAt = 0
  private tickedAt = 0
  private hiddenAt = 0
  private beatAt = 0
  private retryAt: number | null = null
  private failures = 0
  private freshTicket = false
  private heartbeatMs = 10_000
  private byeMs = 0
  private build: string | null = null

  constructor(private readonly options: LinkOptions) {
    this.outbox = new Outbox(options.room, Date.now())
  }

  /** Opens the connection and keeps it. Call once. */
  start(): void {
    this.tickedAt = Date.now()
    this.ticker = setInterval(() => this.tick(), TICK_MS)
    document.addEventListener('visibilitychange', this.onVisible)
    window.addEventListener('pageshow', this.wake)
    window.addEventListener('online', this.wake)
    this.connect()
  }

  /** Closes it for good. */
  stop(): void {
    clearInterval(this.ticker)
    document.removeEventListener('visibilitychange', this.onVisible)
    window.removeEventListener('pageshow', this.wake)
    window.removeEventListener('online', this.wake)
    this.abandon()
  }

  /** Takes the seat back from another tab, or tries at once instead of at the next date. */
  resume(): void {
    this.failures = 0
    this.connect()
  }

  /** Sends an action now, or as soon as there is a connection. `decision` is the one it answers. */
  act(action: Action, decision: number | null): void {
    this.outbox.add(action, decision, Date.now())
    this.flush(Date.now())
  }

  private readonly onVisible = (): void => {
    const now = Date.now()
    if (document.visibilityState === 'hidden') this.hiddenAt = now
    else if (now - this.hiddenAt > SLEPT_MS) this.wake()
  }

  /** The page woke up or the network came back: a connection that may be dead is replaced at once. */
  private readonly wake = (): void => {
    const now = Date.now()
    if (this.state === 'lost') this.resume()
    else if (this.state === 'live' && Math.abs(now - this.heardAt) > FRESH_MS) {
      this.clock.reset()
      this.connect()
    }
  }

  private enter(state: LinkState): void {
    if (this.state === state) return
    this.state = state
    this.options.handlers.state(state)
  }

  private abandon(): void {
    this.attempt += 1
    if (this.socket !== null && this.socket.readyState <= WebSocket.OPEN) this.socket.close(1000)
  }

  private connect(): void {
    this.abandon()
    const attempt = this.attempt
    this.forgive(Date.now())
    this.retryAt = null
    this.byeMs = 0
    this.startedAt = Date.now()
    if (this.state !== 'connecting') this.enter('lost')
    this.options.ticket().then(
      (ticket) => {
        if (attempt === this.attempt) this.open(attempt, ticket)
      },
      (failure: unknown) => {
        if (attempt === this.attempt) this.noTicket(failure)
      },
    )
  }

  private noTicket(failure: unknown): void {
    if (failure instanceof ApiError && failure.status === 401) this.enter('signed_out')
    else this.retry(0)
  }

  private open(attempt: number, ticket: string): void {
    const socket = new WebSocket(this.options.url, SUBPROTOCOL)
    this.socket = socket
    const current = (): boolean => attempt === this.attempt
    socket.onopen = () => {
      if (current()) this.hello(ticket)
    }
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (current() && typeof event.data === 'string') this.hear(event.data)
    }
    socket.onclose = (event) => {
      if (current()) this.closed(event.code)
    }
  }

  private hello(ticket: string): void {
    const cursor = this.stream.cursor
    this.send({
      type: 'hello',
      version: VERSION,
      ticket,
      room: this.options.room,
      app: this.options.app,
      ...(cursor === null ? {} : { cursor }),
    })
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private hear(raw: string): void {
    this.heardAt = Date.now()
    const message = JSON.parse(raw) as ServerMessage | Frame
    if (!('type' in message)) this.frame(message, raw)
    else this.control(message)
  }

  private control(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message)
      case 'snapshot':
        this.stream.snapshot(message)
        return this.options.handlers.view(message.view, null, true)
      case 'ack':
        return this.ack(message)
      case 'error':
        return this.trouble(message)
      case 'heartbeat':
        return this.clock.heard(message.now, this.heardAt)
      case 'bye':
        return this.bye(message)
    }
  }

  private welcome(message: Welcome): void {
    this.clock.heard(message.now, this.heardAt)
    this.heartbeatMs = message.heartbeat_ms
    this.stream.begin(message.epoch)
    if (message.resume === 'snapshot') this.stream.forget()
    this.liveAt = this.heardAt
    this.beatAt = this.heardAt
    this.freshTicket = false
    this.enter('live')
    if (this.build !== null && this.build !== message.build) this.options.handlers.newBuild()
    this.build = message.build
    this.outbox.rewind(this.heardAt)
    this.flush(this.heardAt)
  }

  private frame(frame: Frame, raw: string): void {
    const arrival = this.stream.frame(frame, raw)
    if (arrival === 'gap') return this.connect()
    const { view } = this.stream
    if (arrival === 'next' && view !== null) {
      this.options.handlers.view(view, frame, this.heardAt - this.liveAt < CATCH_UP_MS)
    }
  }

  private ack(message: Ack): void {
    const code = message.result === 'ok' ? null : (message.code ?? 'unknown')
    const act = this.outbox.answered(message.action_id, code, this.heardAt)
    if (act !== null) this.options.handlers.answered(act, code)
  }

  /** The gateway could not take a message: wait, or give up the action that it was. */
  private trouble(message: ServerError): void {
    if (message.retry) return this.outbox.hold(this.heardAt + (message.after_ms ?? 1_000))
    const act = this.outbox.waiting[0]?.act
    if (act === undefined) return
    this.outbox.drop(act.action_id)
    this.options.handlers.answered(act, message.code)
  }

  private bye(message: Bye): void {
    this.byeMs = message.retry_ms
  }

  private closed(code: number): void {
    const ending = endingOf(code)
    if (ending === 'retry') return this.retry(Math.max(floorOf(code), this.byeMs))
    if (ending !== 'new_ticket') return this.enter(ending)
    if (this.freshTicket) return this.enter('signed_out')
    this.freshTicket = true
    this.connect()
  }

  private retry(floor: number): void {
    const now = Date.now()
    this.abandon()
    this.forgive(now)
    this.failures += 1
    this.retryAt = now + floor + waitMs(this.failures, Math.random())
    this.enter('lost')
  }

  /** A connection that held for half a minute ends the count of failures: the next wait is short again. */
  private forgive(now: number): void {
    if (this.state === 'live' && now - this.liveAt > STABLE_MS) this.failures = 0
  }

  private flush(now: number): void {
    if (this.state !== 'live') return
    for (const act of this.outbox.take(now)) this.send(act)
  }

  private tick(): void {
    const now = Date.now()
    const slept = Math.abs(now - this.tickedAt) > SLEPT_MS
    this.tickedAt = now
    if (slept) this.wake()
    if (this.state === 'live') this.tend(now)
    else if (this.retryAt !== null && now >= this.retryAt) this.connect()
    else if (this.connecting && now - this.startedAt > CONNECT_MS) this.retry(0)
  }

  private get connecting(): boolean {
    return this.retryAt === null && (this.state === 'connecting' || this.state === 'lost')
  }

  /** A live connection: beat, send again what is unanswered, and give it up when it has gone silent. */
  private tend(now: number): void {
    if (now - this.heardAt > 2.5 * this.heartbeatMs || this.ignored(now)) return this.connect()
    if (now - this.beatAt >= this.heartbeatMs) {
      this.beatAt = now
      this.send({ type: 'heartbeat', seq: this.stream.position })
    }
    this.flush(now)
  }

  /** An action was sent more than once and nothing at all has come since. */
  private ignored(now: number): boolean {
    return this.outbox.waiting.some(({ tries }) => tries > 1) && now - this.heardAt > UNANSWERED_MS
  }
}
