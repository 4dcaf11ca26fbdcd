/** A room's options: what differs from its preset, and all of it in short. */
import type { Options, OptionValue } from '@/api/http'
import { t, tKnown } from '@/i18n'
import { describeValue, FIELD_NAMES, fieldLabel, FIELDS, VALUE_ITEMS, type FieldName } from '@/rules/options'

export const presetName = (preset: string): string => tKnown(`options.preset.${preset}`, 'options.preset')
export const itemName = (id: string): string => tKnown(`items.${id}`, 'errors.unknown')

function canonical(value: OptionValue | undefined): unknown {
  if (Array.isArray(value)) return [...value].sort()
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  }
  return value
}

/** Whether two values of an option mean the same. */
export function sameValue(a: OptionValue | undefined, b: OptionValue | undefined): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}

/** What differs from the preset, in the order of the form; of `values` only the items that do. */
export function difference(preset: Options, options: Options): Options {
  const changed: Options = {}
  for (const name of FIELD_NAMES) {
    const value = options[name]
    if (value !== undefined && !sameValue(value, preset[name])) changed[name] = value
  }
  const values = changedValues(preset, options)
  if (Object.keys(values).length > 0) changed.values = values
  return changed
}

/** 颗 by item. */
export function valuesOf(options: Options): Record<string, number> {
  const { values } = options
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : {}
}

function changedValues(preset: Options, options: Options): Record<string, number> {
  const usual = valuesOf(preset)
  return Object.fromEntries(Object.entries(valuesOf(options)).filter(([id, ke]) => usual[id] !== ke))
}

/** The preset's options with the changes. */
export function merged(preset: Options, changes: Options): Options {
  const all = { ...preset, ...changes }
  if (changes.values !== undefined) all.values = { ...valuesOf(preset), ...valuesOf(changes) }
  return all
}

export function turnText(seconds: number | null): string {
  return seconds === null ? t('game.no_limit') : t('game.turn', { n: seconds })
}

export function windowText(window: string): string {
  return window === 'steady' ? t('game.window_steady') : t('game.window_fast')
}

function isField(name: string): name is FieldName {
  return name in FIELDS
}

/** 换三张：同花三张; only the name of what is switched on. */
function changeText(name: string, value: OptionValue): string[] {
  if (isField(name)) {
    const words = describeValue(name, value)
    if (name === 'cap' || name === 'base_points') return [words]
    return [value === true ? fieldLabel(name) : t('game.option_is', { name: fieldLabel(name), value: words })]
  }
  if (name !== 'values') return []
  const values = valuesOf({ values: value })
  return VALUE_ITEMS.filter((id) => id in values).map((id) =>
    t('game.option_is', { name: itemName(id), value: t('options.ke', { n: values[id] ?? 0 }) }),
  )
}

export interface RoomRules {
  preset: string
  /** Only what differs from the preset. */
  options: Options
  players: number
  hands: number
  turn_seconds: number | null
  window: string
}

/** What everyone wants to know first, and what differs from the preset. */
export function roomChips(room: RoomRules): { plain: string[]; changed: string[] } {
  const { players, hands, ...others } = room.options
  return {
    plain: [
      presetName(room.preset),
      t('common.players', { n: Number(players ?? room.players) }),
      t('game.hands', { n: Number(hands ?? room.hands) }),
      turnText(room.turn_seconds),
      t('game.option_is', { name: t('game.claims'), value: windowText(room.window) }),
    ],
    changed: Object.entries(others).flatMap(([name, value]) => changeText(name, value)),
  }
}
