/**
 * Actions that wait for an answer. The outbox stores each action before the first send, and sends it again, unchanged,
 * until the server answers. So a lost connection or a reload neither loses an action nor does it twice.
 */
import { randomHex } from '@/api/ids'
import type { Act } from '@/api/protocol.gen'
import { forget, load, save } from '@/storage'

export type Action = Act['action']

export interface Pending {
  act: Act
  /** Local time (ms) at which the player acted. */
  made: number
  /** Local time (ms) of the next send. */
  due: number
  tries: number
}

const RESEND_MS = 2_500
/** Drops an older action after a reload: the table has moved on. */
const STALE_MS = 120_000
const MOST = 8
/** Refusals that mean "not now". The outbox sends the same action again. */
const TEMPORARY = new Set(['busy', 'store_unavailable', 'overloaded', 'rate_limited'])
const MOST_TRIES = 8

export class Outbox {
  private pending: Pending[] = []
  private readonly name: string

  constructor(room: string, now: number) {
    this.name = `outbox.${room}`
    this.pending = restore(load(this.name), now)
  }

  get waiting(): readonly Pending[] {
    return this.pending
  }

  add(action: Action, decision: number | null, now: number): void {
    const act: Act = { type: 'act', action_id: randomHex(12), action }
    if (decision !== null) act.decision = decision
    this.pending = [...this.pending.slice(1 - MOST), { act, made: now, due: now, tries: 0 }]
    this.store()
  }

  /** Makes all actions due now, because the connection is new. */
  rewind(now: number): void {
    for (const entry of this.pending) entry.due = now
  }

  /** Sends nothing before the local time `until`. */
  hold(until: number): void {
    for (const entry of this.pending) entry.due = Math.max(entry.due, until)
  }

  /** Returns the actions that are due, for the caller to send now. */
  take(now: number): Act[] {
    const due = this.pending.filter((entry) => entry.due <= now)
    for (const entry of due) {
      entry.due = now + RESEND_MS
      entry.tries += 1
    }
    return due.map(({ act }) => act)
  }

  /** The server has answered. Returns the action, or null if it is unknown or the outbox will send it again. */
  answered(id: string, code: string | null, now: number): Act | null {
    const entry = this.pending.find(({ act }) => act.action_id === id)
    if (entry === undefined) return null
    if (code !== null && TEMPORARY.has(code) && entry.tries < MOST_TRIES) {
      entry.due = now + Math.min(5_000, 300 * 2 ** entry.tries)
      return null
    }
    this.drop(id)
    return entry.act
  }

  drop(id: string): void {
    this.pending = this.pending.filter(({ act }) => act.action_id !== id)
    this.store()
  }

  clear(): void {
    this.pending = []
    this.store()
  }

  private store(): void {
    if (this.pending.length === 0) forget(this.name)
    else save(this.name, JSON.stringify(this.pending.map(({ act, made }) => ({ act, made }))))
  }
}

function restore(text: string | null, now: number): Pending[] {
  try {
    const stored = JSON.parse(text ?? '[]') as { act: Act; made: number }[]
    return stored
      .filter(({ act, made }) => typeof act.action_id === 'string' && Math.abs(now - made) < STALE_MS)
      .map(({ act, made }) => ({ act, made, due: now, tries: 0 }))
  } catch {
    return []
  }
}
