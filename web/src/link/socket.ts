/**
 * The connection of one member to one room. It sends heartbeats, reconnects unless the end is final, and delivers every
 * action to the server exactly once.
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
import { type Ending, endingOf, floorOf, waitMs } from './backoff'
import { ServerClock } from './clock'
import { watchDevice } from './device'
import { Outbox, type Action } from './outbox'
import { SeatStream, type Arrival } from './stream'
import { fetchTicket, MOST_CALLS, type TicketCall } from './ticket'

/**
 * `connecting`, `live` and `lost` (it reconnects) may change. The others are final: another tab has `replaced` this
 * one, the room is `over`, the owner has `removed` the player, the seat has `lapsed`, the player is `not_member` or
 * `signed_out` or `banned`, the page is `outdated` or `broken` (it cannot follow the game), or the protocol `failed`.
 */
export type LinkState =
  | 'connecting'
  | 'live'
  | 'lost'
  | 'left'
  | 'replaced'
  | 'over'
  | 'not_member'
  | 'removed'
  | 'lapsed'
  | 'signed_out'
  | 'banned'
  | 'outdated'
  | 'broken'
  | 'failed'

export interface LinkHandlers {
  state(state: LinkState): void
  /** A new view. `frame` is null for a snapshot. `late`: it happened earlier, and the client only catches up. */
  view(view: RoomView, frame: Frame | null, late: boolean): void
  /** The server has answered an action. `code` is the reason of a refusal, null if it accepts. */
  answered(act: Act, code: string | null): void
  /** The server's build differs from that of the first connection. */
  newBuild(): void
}

export interface LinkOptions {
  url: string
  room: string
  app: string
  /** Fetches a ticket. Raises ApiError: 401 ends the connection as `signed_out`, the code `banned` as `banned`. */
  ticket: TicketCall
  handlers: LinkHandlers
}

const SUBPROTOCOL = 'guangan.v1'
const VERSION = 1
const TICK_MS = 250
const CONNECT_MS = 6_000
/** After a longer gap between two ticks, or a jump of the phone's clock, the connection may be dead. */
const SLEPT_MS = 5_000
/** After such a sleep, a connection that has been silent for longer than this is replaced. */
const FRESH_MS = 3_000
const STABLE_MS = 30_000
/** Frames that come within this time after the welcome count as missed ones. */
const CATCH_UP_MS = 500
const UNANSWERED_MS = 6_000
/** If the page cannot read its stream twice within this time, it gives up. */
const UNREADABLE_MS = 60_000
/** Errors that say why the player has no seat any more. They come before the close code, and refuse no action. */
const NO_SEAT: Readonly<Record<string, LinkState>> = { removed: 'removed', seat_lapsed: 'lapsed' }

export class RoomLink {
  readonly clock = new ServerClock()
  private readonly stream = new SeatStream()
  private readonly outbox: Outbox
  private socket: WebSocket | null = null
  /** The number of the present connection. Messages of older connections are ignored. */
  private attempt = 0
  private state: LinkState = 'connecting'
  private ticker: ReturnType<typeof setInterval> | undefined
  private startedAt = 0
  private liveAt = 0
  private heardAt = 0
  private tickedAt = 0
  private unwatch: () => void = () => undefined
  private beatAt = 0
  private retryAt: number | null = null
  private failures = 0
  private freshTicket = false
  private unreadableAt: number | null = null
  /** The last connection ended in silence. Those that the browser keeps for HTTP may be dead, too. */
  private silent = false
  /** Ends the ticket calls of the present attempt. */
  private calls = new AbortController()
  private heartbeatMs = 10_000
  private byeMs = 0
  private build: string | null = null
  /** Why the player has no seat any more, if the server has said so on the present connection. */
  private noSeat: LinkState | null = null

  constructor(private readonly options: LinkOptions) {
    this.outbox = new Outbox(options.room, Date.now())
  }

  /** Opens the connection, and opens it again whenever it breaks. */
  start(): void {
    this.tickedAt = Date.now()
    this.ticker = setInterval(() => this.tick(), TICK_MS)
    this.unwatch = watchDevice({
      woke: () => this.wake(),
      online: () => this.online(),
      offline: () => this.offline(),
    })
    this.connect()
  }

  /** Closes the connection for good. */
  stop(): void {
    clearInterval(this.ticker)
    this.unwatch()
    this.abandon()
  }

  /** Takes the seat back from another tab, or tries to connect now instead of after the wait. */
  resume(): void {
    this.failures = 0
    this.connect()
  }

  /** Sends an action now, or as soon as there is a connection. `decision`: id of the decision that it answers. */
  act(action: Action, decision: number | null): void {
    this.outbox.add(action, decision, Date.now())
    this.flush(Date.now())
  }

  /** Runs when the page wakes up or the network comes back. Replaces a connection that may be dead. */
  private wake(): void {
    const now = Date.now()
    this.silent = true
    if (this.state === 'lost') this.resume()
    else if (this.state === 'live' && Math.abs(now - this.heardAt) > FRESH_MS) {
      this.clock.reset()
      this.connect()
    }
  }

