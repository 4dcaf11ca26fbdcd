import { locale } from '@/i18n'

/** A moment of the server's, as people here write it. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'short' }).format(ms)
}
