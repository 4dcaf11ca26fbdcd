/** The HTTP side of a player's own account. Raises `ApiError` like `api`. */
import { request, type Player } from '@/api/http'

export interface OwnSession {
  id: string
  name: string | null
  kind: 'cookie' | 'bearer'
  created_at: number
  expires_at: number
  current: boolean
}

export interface CardLine {
  kind: 'grant' | 'take_back' | 'hold' | 'post' | 'void'
  cards: number
  /** What it did to the cards that can be spent. */
  change: number
  /** Code of the room. */
  room: string | null
  reason: string
  at: number
}

export interface Cards {
  available: number
  held: number
  free: boolean
  history: CardLine[]
}

export const account = {
  cards: () => request<Cards>('GET', '/api/cards'),
  newCode: () => request<{ code: string }>('POST', '/api/me/recovery-code', {}),
  recover: (code: string) => request<{ player: Player }>('POST', '/api/recover', { code }),
  merge: (code: string) => request<{ merged: Player }>('POST', '/api/me/merge', { code }),
  sessions: () => request<{ sessions: OwnSession[] }>('GET', '/api/me/sessions'),
  nameSession: (id: string, name: string) => request('PATCH', `/api/me/sessions/${id}`, { name }),
  endSession: (id: string) => request('DELETE', `/api/me/sessions/${id}`),
  forget: () => request('POST', '/api/me/delete', { forever: true }),
}