  /** A first attempt that began without a network hangs, so it begins again, too. */
  private online(): void {
    if (this.state === 'connecting') this.resume()
    else this.wake()
  }

  /** The device has lost its network. The page says so at once and does not wait for the silence to be long enough. */
  private offline(): void {
    this.silent = true
    if (this.state === 'live' || this.connecting) this.retry(0)
  }

  private enter(state: LinkState): void {
    if (this.state === state) return
    this.state = state
    this.options.handlers.state(state)
  }

  private abandon(): void {
    this.attempt += 1
    this.calls.abort()
    if (this.socket !== null && this.socket.readyState <= WebSocket.OPEN) this.socket.close(1000)
  }

  private connect(): void {
    this.abandon()
    const attempt = this.attempt
    this.forgive(Date.now())
    this.retryAt = null
    this.byeMs = 0
    this.noSeat = null
    this.startedAt = Date.now()
    if (this.state !== 'connecting') this.enter('lost')
    this.calls = new AbortController()
    fetchTicket(this.options.ticket, this.calls.signal, this.silent ? MOST_CALLS : 1).then(
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
    else if (failure instanceof ApiError && failure.code === 'banned') this.enter('banned')
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

  /** The place of the frame. Null if the page cannot apply it. */
  private arrival(frame: Frame, raw: string): Arrival | null {
    try {
      return this.stream.frame(frame, raw)
    } catch {
      return null
    }
  }

  /** A frame cannot be applied. The same cursor would bring it again, so the page asks for a snapshot, once. */
  private unreadable(): void {
    const again = this.unreadableAt !== null && this.heardAt - this.unreadableAt < UNREADABLE_MS
    this.unreadableAt = this.heardAt
    this.stream.forget()
    if (!again) return this.connect()
    this.abandon()
    this.enter('broken')
  }

  /** A frame is missing. The page comes back at once the first time. Then it is a failure like any other. */
  private gap(): void {
    this.forgive(this.heardAt)
    if (this.failures > 0) return this.retry(0)
    this.failures = 1
    this.connect()
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
    this.silent = false
    this.beatAt = this.heardAt
    this.freshTicket = false
    this.enter('live')
    if (this.build !== null && this.build !== message.build) this.options.handlers.newBuild()
    this.build = message.build
    this.outbox.rewind(this.heardAt)
    this.flush(this.heardAt)
  }

  private frame(frame: Frame, raw: string): void {
    const arrival = this.arrival(frame, raw)
    if (arrival === null) return this.unreadable()
    if (arrival === 'gap') return this.gap()
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

  /** The gateway refused a message. Waits if it asks for that, else gives up the oldest action if it was one. */
  private trouble(message: ServerError): void {
    if (message.retry) return this.outbox.hold(this.heardAt + (message.after_ms ?? 1_000))
    this.noSeat = NO_SEAT[message.code] ?? null
    if (this.state !== 'live' || this.noSeat !== null) return
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
    if (ending !== 'new_ticket') return this.enter(this.concluded(ending))
    if (this.freshTicket) return this.enter('signed_out')
    this.freshTicket = true
    this.connect()
  }

  /**
   * Without a seat a `leave` is done, also if its answer was lost. Nothing that waits may reach a later seat in the
   * same room.
   */
  private concluded(ending: Exclude<Ending, 'retry' | 'new_ticket'>): LinkState {
    if (ending !== 'left' && ending !== 'not_member') return ending
    const leave = this.outbox.waiting.find(({ act }) => act.action.type === 'leave')
    this.outbox.clear()
    if (leave === undefined) return this.noSeat ?? ending
    this.options.handlers.answered(leave.act, null)
    return 'left'
  }

  private retry(floor: number): void {
    const now = Date.now()
    this.abandon()
    this.forgive(now)
    this.failures += 1
    this.retryAt = now + floor + waitMs(this.failures, Math.random())
    this.enter('lost')
  }

  /** Forgets earlier failures if the connection was live for half a minute, so that the next wait is short. */
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
    else if (this.connecting && now - this.startedAt > CONNECT_MS) {
      this.silent = true
      this.retry(0)
    }
  }

  private get connecting(): boolean {
    return this.retryAt === null && (this.state === 'connecting' || this.state === 'lost')
  }

  /** Keeps a live connection working: sends heartbeats and due actions, and reconnects after too long a silence. */
  private tend(now: number): void {
    if (now - this.heardAt > 2.5 * this.heartbeatMs || this.ignored(now)) {
      this.silent = true
      return this.connect()
    }
    if (now - this.beatAt >= this.heartbeatMs) {
      this.beatAt = now
      this.send({ type: 'heartbeat', seq: this.stream.position })
    }
    this.flush(now)
  }

  /** Whether an action was sent more than once and no message has come for some time. */
  private ignored(now: number): boolean {
    return this.outbox.waiting.some(({ tries }) => tries > 1) && now - this.heardAt > UNANSWERED_MS
  }
}
