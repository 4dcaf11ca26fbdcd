/** What the server says about rules: presets, options with their limits, scoring items. Nothing of it is repeated here. */
import { shallowRef } from 'vue'
import { api, type OptionSpec, type Payer, type Rules } from '@/api/http'

/** What a room has unless its maker says otherwise. */
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

/** Asks the server, once at a time. Raises ApiError. */
export function loadCatalogue(): Promise<Catalogue> {
  asking ??= ask()
  return asking
}

/** Fetches it if it is not there yet. Where it only adds a word, a failure is no reason to say anything. */
export function wantCatalogue(): void {
  if (catalogue.value === null) loadCatalogue().catch(() => undefined)
}

/** The rule of a scoring item, such as R41; empty for an unknown item. */
export function ruleOf(item: string): string {
  return catalogue.value?.items.find(({ id }) => id === item)?.rule ?? ''
}

/** The option whose value is the 颗 of each scoring item. Only its changed keys are sent. */
export const VALUES = 'values'

export const GROUPS = ['match', 'play', 'score'] as const
export type Group = (typeof GROUPS)[number]

/** Where the form shows an option. Options that are not named here follow under `score`, in the order of the server. */
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
  // Sorting is stable: what has no place keeps the order of the server.
  return specs.filter(({ name }) => name !== VALUES).sort((a, b) => place(a) - place(b))
}
