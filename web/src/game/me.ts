/** Who sits at this browser. */
import { shallowRef } from 'vue'
import { api, ApiError, type Me } from '@/api/http'
import { load, save } from '@/storage'

/** Undefined until the server was asked, null if it knows nobody here. */
export const me = shallowRef<Me | null | undefined>(undefined)

/** Asks the server. Raises ApiError for anything but "nobody". */
export async function loadMe(): Promise<Me | null> {
  try {
    me.value = await api.me()
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure
    me.value = null
  }
  return me.value
}

/** A session under this name. Raises ApiError. */
export async function becomeGuest(name: string): Promise<void> {
  await api.becomeGuest(name)
  save('name', name)
  await loadMe()
}

/** Another name for the same player. Raises ApiError. */
export async function rename(name: string): Promise<void> {
  await api.rename(name)
  save('name', name)
  await loadMe()
}

/** The name last used here, to start with. */
export function lastName(): string {
  return load('name') ?? ''
}
