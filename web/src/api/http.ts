/** The HTTP side of the server. Every failure is an `ApiError` with the server's code, or `network`. */

export type OptionValue = boolean | number | string | Record<string, number> | string[] | null
export type Options = Record<string, OptionValue>
/** Who pays for a match. */
export type Payer = 'owner' | 'split' | 'winner'
export type RoomPhase = 'lobby' | 'playing' | 'settling' | 'between' | 'ended' | 'dissolved'

export interface OptionSpec {
  name: string
  kind: 'bool' | 'int' | 'choice' | 'set' | 'map'
  rules: string[]
  choices: (string | number)[]
  keys: string[]
  minimum: number
  maximum: number
  nullable: boolean
}

export interface Rules {
  presets: Record<string, Options>
  options: OptionSpec[]
  items: { id: string; rule: string; ke: number | null }[]
  turn_seconds: (number | null)[]
  windows: string[]
}

export interface RoomCard {
  /** Members only. */
  id: string | null
  code: string
  preset: string
  options: Options
  players: number
  hands: number
  turn_seconds: number | null
  window: string
  payer: Payer
  /** Room cards of a match, for the whole table. */
  cost: number
  /** Held of whoever takes a seat. */
  join_cost: number
  phase: RoomPhase
  seats: ({ name: string; bot: boolean } | null)[]
  member: boolean
}

export interface Player {
  id: string
  name: string
}

export interface Me {
  player: Player
  room: { id: string; code: string; phase: RoomPhase } | null
  version: string
}

export interface Config {
  version: string
  /** An address of this server that other devices can open; null means the page's own. */
  share_url: string | null
  languages: string[]
  /** What the operator has to say; empty for nothing. */
  announcement: string
  /** No new rooms just now. */
  draining: boolean
  cards: CardPrices
}

export interface CardPrices {
  /** Rooms cost nothing here. */
  free: boolean
  /** Cards for a match of up to so many hands. */
  prices: Record<Payer, Record<string, number>>
}

export interface NewRoom {
  /** Made by the client: the same key again gives the same room. */
  key: string
  preset: string
  /** Only what differs from the preset. */
  options: Options
  turn_seconds: number | null
  window: string
  payer: Payer
}

/** What the 算颗器 asks: 14 tiles and the one that won, or 13 and null. */
export interface HandToScore {
  hand: string
  tile: string | null
  preset: string
  /** Only what differs from the preset. */
  options: Options
  by: 'draw' | 'discard' | 'rob_kong'
  after_kong: boolean
  last_tile: boolean
  void_suit: 'm' | 'p' | 's' | null
}

export interface ScoredItem {
  id: string
  /** The rule it comes from: R41. */
  rule: string
  ke: number
  tiles: string
}

/** An item that the hand seems to earn and does not. */
export interface NearMiss {
  id: string
  rule: string
  reason: string
  tiles: string
}

export interface WaitKe {
  tile: string
  ke: number
}

export interface Receipt {
  ke: number
  multiplier: number
  /** 颗 before the multiplier. */
  items: ScoredItem[]
  near_misses: NearMiss[]
  waits: WaitKe[]
}

/** Of 13 tiles. `why` is there when nothing completes them. */
export interface Waits {
  waits: WaitKe[]
  why?: string
}

/** A refusal. `code` is the server's, `network` without an answer, `http_500` … for an answer without a code. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly field: string | null = null,
    /** Code of the other room, with `already_elsewhere`. */
    readonly room: string | null = null,
    /** With `no_cards`. */
    readonly cards: { cost: number; available: number } | null = null,
  ) {
    super(code)
  }
}

const TIMEOUT_MS = 10_000

/** Raises ApiError. */
export async function request<T = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      method,
      signal: abort.signal,
      credentials: 'same-origin',
      headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return await read<T>(response)
  } catch (failure) {
    throw failure instanceof ApiError ? failure : new ApiError('network', 0)
  } finally {
    clearTimeout(timer)
  }
}

interface Refusal {
  error?: { code?: string; field?: string; room?: string; cost?: number; available?: number }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw refusal(response.status, text)
}

function refusal(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as Refusal
    const { code = `http_${status}`, field = null, room = null, cost, available } = error ?? {}
    const cards = cost === undefined || available === undefined ? null : { cost, available }
    return new ApiError(code, status, field, room, cards)
  } catch {
    return new ApiError(`http_${status}`, status)
  }
}

const code = (text: string): string => encodeURIComponent(text)

export const api = {
  me: () => request<Me>('GET', '/api/me'),
  becomeGuest: (name: string) => request<{ player: Player }>('POST', '/api/guests', { name }),
  rename: (name: string) => request<{ player: Player }>('PATCH', '/api/me', { name }),
  rules: () => request<Rules>('GET', '/api/rules'),
  config: () => request<Config>('GET', '/api/config'),
  createRoom: (room: NewRoom) => request<{ room: RoomCard }>('POST', '/api/rooms', room),
  room: (digits: string) => request<{ room: RoomCard }>('GET', `/api/rooms/${code(digits)}`),
  join: (digits: string) => request<{ room: RoomCard }>('POST', `/api/rooms/${code(digits)}/join`, {}),
  score: (asked: HandToScore) => request<Receipt | Waits>('POST', '/api/score', asked),
  ticket: () => request<{ ticket: string; expires_in_ms: number }>('POST', '/api/ws-ticket', {}),
}
