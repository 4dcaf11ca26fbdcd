/** Values of options: whether the server allows them, and their names. */
import type { OptionSpec, OptionValue } from '@/api/http'
import { t, tFound } from '@/i18n'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A whole number within the limits. */
export function inRange({ minimum, maximum }: OptionSpec, value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
}

/** Whether the server accepts this value. True for an option of an unknown kind: then the server decides. */
export function fits(spec: OptionSpec, value: unknown): boolean {
  if (value === null) return spec.nullable
  switch (spec.kind) {
    case 'bool':
      return typeof value === 'boolean'
    case 'int':
      return inRange(spec, value)
    case 'choice':
      return (spec.choices as unknown[]).includes(value)
    case 'set':
      return Array.isArray(value) && value.every((member) => (spec.choices as unknown[]).includes(member))
    case 'map':
      return (
        isObject(value) &&
        Object.entries(value).every(([key, ke]) => spec.keys.includes(key) && inRange(spec, ke))
      )
    default:
      return true
  }
}

/** The allowed number nearest to `wanted`. */
export function clamped({ minimum, maximum }: OptionSpec, wanted: number): number {
  return Math.max(minimum, Math.min(maximum, wanted))
}

// The texts have the ids as keys. An option or a choice without a text shows its id.
export const optionLabel = (name: string): string => tFound(`options.${name}`) ?? name
export const optionHelp = (name: string): string => tFound(`options.${name}.help`) ?? ''
export const choiceLabel = (name: string, choice: string | number): string =>
  tFound(`options.${name}.${choice}`) ?? String(choice)
export const itemName = (id: string): string => tFound(`items.${id}`) ?? id
export const presetName = (preset: string): string => tFound(`options.preset.${preset}`) ?? preset
export const presetHelp = (preset: string): string => tFound(`options.preset.${preset}.help`) ?? ''
export const windowText = (window: string): string => tFound(`game.window_${window}`) ?? window

function describeMany(name: string, value: readonly unknown[] | Record<string, unknown>): string {
  const parts = Array.isArray(value)
    ? value.map((member) => choiceLabel(name, String(member)))
    : Object.entries(value).map(([key, ke]) => `${choiceLabel(name, key)} ${ke}`)
  return parts.length === 0 ? t('options.none') : parts.join(' · ')
}

/** The text for a value, such as 同花三张, 封顶 8 颗 or 三连对 1 · 四连对 5. */
export function describeValue(name: string, value: OptionValue | undefined): string {
  if (value === null || value === undefined) return tFound(`options.${name}.none`) ?? t('options.none')
  if (typeof value === 'boolean') return t(value ? 'options.on' : 'options.off')
  if (typeof value === 'object') return describeMany(name, value)
  return tFound(`options.${name}.value`, { n: value }) ?? choiceLabel(name, value)
}
