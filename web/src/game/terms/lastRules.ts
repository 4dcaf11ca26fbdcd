/** The rules this player last opened a room with. */
import type { Options } from '@/api/http'
import { load, save } from '@/storage'

/** What an older page stored may lack the rest. The server may allow none of it any more. */
export interface LastRules {
  preset: string
  /** What differs from the preset. */
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
