/** The rules with which this player last opened a room. */
import type { Options } from '@/api/http'
import { load, save } from '@/storage'

/** An older page may have stored only some fields. The server may no longer allow the stored values. */
export interface LastRules {
  preset: string
  /** The options that differ from the preset. */
  options: Options
  turn_seconds?: number | null
  window?: string
  payer?: string
}

export function lastRules(): LastRules | null {
  try {
    const stored = JSON.parse(load('rules') ?? 'null') as LastRules | null
    const usable = typeof stored?.preset === 'string' && typeof stored.options === 'object'
    return usable ? { ...stored, options: stored.options ?? {} } : null
  } catch {
    return null
  }
}

export function rememberRules(rules: LastRules): void {
  save('rules', JSON.stringify(rules))
}
