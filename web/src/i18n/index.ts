import { shallowRef } from 'vue'
import { load, save } from '@/storage'
import zh from './zh'

/** `common.ok`, `errors.room_full` …: every key of the Chinese catalogue. */
export type Key = { [A in Area]: `${A}.${keyof Catalogue[A] & string}` }[Area]
export type Locale = 'zh-CN' | 'en'
export type Params = Readonly<Record<string, string | number>>
/** The texts of another language: the same areas and keys, any words. */
export type Translation = { readonly [A in Area]: { readonly [K in keyof Catalogue[A]]: string } }

type Catalogue = typeof zh
type Area = keyof Catalogue & string
type TextOf<K extends Key> = K extends `${infer A}.${infer N}`
  ? A extends Area
    ? N extends keyof Catalogue[A]
      ? Catalogue[A][N]
      : never
    : never
  : never
/** The names between braces in the Chinese text. */
type NamesIn<S> = S extends `${string}{${infer P}}${infer Rest}` ? P | NamesIn<Rest> : never
type Args<K extends Key> = [NamesIn<TextOf<K>>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<TextOf<K>>, string | number>>]

export const LOCALES: readonly { id: Locale; name: string }[] = [
  { id: 'zh-CN', name: '简体中文' },
  { id: 'en', name: 'English' },
]

const texts = shallowRef<Translation>(zh)
const current = shallowRef<Locale>('zh-CN')

/** Fills `{name}`; `{n|tile|tiles}` takes the first word when n is 1. */
export function fill(text: string, params: Params): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = params[name]
      if (value === undefined) return whole
      return many === undefined ? String(value) : Number(value) === 1 ? (one ?? '') : many
    },
  )
}

function lookup(key: string): string | undefined {
  const dot = key.indexOf('.')
  const area: Readonly<Record<string, string>> | undefined = texts.value[key.slice(0, dot) as Area]
  const name = key.slice(dot + 1)
  return area !== undefined && Object.prototype.hasOwnProperty.call(area, name) ? area[name] : undefined
}

/** The text of a key in the language in use. Reactive: a template that calls it follows a change of language. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  return fill(lookup(key) ?? key, (args as [Params?])[0] ?? {})
}

/** For keys that come from the server (`errors.` + code): the text, or that of the fallback key. */
export function tKnown(key: string, fallback: Key, params: Params = {}): string {
  return fill(lookup(key) ?? lookup(fallback) ?? fallback, params)
}

/** The language in use; reactive. */
export function locale(): Locale {
  return current.value
}

/** zh* → Chinese, anything else → English; the first preference decides, Chinese if there is none. */
export function preferred(languages: readonly string[]): Locale {
  const first = languages[0]
  return first === undefined || /^zh\b/i.test(first) ? 'zh-CN' : 'en'
}

/** Loads and shows a language. Stays with the present one if its texts cannot be fetched. */
export async function setLocale(wanted: Locale, remember = true): Promise<void> {
  let loaded: Translation = zh
  if (wanted === 'en') {
    try {
      loaded = (await import('./en')).default
    } catch {
      return
    }
  }
  texts.value = loaded
  current.value = wanted
  document.documentElement.lang = wanted
  if (remember) save('locale', wanted)
}

/** At start: the remembered language, else the browser's. */
export async function initLocale(): Promise<void> {
  const remembered = load('locale')
  const known = LOCALES.find(({ id }) => id === remembered)
  await setLocale(known?.id ?? preferred(navigator.languages ?? []), false)
}
