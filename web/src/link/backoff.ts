/** What to do after a connection ends, and how long to wait before the next one. */

/** What to do after a close code. Codes that are not listed: reconnect below 4500, give up from 4500 on. */
export type Ending =
  'retry' | 'new_ticket' | 'left' | 'replaced' | 'not_member' | 'over' | 'outdated' | 'failed'

const ENDINGS: Readonly<Record<number, Ending>> = {
  1000: 'left',
  1003: 'failed',
  1009: 'failed',
  4501: 'new_ticket',
  4503: 'not_member',
  4504: 'over',
  4509: 'replaced',
  4526: 'outdated',
}
/** The shortest wait after a close code, ms. */
const FLOORS: Readonly<Record<number, number>> = { 1013: 5_000, 4413: 2_000, 4429: 30_000 }
const FIRST_MS = 1_000
const FACTOR = 1.7
const LONGEST_MS = 15_000

export function endingOf(code: number): Ending {
  return ENDINGS[code] ?? (code >= 4500 && code < 5000 ? 'failed' : 'retry')
}

export function floorOf(code: number): number {
  return FLOORS[code] ?? 0
}

/** The wait after `failures` failures, ms: at first up to 1 s, then longer each time, at most 15 s. `random`: [0, 1). */
export function waitMs(failures: number, random: number): number {
  if (failures <= 1) return random * FIRST_MS
  return Math.min(LONGEST_MS, FIRST_MS * FACTOR ** (failures - 1)) * (0.75 + 0.25 * random)
}
