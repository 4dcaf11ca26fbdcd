/** What all players hear: how a vote ended, who has lost the seat, and that a hand is void. */
import type { RoomView } from '@/api/protocol.gen'
import { t } from '@/i18n'
import { nameOf } from './names'

/** A worker of an older version sends a view without these fields. */
type News = Partial<Pick<RoomView, 'vote_end' | 'departed' | 'voided'>>

const names = (view: RoomView, seats: readonly number[]): string =>
  seats.map((seat) => nameOf(view, seat)).join(t('table.and'))

/** Who has lost the seat since the newest match began, as texts, the newest last. */
export function departedTexts({ departed = [] }: News): string[] {
  return departed.map(({ name, why }) =>
    why === 'removed' ? t('game.gone_removed', { name }) : t('game.gone_away', { name }),
  )
}

/** Who abstained from the vote that dissolved the room. Empty if nobody did. */
export function abstainedText(view: RoomView): string {
  const { vote_end: end }: News = view
  return end?.agreed && end.silent.length > 0
    ? t('game.vote_abstained', { names: names(view, end.silent) })
    : ''
}

function refusedText(view: RoomView): string {
  const { vote_end: end }: News = view
  if (!end || end.agreed) return ''
  if (end.refused.length === 0) return t('game.vote_silent', { names: names(view, end.silent) })
  if (end.refused.includes(end.proposer))
    return t('game.vote_withdrawn', { name: nameOf(view, end.proposer) })
  return t('game.vote_refused', { names: names(view, end.refused) })
}

const voidedOf = ({ voided = 0 }: News): number => voided

/** The texts that are new in `view`. Nothing is new in the first view of a page. */
export function newsOf(before: RoomView | null, view: RoomView): string[] {
  if (before === null) return []
  const known = departedTexts(before)
  const vote = before.vote !== null && view.vote === null ? refusedText(view) : ''
  const voided = voidedOf(view) > voidedOf(before) && view.phase !== 'dissolved' ? [t('game.hand_void')] : []
  return [
    ...voided,
    ...(vote === '' ? [] : [vote]),
    ...departedTexts(view).filter((text) => !known.includes(text)),
  ]
}
