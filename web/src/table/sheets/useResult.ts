/** Decides which sheet covers the table after a hand: first the settlement, then the ranking. */
import { onBeforeUnmount, ref, watch, type Ref } from 'vue'
import type { RoomView } from '@/api/protocol.gen'
import type { Session } from '@/game/session'

export type ResultSheet = 'settlement' | 'ranking' | null

/** The sheet waits for this time, so that players see the last call-out and the winner's tiles. */
const PAUSE_MS = 1_300

function due(view: RoomView): ResultSheet {
  if (view.phase === 'dissolved') return 'ranking'
  if (view.phase === 'ended') return view.hand?.result ? 'settlement' : 'ranking'
  return view.phase === 'settling' || view.phase === 'between' ? 'settlement' : null
}

export function useResult(session: Session): { sheet: Ref<ResultSheet>; show(sheet: ResultSheet): void } {
  const sheet = ref<ResultSheet>(null)
  let timer = 0
  let first = true

  watch(
    () => (session.view.value ? due(session.view.value) : null),
    (wanted, before) => {
      window.clearTimeout(timer)
      if (wanted === 'settlement' && before === null && !first) {
        timer = window.setTimeout(() => (sheet.value = wanted), PAUSE_MS)
      } else if (!(wanted === 'settlement' && before === 'settlement')) sheet.value = wanted
      first = false
    },
    { immediate: true },
  )
  onBeforeUnmount(() => window.clearTimeout(timer))
  return { sheet, show: (wanted) => (sheet.value = wanted) }
}
