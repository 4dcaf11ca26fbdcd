import { onBeforeUnmount, ref, watch, type Ref } from 'vue'
import type { Session } from '@/game/session'
import { network } from './network'

/** Shorter gaps in the connection show no message. */
const PATIENCE_MS = 1_500

/** Whether the connection has been away long enough for a message. Without a network it is so at once. */
export function useLate(session: Session): Ref<boolean> {
  const late = ref(false)
  let timer = 0
  watch(
    [() => session.state.value === 'live', network],
    ([live]) => {
      window.clearTimeout(timer)
      if (live || !network.value) late.value = !live
      else if (!late.value) timer = window.setTimeout(() => (late.value = true), PATIENCE_MS)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => window.clearTimeout(timer))
  return late
}
