import { afterEach, describe, expect, it, vi } from 'vitest'
import { fill, initLocale, LATER, locale, preferred, setLocale, t, tKnown, type Later } from '@/i18n'
import en from '@/i18n/en'
import zh from '@/i18n/zh'
import core from '@/i18n/zh/core'
import { forget, load, save } from '@/storage'
import rules from '../screens/rules.json'

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

describe('what the server names', () => {
  const { presets, options, items, windows } = rules
  const values = options.find(({ name }) => name === 'values')
  const others = options.filter(({ name }) => name !== 'values')
  const optionKeys = others.flatMap(({ name, kind, choices, keys, nullable }) => [
    name,
    `${name}.help`,
    ...[...choices, ...keys].map((choice) => `${name}.${choice}`),
    ...(kind === 'int' ? [`${name}.value`] : []),
    ...(nullable ? [`${name}.none`] : []),
  ])
  const presetKeys = Object.keys(presets).flatMap((id) => [`preset.${id}`, `preset.${id}.help`])
  const itemKeys = new Set([...items.map(({ id }) => id), ...(values?.keys ?? [])])
  const windowKeys = windows.map((id) => `window_${id}`)

  it.each([
    ['Chinese', flat(zh)],
    ['English', flat(en)],
  ])('has a text in %s', (_, texts) => {
    const named = [
      ...[...optionKeys, ...presetKeys].map((key) => `options.${key}`),
      ...[...itemKeys].map((id) => `items.${id}`),
      ...windowKeys.map((key) => `game.${key}`),
    ]
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((key) => !texts.has(key))).toEqual([])
  })

  it('is all that has one: no option, choice or item is left from before', () => {
    const form = ['preset', 'preset.last', 'on', 'off', 'none', 'ke', 'reset', 'values', 'values.help']
    const known = [...form, ...optionKeys, ...presetKeys]
    const options_ = Object.keys(zh.options).filter((key) => !key.startsWith('group.'))
    expect(options_.filter((key) => !known.includes(key))).toEqual([])
    const names = Object.keys(zh.items).filter((key) => !/^(near_misses$|miss_)/.test(key))
    expect(names.filter((key) => !itemKeys.has(key))).toEqual([])
  })
})

describe('t', () => {
  it('fills parameters and chooses between one and many', () => {
    expect(t('table.wall', { n: 38 })).toBe('剩 38 张')
    expect(fill('{n} {n|tile|tiles}', { n: 1 })).toBe('1 tile')
    expect(fill('{n} {n|tile|tiles}', { n: 0 })).toBe('0 tiles')
    expect(fill('{missing}', {})).toBe('{missing}')
    expect(fill('{name}!', { name: 'محمد' })).toBe('\u2068محمد\u2069!')
    expect(fill('{name}!', { name: '阿勇' })).toBe('阿勇!')
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

describe('texts in parts', () => {
  const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.vue', '!/src/i18n/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const source = (name: string): string => sources[name] ?? ''

  /** A line that a reader may see: no comment, no style. */
  const spoken = (text: string): string[] =>
    text
      .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|<style[\s\S]*/g, '')
      .split('\n')
      .filter((line) => !/^\s*\/\//.test(line))

  it('nowhere else: no Chinese and no Chinese punctuation in the code', () => {
    /** Names that the server gives to bots, how people are called, and the page of samples. */
    const data = ['/src/game/names.ts', '/src/ui/people.ts', '/src/views/Gallery.vue']
    const found = Object.entries(sources)
      .filter(([name]) => !data.includes(name) && !name.endsWith('.gen.ts'))
      .flatMap(([name, text]) => spoken(text).map((line) => `${name}: ${line.trim()}`))
    expect(found.filter((line) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(line))).toEqual([])
  })

  function imported(from: string, pattern: RegExp): string[] {
    return Array.from(source(from).matchAll(pattern), ([, path = '']) => {
      const folder = path.startsWith('@/') ? '/src/' : from.replace(/[^/]*$/, '')
      const name = new URL(path.replace('@/', ''), `file://${folder}`).pathname
      return [name, `${name}.ts`].find((file) => file in sources)
    }).filter((file) => file !== undefined)
  }

  /** The areas of the texts that a file and all it imports ask for. */
  function areas(start: string, pattern: RegExp): string[] {
    const seen = new Set<string>()
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      imported(name, pattern).forEach(visit)
    }
    visit(start)
    const all = [...seen].map(source).join('\n')
    return Object.keys(zh).filter((area) => new RegExp(`['\`]${area}\\.[a-z0-9_$]`).test(all))
  }

  const STATIC = /(?:from|import) '([^']+)'/g
  const ANY = /(?:from |import |import\()'([^']+)'/g

  it('the first screen has its own at once', () => {
    expect(areas('/src/main.ts', STATIC).filter((area) => !(area in core))).toEqual([])
  })

  it('every page brings what it shows', async () => {
    const pages = [...source('/src/router.ts').matchAll(/import\('\.\/(views\/\w+\.vue)'\)(.*)\)/g)]
    expect(pages.length).toBeGreaterThan(5)
    for (const [, view = '', rest = ''] of pages) {
      const named = Array.from(rest.matchAll(/'(\w+)'/g), ([, name]) => name as Later)
      const parts = await Promise.all(named.map((name) => LATER[name]()))
      const brought = Object.keys(Object.assign({}, core, ...parts) as object)
      const used = areas(`/src/${view}`, ANY)
      expect([view, used.filter((area) => !brought.includes(area))]).toEqual([view, []])
    }
  })

  it('come when they are asked for, in Chinese not before it is read', async () => {
    vi.resetModules()
    const fresh = await import('@/i18n')
    expect(fresh.t('items.feiji')).toBe('items.feiji')
    await fresh.setLocale('en', false)
    await fresh.needTexts('play')
    expect(fresh.t('items.feiji')).toBe(en.items.feiji)
    await fresh.setLocale('zh-CN', false)
    expect([fresh.t('items.feiji'), fresh.t('account.code')]).toEqual(['小飞机', 'account.code'])
    await fresh.needTexts('account')
    expect([fresh.t('items.feiji'), fresh.t('account.code')]).toEqual(['小飞机', '找回码'])
  })
})

describe('at the start', () => {
  it.each([
    ['en', ['zh-CN'], 'en'],
    ['zh-CN', ['en-US'], 'zh-CN'],
    ['fr', ['en-US', 'zh-CN'], 'en'],
    [null, ['zh-TW'], 'zh-CN'],
    [null, [], 'zh-CN'],
  ])('with %j remembered and %j preferred is read %s', async (remembered, languages, shown) => {
    if (remembered === null) forget('locale')
    else save('locale', remembered)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    await initLocale()
    expect([locale(), document.documentElement.lang, load('locale')]).toEqual([shown, shown, remembered])
    forget('locale')
  })
})
