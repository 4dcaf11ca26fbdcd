/** HTTP calls of the operator's console. Calls that change something send the token from the sign-in. */
import { request } from '@/api/http'
import type {
  Announced,
  AuditActs,
  AuditReport,
  Dissolved,
  FoundPlayers,
  Inspected,
  Notices,
  OperatorSession,
  RoomReports,
} from '@/api/console.gen'

export type {
  AuditAct as Act,
  AuditReport as Audit,
  FoundPlayer as Found,
  OpenHand,
  OpenSeat,
  RoomReport as SeenRoom,
} from '@/api/console.gen'

const at = (path: string): string => `/api/admin${path}`
let csrf = ''

const change = <T>(method: string, path: string, body: unknown): Promise<T> =>
  request<T>(method, at(path), body, { 'X-CSRF-Token': csrf })

async function opened(asked: Promise<OperatorSession>): Promise<string> {
  const session = await asked
  csrf = session.csrf
  return session.name
}

export const desk = {
  session: () => opened(request<OperatorSession>('GET', at('/session'))),
  login: (name: string, password: string, code: string) =>
    opened(request<OperatorSession>('POST', at('/login'), { name, password, code })),
  logout: () => change('POST', '/logout', {}),
  players: (word: string) => request<FoundPlayers>('GET', at(`/players?q=${encodeURIComponent(word)}`)),
  moveCards: (id: string, cards: number, key: string, reason: string) =>
    change('POST', `/players/${id}/cards`, { take_back: cards < 0, cards: Math.abs(cards), key, reason }),
  rights: (id: string, banned: boolean, muted: boolean, reason: string) =>
    change('PUT', `/players/${id}/rights`, { banned, muted, reason }),
  rooms: () => request<RoomReports>('GET', at('/rooms')),
  dissolve: (id: string) => change<Dissolved>('POST', `/rooms/${id}/dissolve`, {}),
  inspect: (id: string, reason: string, key: string) =>
    change<Inspected>('POST', `/rooms/${id}/inspect`, { reason, key }),
  bundleUrl: (id: string) => at(`/rooms/${id}/bundle`),
  notices: () => request<Notices>('GET', at('/notices')),
  announce: (text: string) => change<Announced>('PUT', '/notices/announcement', { text }),
  drain: (on: boolean) => change<{ draining: boolean }>('PUT', '/notices/drain', { on }),
  verify: () => change<AuditReport>('POST', '/verify-ledger', {}),
  /** The newest lines of the audit log, or the newest lines that are older than line `before`. */
  acts: (before?: string) => request<AuditActs>('GET', at(before ? `/audit?before=${before}` : '/audit')),
}
