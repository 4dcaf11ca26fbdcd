/** Pages that cannot be opened because the server has another version of their files. */
import { shallowRef } from 'vue'
import { api } from '@/api/http'
import { t } from '@/i18n'
import { toast } from './toast'

/** The address that needs a reload, or null. The bar above the page offers it. */
export const updated = shallowRef<string | null>(null)

/** Says why the page at `path` cannot be opened: its files are gone because of an update, or there is no network. */
export async function explain(path: string): Promise<void> {
  try {
    await api.config()
    updated.value = path
  } catch {
    toast(t('errors.network'))
  }
}

/** Waits for a change of page. If it fails, the router has `explain` say why. */
export async function opened(navigation: Promise<unknown>): Promise<void> {
  await navigation.catch(() => undefined)
}
