import { onBeforeUnmount, ref, watch, type Ref } from 'vue'
import type { Session } from '@/game/session'

/** A shorter gap in the connection is not worth a word. */
const PATIENCE_MS = 1_500

/** Whether the connection has been away for long enough to say so. */
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
