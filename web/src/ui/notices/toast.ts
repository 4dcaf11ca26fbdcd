import { shallowRef } from 'vue'

export interface Toast {
  id: number
  text: string
}

const SHOWN_MS = 3_200
const MOST = 3
let last = 0

/** The present toasts, the newest last. */
export const toasts = shallowRef<readonly Toast[]>([])

/** The number of tables on the screen. A table shows toasts itself, because it may be turned. */
export const tables = shallowRef(0)

/** How long a text is shown that a player must not miss, ms. */
export const LONG_MS = 8_000

/** Shows a text for `ms`. If it is there already, its time starts again. */
export function toast(text: string, ms = SHOWN_MS): void {
  const id = ++last
  toasts.value = [...toasts.value.filter((shown) => shown.text !== text).slice(1 - MOST), { id, text }]
  window.setTimeout(() => {
    toasts.value = toasts.value.filter((shown) => shown.id !== id)
  }, ms)
}
