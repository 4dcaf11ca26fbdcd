import { api } from '@/api/http'

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

export interface Invitation {
  link: string
  /** Only this computer can open the link. */
  local: boolean
}

/** The link to a room for friends: with the address that the server knows for them, else with that of this page. */
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
