/** The HTTP side of the operator's console. Changes carry the token that signing in gave. */
import { request } from '@/api/http'
import type { MeldView } from '@/api/protocol.gen'

export interface Found {
  id: string
  name: string
  created_at: number
  last_seen: number
  available: number
  held: number
  banned: boolean
  muted: boolean
  reason: string
  room: string | null
  sharing: { what: string; names: string[]; address: string | null }[]
}

export interface SeenRoom {
  id: string
  code: string
  preset: string
  match: number
  hand: number
  created_at: number
  phase: string | null
  seats: { seat: number; name: string; bot: boolean; online: boolean }[]
  pending: { seat: number; name: string; since: number; until: number | null; online: boolean }[]
  stuck: string[]
  sharing: { what: string; seats: number[]; address: string | null }[]
}

export interface OpenSeat {
  seat: number
  name: string
  hand: string
  drawn: string | null
  melds: MeldView[]
  river: string[]
  void: string | null
  won: boolean
}

export interface OpenHand {
  match: number
  hand: number
  at: number
  turn: number | null
  wall: number
  seats: OpenSeat[]
}

export interface Act {
  id: string
  /** Empty for the command line. */
  admin: string
  act: string
  target: string
  detail: Record<string, string | number | boolean>
  at: number
}

export interface Audit {
  accounts: number
  transfers: number
  hands: number
  replayed: number
  wrong: number
  findings: string[]
}

export interface Notices {
  announcement: string
  draining: boolean
}

interface Session {
  name: string
  csrf: string
}

const at = (path: string): string => `/api/admin${path}`
let csrf = ''

const change = <T>(method: string, path: string, body: unknown): Promise<T> =>
  request<T>(method, at(path), body, { 'X-CSRF-Token': csrf })

async function opened(asked: Promise<Session>): Promise<string> {
  const session = await asked
  csrf = session.csrf
  return session.name
}

export const desk = {
  session: () => opened(request<Session>('GET', at('/session'))),
  login: (name: string, password: string, code: string) =>
    opened(request<Session>('POST', at('/login'), { name, password, code })),
  logout: () => change('POST', '/logout', {}),
  players: (word: string) =>
    request<{ players: Found[]; more: boolean }>('GET', at(`/players?q=${encodeURIComponent(word)}`)),
  moveCards: (id: string, cards: number, key: string, reason: string) =>
    change('POST', `/players/${id}/cards`, { take_back: cards < 0, cards: Math.abs(cards), key, reason }),
  rights: (id: string, banned: boolean, muted: boolean, reason: string) =>
    change('PUT', `/players/${id}/rights`, { banned, muted, reason }),
  rooms: () => request<{ rooms: SeenRoom[] }>('GET', at('/rooms')),
  dissolve: (id: string) =>
    change<{ released: number; refunded: number }>('POST', `/rooms/${id}/dissolve`, {}),
  inspect: (id: string, reason: string, key: string) =>
    change<{ hand: OpenHand }>('POST', `/rooms/${id}/inspect`, { reason, key }),
  bundleUrl: (id: string) => at(`/rooms/${id}/bundle`),
  notices: () => request<Notices>('GET', at('/notices')),
  announce: (text: string) => change<{ announcement: string }>('PUT', '/notices/announcement', { text }),
  drain: (on: boolean) => change<{ draining: boolean }>('PUT', '/notices/drain', { on }),
  verify: () => change<Audit>('POST', '/verify-ledger', {}),
  /** The newest lines of the log, or those that are older than a line. */
  acts: (before?: string) =>
    request<{ acts: Act[]; more: boolean }>('GET', at(before ? `/audit?before=${before}` : '/audit')),
}
