import type { Act, ClientMessage } from '@/api/protocol.gen'
import { roomView } from '../fixtures'

/** Stands in for `WebSocket`: the test opens it, speaks for the server and drops it. */
export class FakeSocket {
  static made: FakeSocket[] = []
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  readyState = 0
  /** The code with which the page closed it. */
  closedWith: number | null = null
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(code: number): void {
    this.readyState = 3
    this.closedWith = code
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  say(message: object): string {
    const data = JSON.stringify(message)
    this.onmessage?.({ data })
    return data
  }

  drop(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }

  /** Answers the newest action: done in frame `seq`, or rejected with `code`. */
  answer(seq: number, code: string | null = null): void {
    const act = this.acts[this.acts.length - 1]
    const result = code === null ? { result: 'ok', seq } : { result: 'rejected', code }
    this.say({ type: 'ack', action_id: act?.action_id, ...result })
  }

  get acts(): Act[] {
    return this.sent.filter((message): message is Act => message.type === 'act')
  }
}

/** The socket that was made last. */
export const newest = (): FakeSocket => FakeSocket.made[FakeSocket.made.length - 1] as FakeSocket

export const WELCOME = {
  type: 'welcome',
  version: 1,
  room: 'room0001',
  epoch: 7,
  now: 1_000_500,
  heartbeat_ms: 10_000,
  resume: 'snapshot',
  limits: { message_bytes: 4096, messages_per_second: 10 },
  build: 'a',
}
export const SNAPSHOT = { type: 'snapshot', seq: 4, hash: '0'.repeat(16), view: roomView() }
