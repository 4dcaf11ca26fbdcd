import { api } from '@/api/http'

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

export interface Invitation {
  link: string
  /** Only this computer can open the link, and the server knows no better one. */
  local: boolean
}

/** A link to the room that a friend's phone can open, if the server knows one or this page was opened by one. */
export async function invitation(code: string): Promise<Invitation> {
  const { origin, hostname } = window.location
  const local = LOCAL.test(hostname)
  const shared = await api.config().then(
    ({ share_url }) => share_url,
    () => null,
  )
  const base = (shared ?? origin).replace(/\/+$/, '')
  return { link: `${base}/r/${code}`, local: local && shared === null }
}
