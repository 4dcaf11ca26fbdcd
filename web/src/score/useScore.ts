/** The state of the 算颗器, and the server's answers to its questions. */
import {
  computed,
  reactive,
  ref,
  shallowRef,
  watch,
  type ComputedRef,
  type Ref,
  type ShallowRef,
  type WritableComputedRef,
} from 'vue'
import { api, ApiError, type HandToScore, type Options, type Receipt, type Waits } from '@/api/http'
import { failureText } from '@/game/errors'
import { catalogue, loadCatalogue } from '@/game/terms/catalogue'
import { lastRules } from '@/game/terms/lastRules'
import { presetName } from '@/game/terms/values'
import { t } from '@/i18n'
import type { Suit } from '@/tiles/kinds'
import { EMPTY, hasKong, sizeOf, textOf, WHOLE, type Hand } from './hand'

export interface Circumstances {
  by: HandToScore['by']
  afterKong: boolean
  lastTile: boolean
  voidSuit: Suit | null
}

/** A set of rules: a preset, the rules of the room from which the player came, or those of the player's last room. */
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
  /** `again`: the same question may succeed later. */
  | { kind: 'wrong'; text: string; again: boolean }

export interface Score {
  hand: Ref<Hand>
  circumstances: Circumstances
  /** The value of the chosen rule set. Empty until the catalogue has arrived. */
  chosen: WritableComputedRef<string>
  ruleSets: ComputedRef<RuleSet[]>
  answer: ShallowRef<Answer>
  /** The answer on the screen belongs to an older question. */
  busy: Ref<boolean>
  /** Whether there is a change to undo. */
  mayUndo: ComputedRef<boolean>
  put: (hand: Hand) => void
  undo: () => void
  ask: () => Promise<void>
  addRoom: (code: string) => Promise<void>
}

/** Whether a win can come after a kong: one on the replacement tile needs a kong of one's own. */
export function mayFollowKong(by: HandToScore['by'], kong: boolean): boolean {
  return by === 'discard' || (by === 'draw' && kong)
}

/** The question to the server about a hand of 13 or 14 tiles. */
export function questionOf(hand: Hand, rules: RuleSet, around: Circumstances): HandToScore {
  const robbed = around.by === 'rob_kong'
  return {
    hand: textOf(hand),
    tile: hand.winning,
    preset: rules.preset,
    options: rules.options,
    by: around.by,
    after_kong: around.afterKong && mayFollowKong(around.by, hasKong(hand)),
    last_tile: around.lastTile && !robbed,
    void_suit: around.voidSuit,
  }
}

function answerOf(found: Receipt | Waits): Answer {
  return 'items' in found ? { kind: 'receipt', receipt: found } : { kind: 'waits', waits: found }
}

/** Whether the server has refused the hand, so that the same question fails again. */
const isRefusal = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 422

function usualSets(): RuleSet[] {
  const sets: RuleSet[] = Object.keys(catalogue.value?.presets ?? {}).map((preset) => ({
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

/** A 算颗器 that starts with this hand, and with this preset if the server knows it. */
export function useScore(start: Hand, preset = ''): Score {
  const hand = shallowRef(start)
  const before = shallowRef<readonly Hand[]>([])
  const circumstances = reactive<Circumstances>({
    by: 'discard',
    afterKong: false,
    lastTile: false,
    voidSuit: null,
  })
  const wanted = ref(preset)
  const room = shallowRef<{ code: string; preset: string; options: Options } | null>(null)
  const answer = shallowRef<Answer>({ kind: 'asking' })
  const busy = ref(false)

  const ruleSets = computed<RuleSet[]>(() => {
    const sets = usualSets()
    if (room.value === null) return sets
    const { code, preset, options } = room.value
    return [{ value: 'room', text: t('room.title', { code }), preset, options }, ...sets]
  })
  const setOf = (name?: string): RuleSet | undefined => ruleSets.value.find(({ value }) => value === name)
  /** The chosen rules, or the server's default ones until the player chooses. */
  const rules = computed(() => setOf(wanted.value) ?? setOf(catalogue.value?.defaults.preset))
  const chosen = computed({
    get: () => rules.value?.value ?? '',
    set: (value) => (wanted.value = value),
  })

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

  /** The server's answer to question number `mine`. Null if there is a newer one or no rules. Raises ApiError. */
  async function answered(mine: number): Promise<Answer | null> {
    if (catalogue.value === null) await loadCatalogue()
    const question = rules.value && questionOf(hand.value, rules.value, circumstances)
    return mine === asked && question ? answerOf(await api.score(question)) : null
  }

  /** Asks the server, and shows the answer unless a newer question was asked meanwhile. */
  async function ask(): Promise<void> {
    const mine = ++asked
    const missing = WHOLE - 1 - sizeOf(hand.value)
    busy.value = missing <= 0
    if (missing > 0) {
      answer.value = { kind: 'short', missing }
      return
    }
    let next: Answer | null
    try {
      next = await answered(mine)
    } catch (failure) {
      next = { kind: 'wrong', text: failureText(failure), again: !isRefusal(failure) }
    }
    if (mine !== asked) return
    busy.value = false
    if (next !== null) answer.value = next
  }

  /** Adds the rules of a room to the list and chooses them. Raises ApiError. */
  async function addRoom(code: string): Promise<void> {
    const { room: found } = await api.room(code)
    room.value = { code: found.code, preset: found.preset, options: found.options }
    wanted.value = 'room'
  }

  watch([hand, wanted, room, circumstances], ask, { immediate: true })

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
