import { ref } from 'vue'
import { ApiError } from '@/api/http'
import { failureText } from '@/game/errors'
import { t } from '@/i18n'
import { toast } from '@/ui/notices/toast'

/** Name of the operator. Null if nobody is signed in, undefined until the server has answered. */
export const operator = ref<string | null | undefined>(undefined)

/** Runs an action of the operator. Returns whether it succeeded. Shows why not, or the sign-in if the session is over. */
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

/** The text for a failure. Here the cards belong to another player, so the texts about cards differ. */
export function deskFailure(failure: unknown): string {
  if (!(failure instanceof ApiError)) return failureText(failure)
  if (failure.cards) return t('console.no_cards_of', { cost: failure.cards.cost, n: failure.cards.available })
  if (failure.code === 'bad_request' && failure.field === 'cards') return t('console.bad_cards')
  return failureText(failure)
}
