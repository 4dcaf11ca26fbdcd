import { locale } from '@/i18n'

/** The day of a server time (ms), in the language of the page. Without the hour, which the server does not tell. */
export function day(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short' }).format(ms)
}

/** The date and hour of a server time (ms), in the language of the page. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'short' }).format(ms)
}
