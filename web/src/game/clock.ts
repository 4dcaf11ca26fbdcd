import { computed, onBeforeUnmount, shallowRef, type ComputedRef } from 'vue'

const TICK_MS = 200

/** Whole seconds until a server time, never below 0. Null without a time. Ticks while the component lives. */
export function useCountdown(
  until: () => number | null | undefined,
  now: () => number,
): ComputedRef<number | null> {
  const beat = shallowRef(0)
  const timer = setInterval(() => (beat.value += 1), TICK_MS)
  onBeforeUnmount(() => clearInterval(timer))
  return computed(() => {
    const date = until() ?? null
    return date === null ? null : beat.value >= 0 ? Math.max(0, Math.ceil((date - now()) / 1000)) : 0
  })
}
