import { ref } from 'vue'
import { ApiError } from '@/api/http'
import { failureText } from '@/game/errors'
import { toast } from '@/ui/toast'

/** Name of the operator; null while nobody is signed in, undefined until the server was asked. */
export const operator = ref<string | null | undefined>(undefined)

/** Carries a wish of the operator out; says why not, and whether it was done. A session that is over leads back to the door. */
export async function carry(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'no_admin') operator.value = null
    toast(failureText(failure))
    return false
  }
}
