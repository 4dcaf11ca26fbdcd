/** HTTP calls for players. Every failure is an `ApiError` with the server's code, or with `network`. */
import type {
  Config,
  Entered,
  ErrorAnswer,
  HandToScore as AskedHand,
  Myself,
  NewRoomBody,
  OptionValue,
  Receipt,
  Renamed,
  RoomAnswer,
  RoomCard,
  Rules,
  Ticket,
  Waits,
} from '@/api/http.gen'

export type {
  CardPrices,
  Config,
  NearMiss,
  OptionSpec,
  OptionValue,
  Receipt,
  RoomCard,
  Rules,
  ScoredItem,
  WaitKe,
  Waits,
} from '@/api/http.gen'
export type Me = Myself
/** The question of the 算颗器 (score calculator), with every optional field set. */
export type HandToScore = Required<AskedHand>
/** A new room, with every optional field set. The server checks the choices against those in `Rules`. */
export type NewRoom = Required<Omit<NewRoomBody, 'turn_seconds' | 'window'>> &
  Pick<RoomCard, 'turn_seconds'> & { window: string }
export type Options = Record<string, OptionValue>
/** Who pays for a match. */
export type Payer = RoomCard['payer']

/** A failed request. `code`: the server's, or `network` without an answer, or `http_500` … for an answer without code. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly field: string | null = null,
    /** With code `already_elsewhere`: the code of the other room. */
    readonly room: string | null = null,
    /** With code `no_cards`: the price, and the cards that the player can spend. */
    readonly cards: { cost: number; available: number } | null = null,
  ) {
    super(code)
  }
}

const TIMEOUT_MS = 10_000

/** Sends a request and returns the JSON of its answer. `signal` ends it early. Raises ApiError. */
export async function request<T = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS)
  signal?.addEventListener('abort', () => abort.abort())
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

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw refusal(response.status, text)
}

function refusal(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorAnswer>
    const { code = `http_${status}`, field = null, room = null, cost, available } = error ?? {}
    const cards = cost === undefined || available === undefined ? null : { cost, available }
    return new ApiError(code, status, field, room, cards)
  } catch {
    return new ApiError(`http_${status}`, status)
  }
}

const code = (text: string): string => encodeURIComponent(text)

export const api = {
  me: () => request<Myself>('GET', '/api/me'),
  becomeGuest: (name: string) => request<Entered>('POST', '/api/guests', { name }),
  rename: (name: string) => request<Renamed>('PATCH', '/api/me', { name }),
  rules: () => request<Rules>('GET', '/api/rules'),
  config: () => request<Config>('GET', '/api/config'),
  createRoom: (room: NewRoom) => request<RoomAnswer>('POST', '/api/rooms', room),
  room: (digits: string) => request<RoomAnswer>('GET', `/api/rooms/${code(digits)}`),
  join: (digits: string) => request<RoomAnswer>('POST', `/api/rooms/${code(digits)}/join`, {}),
  score: (asked: HandToScore) => request<Receipt | Waits>('POST', '/api/score', asked),
  ticket: (signal?: AbortSignal) => request<Ticket>('POST', '/api/ws-ticket', {}, {}, signal),
}
