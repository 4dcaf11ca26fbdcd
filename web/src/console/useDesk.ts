import { ref } from 'vue'
import { ApiError } from '@/api/http'
import { failureText } from '@/game/errors'
import { t } from '@/i18n'
import { toast } from '@/ui/notices/toast'

/** Name of the operator; null while nobody is signed in, undefined until the server was asked. */
export const operator = ref<string | null | undefined>(undefined)

/** Carries a wish of the operator out; says why not, and whether it was done. A session that is over leads back to the door. */
export async function carry(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'no_admin') operator.value = null
    toast(deskFailure(failure))
    return false
  }
}

/** Why it was not done. The cards are another player's here, so the text about cards differs. */
export function deskFailure(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failureText(failure)
  if (failure.cards) return t('console.no_cards_of', { cost: failure.cards.cost, n: failure.cards.available })
  if (failure.code === 'bad_request' && failure.field === 'cards') return t('console.bad_cards')
  return failureText(failure)
}
