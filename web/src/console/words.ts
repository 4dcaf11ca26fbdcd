/** Texts for codes in answers of the console. If a code has no text, the page shows the code. */
import { tFound } from '@/i18n'

/** Text for the phase of a room. `phase` is null if the store has lost the room. */
export function phaseName(phase: string | null): string {
  return tFound(`console.phase_${phase ?? 'none'}`) ?? phase ?? ''
}

/** Text for the reason why a room is stuck. */
export function stuckText(why: string): string {
  return tFound(`console.stuck_${why}`) ?? why
}

/** A finding of the audit, `check: where: detail`, with a text for the check. The rest stays unchanged. */
export function findingText(finding: string): string {
  const [, check = '', rest = ''] = /^([a-z-]+)(: .*)$/s.exec(finding) ?? []
  const words = tFound(`console.found_${check.replace(/-/g, '_')}`)
  return words === undefined ? finding : words + rest
}
