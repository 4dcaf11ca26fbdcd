/** The server's catalogue of rules: presets, options with their limits, scoring items. The page holds no copy of it. */
import { shallowRef } from 'vue'
import { api, type OptionSpec, type Payer, type Rules } from '@/api/http'

/** The default settings of a new room. */
export interface Defaults {
  preset: string
  turn_seconds: number | null
  window: string
  payer: Payer
}

export type Catalogue = Rules & { defaults: Defaults }

/** Null until the server has answered. */
export const catalogue = shallowRef<Catalogue | null>(null)

let asking: Promise<Catalogue> | null = null

async function ask(): Promise<Catalogue> {
  try {
    const served = (await api.rules()) as Catalogue
    catalogue.value = served
    return served
  } finally {
    asking = null
  }
}

/** Fetches the catalogue. Sends no second request while one runs. Raises ApiError. */
export function loadCatalogue(): Promise<Catalogue> {
  asking ??= ask()
  return asking
}

/** Fetches the catalogue if it is missing, and ignores a failure. For places where it only adds a detail. */
export function wantCatalogue(): void {
  if (catalogue.value === null) loadCatalogue().catch(() => undefined)
}

/** The rule of a scoring item, such as R41; empty for an unknown item. */
export function ruleOf(item: string): string {
  return catalogue.value?.items.find(({ id }) => id === item)?.rule ?? ''
}

/** The option whose value is the 颗 of each scoring item. The page sends only the keys that the player changed. */
export const VALUES = 'values'

export const GROUPS = ['match', 'play', 'score'] as const
export type Group = (typeof GROUPS)[number]

/** The place of each option in the form. All other options follow under `score`, in the order of the server. */
const PLACES: Readonly<Partial<Record<Group, readonly string[]>>> = {
  match: ['players', 'hands', 'cap', 'base_points', 'seating'],
  play: ['blood_battle', 'exchange_three', 'void_suit', 'passed_win', 'forced_win', 'robbed_kong'],
}
const PLACED = GROUPS.flatMap((group) => PLACES[group] ?? [])

export function groupOf(name: string): Group {
  return GROUPS.find((group) => PLACES[group]?.includes(name)) ?? 'score'
}

/** The options in the order of the form, without `values`. */
export function inOrder(specs: readonly OptionSpec[]): OptionSpec[] {
  const place = ({ name }: OptionSpec): number =>
    PLACED.includes(name) ? PLACED.indexOf(name) : PLACED.length
  // The sort is stable, so options without a place keep the order of the server.
  return specs.filter(({ name }) => name !== VALUES).sort((a, b) => place(a) - place(b))
}
