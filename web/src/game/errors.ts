import { ApiError } from '@/api/http'
import { t, tKnown } from '@/i18n'

/** The text for an error code of the server. For `illegal:cannot_win` it looks up the last part. */
export function codeText(code: string): string {
  const parts = code.split(':')
  const detail = parts[parts.length - 1] ?? code
  return tKnown(`errors.${detail}`, 'errors.unknown', { code: detail })
}

/** The text for a failed request. */
export function failureText(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t('errors.network')
  if (failure.cards) return t('errors.no_cards_of', { cost: failure.cards.cost, n: failure.cards.available })
  if (failure.field === 'name') return t('errors.bad_name')
  if (failure.status >= 500) return tKnown(`errors.${failure.code}`, 'errors.server')
  return codeText(failure.code)
}
