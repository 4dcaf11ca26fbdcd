/** The player of this browser. */
import { shallowRef } from 'vue'
import { api, ApiError, type Me } from '@/api/http'
import { load, save } from '@/storage'

/** Undefined until the server has answered, null if this browser has no session. */
export const me = shallowRef<Me | null | undefined>(undefined)

/** Asks the server who the player is. Null without a session. Raises ApiError for all other failures. */
export async function loadMe(): Promise<Me | null> {
  try {
    me.value = await api.me()
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure
    me.value = null
  }
  return me.value
}

/** Loads the player after a sign-in. Raises ApiError, with code `no_cookies` if the browser has kept no session. */
export async function loadSignedIn(): Promise<void> {
  if ((await loadMe()) === null) throw new ApiError('no_cookies', 0)
}

/** Makes a new guest with this name and a session. Raises ApiError, see `loadSignedIn`. */
export async function becomeGuest(name: string): Promise<void> {
  await api.becomeGuest(name)
  save('name', name)
  await loadSignedIn()
}

/** Changes the name of the player. Raises ApiError. */
export async function rename(name: string): Promise<void> {
  await api.rename(name)
  save('name', name)
  await loadMe()
}

/** The name that was last used in this browser, to fill the form. */
export function lastName(): string {
  return load('name') ?? ''
}
