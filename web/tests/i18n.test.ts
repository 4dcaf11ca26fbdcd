import { afterEach, describe, expect, it } from 'vitest'
import { fill, locale, preferred, setLocale, t, tKnown } from '@/i18n'
import en from '@/i18n/en'
import zh from '@/i18n/zh'
import { load } from '@/storage'

const flat = (areas: object): Map<string, string> =>
  new Map(
    Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts as Record<string, string>).map(([key, text]): [string, string] => [
        `${area}.${key}`,
        text,
      ]),
    ),
  )
const names = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => name ?? ''))].sort()

afterEach(() => setLocale('zh-CN', false))

describe('catalogues', () => {
  const chinese = flat(zh)
  const english = flat(en)

  it('have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort())
  })

  it('use the same parameters and leave no text empty', () => {
    for (const [key, text] of chinese) {
      expect([key, names(english.get(key) ?? '')]).toEqual([key, names(text)])
      expect(text.trim()).not.toBe('')
      expect(english.get(key)?.trim()).not.toBe('')
    }
  })

  it('have no emoji', () => {
    const emoji = /\p{Extended_Pictographic}/u
    expect([...chinese.values(), ...english.values()].filter((text) => emoji.test(text))).toEqual([])
  })
})

describe('t', () => {
  it('fills parameters and chooses between one and many', () => {
    expect(t('table.wall', { n: 38 })).toBe('剩 38 张')
    expect(fill('{n} {n|tile|tiles}', { n: 1 })).toBe('1 tile')
    expect(fill('{n} {n|tile|tiles}', { n: 0 })).toBe('0 tiles')
    expect(fill('{missing}', {})).toBe('{missing}')
  })

  it('follows the language, and tells the page', async () => {
    await setLocale('en')
    expect([t('tiles.3p'), locale(), document.documentElement.lang]).toEqual(['Three of Dots', 'en', 'en'])
    expect(load('locale')).toBe('en')
    await setLocale('zh-CN')
    expect(t('tiles.3p')).toBe('三筒')
  })

  it('has an answer for codes it does not know', () => {
    expect(tKnown('errors.network', 'errors.unknown')).toBe(zh.errors.network)
    expect(tKnown('errors.constructor', 'errors.unknown')).toBe(zh.errors.unknown)
    expect(tKnown('nowhere.at_all', 'errors.unknown')).toBe(zh.errors.unknown)
  })
})

it('takes Chinese for zh of any kind and English for the rest', () => {
  expect(preferred(['zh-TW', 'en'])).toBe('zh-CN')
  expect(preferred(['zh'])).toBe('zh-CN')
  expect(preferred(['en-US', 'zh-CN'])).toBe('en')
  expect(preferred(['zha'])).toBe('en')
  expect(preferred([])).toBe('zh-CN')
})
