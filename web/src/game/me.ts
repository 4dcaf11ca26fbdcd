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

/** Makes a new guest with this name and a session. Raises ApiError. */
export async function becomeGuest(name: string): Promise<void> {
  await api.becomeGuest(name)
  save('name', name)
  await loadMe()
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
