/** Sounds, vibration and call-outs for the events of the table. */
import { onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import type { Decision, WireEvent } from '@/api/protocol.gen'
import { play, speak, vibrate } from '@/audio/player'
import type { Sound } from '@/audio/sfx'
import { wantAttention } from '@/game/attention'
import type { Session, Step } from '@/game/session'
import { t } from '@/i18n'

export interface Callout {
  id: number
  seat: number
  text: string
  kind: 'claim' | 'win'
}

const CALLOUT_MS = 900
/** With more events in one step, plays none of them: the client catches up after a gap. */
const MOST_AT_ONCE = 8

function soundOf(event: WireEvent, me: number): Sound | null {
  switch (event.type) {
    case 'discarded':
      return 'discard'
    case 'drew':
      return event.seat === me ? 'draw' : null
    case 'punged':
      return 'pung'
    case 'konged':
      return 'kong'
    case 'won':
      return 'win'
    default:
      return null
  }
}

function calloutOf(event: WireEvent): Omit<Callout, 'id'> | null {
  switch (event.type) {
    case 'punged':
      return { seat: event.seat, text: t('table.pung'), kind: 'claim' }
    case 'konged':
      return { seat: event.seat, text: t('table.kong'), kind: 'claim' }
    case 'won': {
      const text = event.win.by === 'draw' ? t('table.self_draw') : t('table.win')
      return { seat: event.win.seat, text, kind: 'win' }
    }
    default:
      return null
  }
}

/** Announces a decision of the player: a claim or their turn. */
function announce(decision: Decision): void {
  play('turn')
  vibrate(decision.can_pass ? 'claim' : 'turn')
}

export function useCues(session: Session): { callouts: ShallowRef<readonly Callout[]> } {
  const callouts = shallowRef<readonly Callout[]>([])
  const timers = new Set<number>()
  let last = 0

  function call(callout: Omit<Callout, 'id'>): void {
    const id = ++last
    callouts.value = [...callouts.value, { ...callout, id }]
    speak(callout.text)
    const timer = window.setTimeout(() => {
      timers.delete(timer)
      callouts.value = callouts.value.filter((shown) => shown.id !== id)
    }, CALLOUT_MS)
    timers.add(timer)
  }

  function tell(event: WireEvent, me: number): void {
    const sound = soundOf(event, me)
    if (sound !== null) play(sound)
    if (event.type === 'won' && event.win.seat === me) vibrate('win')
    const callout = calloutOf(event)
    if (callout !== null) call(callout)
  }

  function step({ before, view, frame, late }: Step): void {
    const events = frame?.events ?? []
    if (!late && events.length <= MOST_AT_ONCE) events.forEach((event) => tell(event, view.seat))
    const { decision } = view
    if (decision !== null && decision.id !== before?.decision?.id) announce(decision)
  }

  onBeforeUnmount(session.onStep(step))
  onBeforeUnmount(() => timers.forEach((timer) => window.clearTimeout(timer)))
  watch(
    () => {
      const decision = session.view.value?.decision
      return Boolean(decision) && decision?.id !== session.answered.value
    },
    (waiting) => wantAttention(waiting),
    { immediate: true },
  )
  onBeforeUnmount(() => wantAttention(false))
  return { callouts }
}
