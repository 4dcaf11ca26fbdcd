/** A room's options: what differs from its preset, and all of it in short. */
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

/** What differs from the preset, in its order; of `values` only the items that do. */
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
  return { ...preset, ...changes, values: { ...valuesOf(preset), ...valuesOf(changes) } }
}

/** Those of the changes that the server still takes. */
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

/** Their values name them: 封顶 50 颗. */
const NAMED_BY_VALUE = ['cap', 'base_points']

/** 换三张：同花三张; only the name of what is switched on. */
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
