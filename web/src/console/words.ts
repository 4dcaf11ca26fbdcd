/** Words for codes of the console's answers. A code without words is shown as it is. */
import { tFound } from '@/i18n'

/** The phase of a room; null for one without a live state. */
export function phaseName(phase: string | null): string {
  return tFound(`console.phase_${phase ?? 'none'}`) ?? phase ?? ''
}

/** Why a room does not go on. */
export function stuckText(why: string): string {
  return tFound(`console.stuck_${why}`) ?? why
}

/** A finding of the audit, `check: where: detail`, with the check in words. Rows and numbers stay as they are. */
export function findingText(finding: string): string {
  const [, check = '', rest = ''] = /^([a-z-]+)(: .*)$/s.exec(finding) ?? []
  const words = tFound(`console.found_${check.replace(/-/g, '_')}`)
  return words === undefined ? finding : words + rest
}
