import { onBeforeUnmount, ref, watch, type Ref } from 'vue'
import type { Session } from '@/game/session'

/** Shorter gaps in the connection show no message. */
const PATIENCE_MS = 1_500

/** Whether the connection has been away long enough for a message. */
export function useLate(session: Session): Ref<boolean> {
  const late = ref(false)
  let timer = 0
  watch(
    () => session.state.value === 'live',
    (live) => {
      window.clearTimeout(timer)
      if (live) late.value = false
      else timer = window.setTimeout(() => (late.value = true), PATIENCE_MS)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => window.clearTimeout(timer))
  return late
}
