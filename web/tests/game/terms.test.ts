import { afterEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { Options, OptionSpec, OptionValue, Payer } from '@/api/http'
import { catalogue, groupOf, inOrder, loadCatalogue, ruleOf, wantCatalogue } from '@/game/terms/catalogue'
import { lastRules, rememberRules } from '@/game/terms/lastRules'
import { roomChips, sameValue, turnText } from '@/game/terms/options'
import { describeValue, fits, optionHelp, presetHelp } from '@/game/terms/values'
import { usePrice } from '@/game/terms/price'
import zh from '@/i18n/zh'
import { forget, save } from '@/storage'
import rules from '../screens/rules.json'
import { serve } from '../server'

const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done))

afterEach(() => {
  forget('rules')
  vi.unstubAllGlobals()
})

describe('the catalogue', () => {
  it('is asked for once at a time, kept, and asked for again after a failure', async () => {
    catalogue.value = null
    const answers: Parameters<typeof serve>[0] = {}
    const asked = serve(answers)
    await expect(loadCatalogue()).rejects.toThrow('network')
    expect(catalogue.value).toBeNull()
    answers['GET /api/rules'] = rules
    const [one, other] = await Promise.all([loadCatalogue(), loadCatalogue()])
    expect([asked.length, one, catalogue.value]).toEqual([2, other, rules])
    await loadCatalogue()
    expect(asked).toHaveLength(3)
  })

  it('is fetched where it is wanted and not there, and its failure is not said', async () => {
    catalogue.value = null
    const answers: Parameters<typeof serve>[0] = {}
    const asked = serve(answers)
    wantCatalogue()
    await settled()
    expect([asked.length, ruleOf('base')]).toEqual([1, ''])
    answers['GET /api/rules'] = rules
    wantCatalogue()
    await settled()
    wantCatalogue()
    await settled()
    expect([asked.length, ruleOf('base'), ruleOf('new')]).toEqual([2, 'R31', ''])
  })

  it('has its options in the order of the form, the unknown ones last', () => {
    const specs = ['new', 'void_suit', 'values', 'newer', 'hands', 'players'].map(
      (name) => ({ name }) as OptionSpec,
    )
    expect(inOrder(specs).map(({ name }) => name)).toEqual(['players', 'hands', 'void_suit', 'new', 'newer'])
    expect(['players', 'void_suit', 'new', 'cap'].map(groupOf)).toEqual(['match', 'play', 'score', 'match'])
  })
})

const spec = (name: string): OptionSpec =>
  rules.options.find((one) => one.name === name) as unknown as OptionSpec

it.each([
  ['banzi', { '3': 1, '8': 1 }, false],
  ['banzi', {}, true],
  ['banzi', 5, false],
  ['banzi', '', false],
  ['banzi', [], false],
  ['banzi', null, false],
  ['concealed_bonus', ['nothing', 'suit'], false],
] as [string, unknown, boolean][])('the server takes %s %j: %s', (name, value, taken) => {
  expect(fits(spec(name), value)).toBe(taken)
})

it('leaves to the server what is of no known kind', () => {
  expect(fits({ ...spec('cap'), kind: 'colour' } as unknown as OptionSpec, 'red')).toBe(true)
})

it('has a word for every value, and none for help that is not there', () => {
  const words = [true, false, null, undefined, [], {}] as (OptionValue | undefined)[]
  const { on, off, none } = zh.options
  expect(words.map((value) => describeValue('new', value))).toEqual([on, off, none, none, none, none])
  expect(describeValue('cap', null)).toBe(zh.options['cap.none'])
  expect([optionHelp('new'), presetHelp('new')]).toEqual(['', ''])
  expect(optionHelp('cap') + presetHelp('folk')).toContain(zh.options['preset.folk.help'])
})

describe('values of options', () => {
  it.each([
    [{ one: 1, two: 2 }, { two: 2, one: 1 }, true],
    [{ one: 1, two: 2 }, { one: 2, two: 1 }, false],
    [['a', 'b'], ['b', 'a'], true],
    [['a'], ['a', 'b'], false],
    [null, null, true],
    [null, 0, false],
    [undefined, false, false],
    [3, 3, true],
  ] as [OptionValue, OptionValue, boolean][])('%j and %j mean the same: %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })

  it('of a room that says nothing of hands and players are those of the match', () => {
    const room = { preset: 'classic', options: {}, players: 3, hands: 16, turn_seconds: 15, window: 'fast' }
    const { plain } = roomChips(room)
    expect(plain.slice(1, 4)).toEqual(['3 人', '16 局', turnText(15)])
    expect(roomChips({ ...room, options: { players: 2, hands: 4 } }).plain.slice(1, 3)).toEqual([
      '2 人',
      '4 局',
    ])
    expect(turnText(15)).toContain('15')
    expect(turnText(null)).toBe(zh.game.no_limit)
  })
})

describe('the price of a new room', () => {
  it('is nothing before the server has said it, and then that of the payer', async () => {
    const payer = ref<Payer>('owner')
    const options = ref<Options>({ hands: 8, players: 4 })
    const price = usePrice(payer, options)
    const seen = () =>
      [price.free, price.payers, price.have, price.need, price.short].map(({ value }) => value)
    expect(seen()).toEqual([false, [], 0, 0, false])
    expect(price.bill.value).toEqual({ payer: 'owner', cost: 0, players: 4 })
    const cards = { free: false, prices: { owner: { '8': 4 }, split: { '8': 9 } } }
    const answers = { 'GET /api/cards': { available: 3 }, 'GET /api/config': { cards } }
    serve(answers)
    await price.load()
    expect(seen()).toEqual([false, ['owner', 'split'], 3, 4, true])
    payer.value = 'split'
    expect(seen()).toEqual([false, ['owner', 'split'], 3, 3, false])
    answers['GET /api/cards'] = { available: 2 }
    await price.count()
    expect(price.short.value).toBe(true)
    answers['GET /api/config'] = { cards: { ...cards, free: true } }
    await price.load()
    expect(seen()).toEqual([true, ['owner', 'split'], 2, 0, false])
  })
})

describe('the last rules', () => {
  it('are those that were remembered', () => {
    expect(lastRules()).toBeNull()
    const last = { preset: 'folk', options: { cap: 50 }, turn_seconds: null, window: 'fast', payer: 'split' }
    rememberRules(last)
    expect(lastRules()).toEqual(last)
  })

  it('may lack what an older page did not store', () => {
    save('rules', '{"preset":"folk","options":null}')
    expect(lastRules()).toEqual({ preset: 'folk', options: {} })
  })

  it.each(['', 'null', '7', '{', '[]', '{"preset":"folk"}', '{"options":{}}', '{"preset":1,"options":{}}'])(
    'are none where %j is stored',
    (text) => {
      save('rules', text)
      expect(lastRules()).toBeNull()
    },
  )
})
