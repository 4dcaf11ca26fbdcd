import { t, type Key } from '@/i18n'

/**
 * The room options as a form draws them: kinds, choices and limits (section 7 of the rules). The server decides what is
 * allowed; this only keeps a player from asking for what it would refuse.
 */
export type Group = 'match' | 'play' | 'score'

interface Common {
  readonly group: Group
}
export interface ChoiceField extends Common {
  readonly kind: 'choice'
  readonly choices: readonly (string | number)[]
}
export interface ToggleField extends Common {
  readonly kind: 'toggle'
}
export interface NumberField extends Common {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** What it counts, for the text of a value. */
  readonly unit: 'options.ke' | 'options.tiles' | 'options.base_points.value'
}
/** A number, or null for none. */
export interface CapField extends Common {
  readonly kind: 'cap'
}
/** 颗 by length: `{"3": 1}`; a missing key counts nothing. */
export interface LadderField extends Common {
  readonly kind: 'ladder'
  readonly steps: readonly string[]
}
export interface SetField extends Common {
  readonly kind: 'set'
  readonly choices: readonly string[]
}
export type Field = ChoiceField | ToggleField | NumberField | CapField | LadderField | SetField

/** Every field but `values`, in the order of the form. */
export const FIELDS = {
  players: { kind: 'choice', group: 'match', choices: [4, 3, 2] },
  hands: { kind: 'choice', group: 'match', choices: [1, 4, 8, 16] },
  cap: { kind: 'cap', group: 'match' },
  base_points: { kind: 'number', group: 'match', min: 1, max: 10, unit: 'options.base_points.value' },
  seating: { kind: 'choice', group: 'match', choices: ['dice', 'keep'] },
  blood_battle: { kind: 'toggle', group: 'play' },
  exchange_three: { kind: 'choice', group: 'play', choices: ['off', 'same_suit', 'any'] },
  void_suit: { kind: 'toggle', group: 'play' },
  passed_win: { kind: 'choice', group: 'play', choices: ['free', 'until_draw', 'higher_only'] },
  forced_win: { kind: 'number', group: 'play', min: 0, max: 16, unit: 'options.tiles' },
  robbed_kong: { kind: 'choice', group: 'play', choices: ['stands', 'void'] },
  banzi: { kind: 'ladder', group: 'score', steps: ['3', '4', '5', '6', '7'] },
  feiji: { kind: 'ladder', group: 'score', steps: ['2', '3', '4'] },
  kong_feiji: { kind: 'ladder', group: 'score', steps: ['2', '3', '4'] },
  kong_feiji_discount: { kind: 'choice', group: 'score', choices: ['none', 'four', 'all'] },
  feiji_in_seven_pairs: { kind: 'toggle', group: 'score' },
  dragon_feiji: { kind: 'number', group: 'score', min: 0, max: 100, unit: 'options.ke' },
  concealed_bonus: { kind: 'set', group: 'score', choices: ['suit', 'straight', 'pungs', 'pairs'] },
  middle_five: { kind: 'choice', group: 'score', choices: ['closed', 'any'] },
  dragon_pung: { kind: 'choice', group: 'score', choices: ['any', 'melded'] },
  little_sanyuan_in_seven_pairs: { kind: 'toggle', group: 'score' },
  pattern_overlap: { kind: 'choice', group: 'score', choices: ['shared', 'exclusive'] },
  luohan: { kind: 'choice', group: 'score', choices: ['none', 'x2', '+18', '+5x2'] },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** The items whose 颗 the field `values` holds, in the order of the form. */
export const VALUE_ITEMS = [
  'base',
  'voided_suit',
  'self_drawn',
  'concealed_hand',
  'one_wait',
  'middle_five',
  'dragon_pung',
  'melded_kong',
  'concealed_kong',
  'dragon_kong_extra',
  'tile_hog',
  'pure_straight',
  'all_pungs',
  'golden_hook',
  'half_flush',
  'full_flush',
  'seven_pairs',
  'loong_seven_pairs',
  'concealed_bonus',
  'little_sanyuan',
  'big_sanyuan',
  'kong_bloom',
  'kong_shot',
  'robbed_kong',
  'last_tile_draw',
  'last_tile_shot',
] as const

export const PRESETS = ['classic', 'listed', 'mobile', 'folk'] as const
export type Preset = (typeof PRESETS)[number]

/** Any key of the options' texts; the tests prove that every field and choice has one. */
const text = (name: string): string => t(`options.${name}` as PlainKey)
type PlainKey = Exclude<Extract<Key, `options.${string}`>, WithParams>
type WithParams = Extract<Key, `options.${'ke' | 'tiles' | 'changed' | 'cap.value' | 'base_points.value'}`>

export const fieldLabel = (name: FieldName): string => text(name)
export const fieldHelp = (name: FieldName): string => text(`${name}.help`)
export const choiceLabel = (name: FieldName, choice: string | number): string => text(`${name}.${choice}`)

function describeLadder(name: FieldName, field: LadderField, value: unknown): string {
  if (typeof value !== 'object' || value === null) return t('options.none')
  const steps = new Map<string, unknown>(Object.entries(value))
  const parts = field.steps
    .filter((step) => typeof steps.get(step) === 'number')
    .map((step) => `${choiceLabel(name, step)} ${steps.get(step)}`)
  return parts.length === 0 ? t('options.none') : parts.join(' · ')
}

function describeSet(name: FieldName, field: SetField, value: unknown): string {
  const chosen = Array.isArray(value) ? field.choices.filter((choice) => value.includes(choice)) : []
  return chosen.length === 0
    ? t('options.none')
    : chosen.map((choice) => choiceLabel(name, choice)).join(' · ')
}

/** A value in words, such as 同花三张, 封顶 8 颗 or 三连对 1 · 四连对 5. */
export function describeValue(name: FieldName, value: unknown): string {
  const field: Field = FIELDS[name]
  switch (field.kind) {
    case 'choice':
      return choiceLabel(name, String(value))
    case 'toggle':
      return t(value === true ? 'options.on' : 'options.off')
    case 'number':
      return t(field.unit, { n: Number(value) })
    case 'cap':
      return value === null ? t('options.cap.none') : t('options.cap.value', { n: Number(value) })
    case 'ladder':
      return describeLadder(name, field, value)
    case 'set':
      return describeSet(name, field, value)
  }
}
