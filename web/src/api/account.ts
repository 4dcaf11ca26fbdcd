/** HTTP calls for the player's own account. They raise `ApiError` as those of `api` do. */
import { request } from '@/api/http'
import type { Cards, Entered, Merged, NamedSession, OwnSessions, RecoveryCode } from '@/api/http.gen'

export type { CardLine, Cards, OwnSession } from '@/api/http.gen'

export const account = {
  cards: () => request<Cards>('GET', '/api/cards'),
  newCode: () => request<RecoveryCode>('POST', '/api/me/recovery-code', {}),
  recover: (code: string) => request<Entered>('POST', '/api/recover', { code }),
  merge: (code: string) => request<Merged>('POST', '/api/me/merge', { code }),
  sessions: () => request<OwnSessions>('GET', '/api/me/sessions'),
  nameSession: (id: string, name: string) =>
    request<NamedSession>('PATCH', `/api/me/sessions/${id}`, { name }),
  endSession: (id: string) => request('DELETE', `/api/me/sessions/${id}`),
  forget: () => request('POST', '/api/me/delete', { forever: true }),
}
