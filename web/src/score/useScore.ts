/** The state of the 算颗器, and the answers of the server to it. */
import { computed, reactive, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { api, ApiError, type HandToScore, type Options, type Receipt, type Waits } from '@/api/http'
import { failureText } from '@/game/errors'
import { lastRules } from '@/game/terms/lastRules'
import { presetName } from '@/game/terms/options'
import { t } from '@/i18n'
import { PRESETS } from '@/rules/options'
import type { Suit } from '@/tiles/kinds'
import { EMPTY, sizeOf, textOf, WHOLE, type Hand } from './hand'

export interface Circumstances {
  by: HandToScore['by']
  afterKong: boolean
  lastTile: boolean
  voidSuit: Suit | null
}

/** A preset, the rules of the room that one came from, or those of the own last room. */
export interface RuleSet {
  value: string
  text: string
  preset: string
  options: Options
}

export type Answer =
  | { kind: 'short'; missing: number }
  | { kind: 'asking' }
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'waits'; waits: Waits }
  /** `again`: it may go better the next time. */
  | { kind: 'wrong'; text: string; again: boolean }

export interface Score {
  hand: Ref<Hand>
  circumstances: Circumstances
  /** The value of the rule set in use. */
  chosen: Ref<string>
  ruleSets: ComputedRef<RuleSet[]>
  answer: ShallowRef<Answer>
  /** The answer is to an older question. */
  busy: Ref<boolean>
  /** Whether there is something to take back. */
  mayUndo: ComputedRef<boolean>
  put: (hand: Hand) => void
  undo: () => void
  ask: () => Promise<void>
  addRoom: (code: string) => Promise<void>
}

/** What is asked about the hand; null as long as tiles are missing. */
export function questionOf(hand: Hand, rules: RuleSet, around: Circumstances): HandToScore | null {
  if (sizeOf(hand) < WHOLE - 1) return null
  const robbed = around.by === 'rob_kong'
  return {
    hand: textOf(hand),
    tile: hand.winning,
    preset: rules.preset,
    options: rules.options,
    by: around.by,
    after_kong: around.afterKong && !robbed,
    last_tile: around.lastTile && !robbed,
    void_suit: around.voidSuit,
  }
}

function answerOf(found: Receipt | Waits): Answer {
  return 'items' in found ? { kind: 'receipt', receipt: found } : { kind: 'waits', waits: found }
}

/** The server read the hand and found fault with it. */
const isRefusal = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 422

const CLASSIC: RuleSet = { value: 'classic', text: '', preset: 'classic', options: {} }

function usualSets(): RuleSet[] {
  const sets: RuleSet[] = PRESETS.map((preset) => ({
    value: preset,
    text: presetName(preset),
    preset,
    options: {},
  }))
  const last = lastRules()
  if (last !== null && Object.keys(last.options).length > 0) {
    sets.push({ value: 'last', text: t('options.preset.last'), preset: last.preset, options: last.options })
  }
  return sets
}

/** A 算颗器 that begins with this hand. */
export function useScore(start: Hand): Score {
  const hand = shallowRef(start)
  const before = shallowRef<readonly Hand[]>([])
  const circumstances = reactive<Circumstances>({
    by: 'discard',
    afterKong: false,
    lastTile: false,
    voidSuit: null,
  })
  const chosen = ref('classic')
  const room = shallowRef<{ code: string; preset: string; options: Options } | null>(null)
  const answer = shallowRef<Answer>({ kind: 'asking' })
  const busy = ref(false)

  const ruleSets = computed<RuleSet[]>(() => {
    const sets = usualSets()
    if (room.value === null) return sets
    const { code, preset, options } = room.value
    return [{ value: 'room', text: t('room.title', { code }), preset, options }, ...sets]
  })
  const rules = computed(() => ruleSets.value.find(({ value }) => value === chosen.value) ?? CLASSIC)

  function put(next: Hand): void {
    if (next === hand.value) return
    before.value = [...before.value, hand.value]
    hand.value = next
  }

  function undo(): void {
    hand.value = before.value[before.value.length - 1] ?? EMPTY
    before.value = before.value.slice(0, -1)
  }

  let asked = 0

  /** Only the newest question may answer. */
  async function ask(): Promise<void> {
    const mine = ++asked
    const question = questionOf(hand.value, rules.value, circumstances)
    busy.value = question !== null
    if (question === null) {
      answer.value = { kind: 'short', missing: WHOLE - 1 - sizeOf(hand.value) }
      return
    }
    let next: Answer
    try {
      next = answerOf(await api.score(question))
    } catch (failure) {
      next = { kind: 'wrong', text: failureText(failure), again: !isRefusal(failure) }
    }
    if (mine !== asked) return
    busy.value = false
    answer.value = next
  }

  /** Puts the rules of a room on the list, and in use. Raises ApiError. */
  async function addRoom(code: string): Promise<void> {
    const { room: found } = await api.room(code)
    room.value = { code: found.code, preset: found.preset, options: found.options }
    chosen.value = 'room'
  }

  watch([hand, rules, circumstances], ask, { immediate: true })

  return {
    hand,
    circumstances,
    chosen,
    ruleSets,
    answer,
    busy,
    mayUndo: computed(() => before.value.length > 0),
    put,
    undo,
    ask,
    addRoom,
  }
}
