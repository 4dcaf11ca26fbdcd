/** Options of a room: those that differ from its preset, and a short text for all of them. */
import type { Options, OptionSpec, OptionValue } from '@/api/http'
import { t } from '@/i18n'
import { VALUES } from './catalogue'
import { describeValue, fits, itemName, optionLabel, presetName, windowText } from './values'

function canonical(value: OptionValue | undefined): unknown {
  if (Array.isArray(value)) return [...value].sort()
  return typeof value === 'object' && value !== null ? Object.entries(value).sort() : value
}

/** Whether two values of an option mean the same. */
export function sameValue(a: OptionValue | undefined, b: OptionValue | undefined): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}

/** The options that differ from the preset, in the order of the preset. `values` has only the items that differ. */
export function difference(preset: Options, options: Options): Options {
  const changed: Options = {}
  for (const [name, usual] of Object.entries(preset)) {
    const value = options[name]
    if (name !== VALUES && value !== undefined && !sameValue(value, usual)) changed[name] = value
  }
  const values = changedValues(preset, options)
  if (Object.keys(values).length > 0) changed[VALUES] = values
  return changed
}

/** The option `values`: 颗 by scoring item. */
export function valuesOf(options: Options): Record<string, number> {
  const { values } = options
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : {}
}

function changedValues(preset: Options, options: Options): Record<string, number> {
  const usual = valuesOf(preset)
  return Object.fromEntries(Object.entries(valuesOf(options)).filter(([id, ke]) => usual[id] !== ke))
}

/** The options of the preset with the changes applied. */
export function merged(preset: Options, changes: Options): Options {
  return { ...preset, ...changes, values: { ...valuesOf(preset), ...valuesOf(changes) } }
}

/** The changes that the server still accepts. */
export function usable(specs: readonly OptionSpec[], changes: Options): Options {
  const kept: Options = {}
  for (const spec of specs) {
    const value = changes[spec.name]
    if (value !== undefined && fits(spec, value)) kept[spec.name] = value
  }
  return kept
}

export function turnText(seconds: number | null): string {
  return seconds === null ? t('game.no_limit') : t('game.turn', { n: seconds })
}

/** The text for the value of these options names the option too: 封顶 50 颗. */
const NAMED_BY_VALUE = ['cap', 'base_points']

/** The text for a changed option: 换三张：同花三张. A switch that is on shows only its name. */
function changeText(name: string, value: OptionValue): string[] {
  if (name === VALUES) {
    return Object.entries(valuesOf({ values: value })).map(([id, n]) =>
      t('game.option_is', { name: itemName(id), value: t('options.ke', { n }) }),
    )
  }
  if (NAMED_BY_VALUE.includes(name)) return [describeValue(name, value)]
  if (value === true) return [optionLabel(name)]
  return [t('game.option_is', { name: optionLabel(name), value: describeValue(name, value) })]
}

export interface RoomRules {
  preset: string
  /** The options that differ from the preset. */
  options: Options
  players: number
  hands: number
  turn_seconds: number | null
  window: string
}

/** Short texts for the rules of a room: the basic settings, and the options that differ from the preset. */
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
