import { shallowRef } from 'vue'

export interface Toast {
  id: number
  text: string
}

const SHOWN_MS = 3_200
const MOST = 3
let last = 0

/** What is being said now, newest last. */
export const toasts = shallowRef<readonly Toast[]>([])

/** Tables on screen: a table shows toasts itself, because it may be turned. */
export const tables = shallowRef(0)

/** Says something for a few seconds; the same text again restarts its time. */
export function toast(text: string): void {
  const id = ++last
  toasts.value = [...toasts.value.filter((shown) => shown.text !== text).slice(1 - MOST), { id, text }]
  window.setTimeout(() => {
    toasts.value = toasts.value.filter((shown) => shown.id !== id)
  }, SHOWN_MS)
}
