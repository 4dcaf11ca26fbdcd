import { locale } from '@/i18n'

/** A day of the server's, where nobody knows the hour. */
export function day(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short' }).format(ms)
}

/** A moment of the server's, as people here write it. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'short' }).format(ms)
}
