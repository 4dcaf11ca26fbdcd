import { shallowRef } from 'vue'
import { load, save } from '@/storage'
import type { Area, Args, Key, Translation } from './catalogue'
import core from './zh/core'

export type { Key } from './catalogue'
export type Locale = 'zh-CN' | 'en'
export type Params = Readonly<Record<string, string | number>>

/** The parts of the texts that are loaded together with the pages that show them. */
export type Later = keyof typeof LATER

export const LOCALES: readonly { id: Locale; name: string }[] = [
  { id: 'zh-CN', name: '简体中文' },
  { id: 'en', name: 'English' },
]

export const LATER = {
  play: async () => (await import('./zh/play')).default,
  account: async () => ({ account: (await import('./zh/account')).default }),
  console: async () => ({ console: (await import('./zh/console')).default }),
  score: async () => ({ score: (await import('./zh/score')).default }),
} satisfies Record<string, () => Promise<Partial<Translation>>>

const chinese = shallowRef<Partial<Translation>>(core)
/** All English texts. They are one file, which the page fetches when a player chooses English. */
const english = shallowRef<Translation | null>(null)
const current = shallowRef<Locale>('zh-CN')
const wanted = new Set<Later>()
const loaded = new Set<Later>()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** A word that is read from right to left is kept apart, so that it does not turn the words around it. */
const kept = (value: string | number): string =>
  typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : String(value)

/** Replaces each `{name}` by its parameter. `{n|tile|tiles}` becomes the first word if n is 1, else the second. */
export function fill(text: string, params: Params): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = params[name]
      if (value === undefined) return whole
      return many === undefined ? kept(value) : Number(value) === 1 ? (one ?? '') : many
    },
  )
}

function lookup(key: string): string | undefined {
  const dot = key.indexOf('.')
  const texts = current.value === 'en' ? english.value : chinese.value
  const area: Readonly<Record<string, string>> | undefined = texts?.[key.slice(0, dot) as Area]
  const name = key.slice(dot + 1)
  return area !== undefined && Object.prototype.hasOwnProperty.call(area, name) ? area[name] : undefined
}

/** The text of a key in the present language. Reactive: a template that calls it follows a change of language. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  return fill(lookup(key) ?? key, (args as [Params?])[0] ?? {})
}

/** The text of a key from the server (`options.` + name). Undefined if there is none. */
export function tFound(key: string, params: Params = {}): string | undefined {
  const text = lookup(key)
  return text === undefined ? undefined : fill(text, params)
}

/** The text of a key from the server (`errors.` + code). If there is none, the text of the fallback key. */
export function tKnown(key: string, fallback: Key, params: Params = {}): string {
  return tFound(key, params) ?? fill(lookup(fallback) ?? fallback, params)
}

/** The present language. Reactive. */
export function locale(): Locale {
  return current.value
}

/** The language for a browser's preferences. The first one decides: zh* → Chinese, others → English, none → Chinese. */
export function preferred(languages: readonly string[]): Locale {
  const first = languages[0]
  return first === undefined || /^zh\b/i.test(first) ? 'zh-CN' : 'en'
}

async function loadChinese(): Promise<void> {
  const missing = [...wanted].filter((name) => !loaded.has(name))
  const parts = await Promise.all(missing.map((name) => LATER[name]()))
  missing.forEach((name) => loaded.add(name))
  chinese.value = Object.assign({}, chinese.value, ...parts) as Partial<Translation>
}

/** Fetches parts of the texts. Call it before `t` needs them. Raises if the network fails. */
export async function needTexts(...names: readonly Later[]): Promise<void> {
  names.forEach((name) => wanted.add(name))
  if (current.value === 'zh-CN') await loadChinese()
}

/** Loads and shows a language. Returns false and keeps the present one if it cannot fetch the texts. */
export async function setLocale(language: Locale, remember = true): Promise<boolean> {
  try {
    if (language === 'en') english.value ??= (await import('./en')).default
    else await loadChinese()
  } catch {
    return false
  }
  current.value = language
  document.documentElement.lang = language
  if (remember) save('locale', language)
  return true
}

/** Sets the language at the start: the stored one, else that of the browser. */
export async function initLocale(): Promise<void> {
  const remembered = load('locale')
  const known = LOCALES.find(({ id }) => id === remembered)
  await setLocale(known?.id ?? preferred(navigator.languages ?? []), false)
}
