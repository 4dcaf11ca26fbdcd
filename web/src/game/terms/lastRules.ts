/** The rules this player last opened a room with. */
import type { Options, Payer } from '@/api/http'
import { load, save } from '@/storage'
import { PAYERS } from './cards'

export interface LastRules {
  preset: string
  /** What differs from the preset. */
  options: Options
  turn_seconds: number | null
  window: string
  payer: Payer
}

const known = (payer: unknown): Payer => PAYERS.find((one) => one === payer) ?? 'owner'

export function lastRules(): LastRules | null {
  try {
    const stored = JSON.parse(load('rules') ?? 'null') as Partial<LastRules> | null
    if (stored === null || typeof stored.preset !== 'string' || typeof stored.options !== 'object')
      return null
    const { preset, options = {}, turn_seconds = 30, window = 'fast', payer } = stored
    return { preset, options, turn_seconds, window, payer: known(payer) }
  } catch {
    return null
  }
}

export function rememberRules(rules: LastRules): void {
  save('rules', JSON.stringify(rules))
}
