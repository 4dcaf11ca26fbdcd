import { computed, onBeforeUnmount, shallowRef, triggerRef, type ComputedRef } from 'vue'

const TICK_MS = 200

/** Whole seconds until a server time, never below 0. Null without a time. Ticks while the component lives. */
export function useCountdown(
  until: () => number | null | undefined,
  now: () => number,
): ComputedRef<number | null> {
  const beat = shallowRef()
  const timer = setInterval(() => triggerRef(beat), TICK_MS)
  onBeforeUnmount(() => clearInterval(timer))
  return computed(() => {
    // What reads the beat is computed again at each one.
    void beat.value
    const date = until()
    return typeof date === 'number' ? Math.max(0, Math.ceil((date - now()) / 1000)) : null
  })
}
