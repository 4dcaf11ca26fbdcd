/** The form is drawn from what `GET /api/rules` serves. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { account } from '@/api/account'
import {
  api,
  ApiError,
  type Config,
  type NewRoom as Wanted,
  type OptionSpec,
  type RoomCard,
} from '@/api/http'
import type { Catalogue } from '@/game/terms/catalogue'
import zh from '@/i18n/zh'
import { forget, save } from '@/storage'
import NewRoom from '@/views/NewRoom.vue'
import recorded from '../screens/rules.json'

const RULES = recorded as unknown as Catalogue
const BLANK = { rules: [], choices: [], keys: [], minimum: 0, maximum: 0, nullable: false }
const named = (name: string, kind: string, more: object = {}): OptionSpec =>
  ({ ...BLANK, name, kind, ...more }) as OptionSpec

let shown: VueWrapper | null = null
let router: Router
let create: MockInstance<typeof api.createRoom>

const find = (id: string) => (shown as VueWrapper).get(`[data-testid="${id}"]`)
const place = (): string => router.currentRoute.value.path
const option = (name: string) => find(`option-${name}`)

async function open(answer: Catalogue): Promise<void> {
  vi.spyOn(api, 'rules').mockResolvedValue(answer)
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  await router.push('/new')
  shown = mount(NewRoom, { global: { plugins: [router] } })
  await flushPromises()
}

/** Presses the button and tells what was asked of the server. */
async function made(): Promise<Wanted> {
  await find('create-room').trigger('click')
  await flushPromises()
  return create.mock.lastCall?.[0] as Wanted
}

/** The document with options that no client has heard of, in every preset with their values. */
function served(specs: readonly OptionSpec[], values: Record<string, unknown>): Catalogue {
  const presets = Object.entries(RULES.presets).map(([id, options]) => [id, { ...options, ...values }])
  return {
    ...RULES,
    options: [...RULES.options, ...specs],
    presets: Object.fromEntries(presets),
  } as Catalogue
}

beforeEach(() => {
  vi.spyOn(account, 'cards').mockResolvedValue({ available: 99, held: 0, free: false, history: [] })
  vi.spyOn(api, 'config').mockResolvedValue({
    cards: { free: false, prices: { owner: { '16': 4 }, split: { '16': 4 }, winner: { '16': 4 } } },
  } as unknown as Config)
  create = vi.spyOn(api, 'createRoom').mockResolvedValue({ room: { code: '386201' } as unknown as RoomCard })
})

afterEach(() => {
  shown?.unmount()
  shown = null
  forget('rules')
})

describe('options this client has never heard of', () => {
  const SPECS = [
    named('wild_tiles', 'bool'),
    named('jokers', 'int', { minimum: 1, maximum: 4 }),
    named('fortune', 'int', { minimum: 5, maximum: 9_000, nullable: true }),
    named('wind', 'choice', { choices: ['east', 'west'] }),
    named('rounds', 'choice', { choices: [3, 6] }),
    named('flowers', 'set', { choices: ['plum', 'orchid'] }),
    named('stairs', 'map', { keys: ['one', 'two'], minimum: 2, maximum: 7 }),
    named('colour', 'colour'),
  ]
  const VALUES = {
    wild_tiles: false,
    jokers: 1,
    fortune: null,
    wind: 'east',
    rounds: 3,
    flowers: ['plum'],
    stairs: { one: 2 },
    colour: 'red',
  }

  it('are shown by their ids, and sent as they are set', async () => {
    await open(served(SPECS, VALUES))
    const texts = SPECS.map(({ name }) => option(name).text())
    SPECS.forEach(({ name }, n) => expect(texts[n]).toContain(name))
    expect(texts.join(' ')).not.toMatch(/options\.|undefined|NaN|\[object/)
    expect(
      option('wind')
        .findAll('[role="radio"]')
        .map((choice) => choice.text()),
    ).toEqual(['east', 'west'])

    await option('wild_tiles').get('.switch').trigger('click')
    await option('jokers').get('[aria-label="增加"]').trigger('click')
    await option('fortune').get('.switch').trigger('click')
    await option('wind').findAll('[role="radio"]')[1]?.trigger('click')
    await option('rounds').findAll('[role="radio"]')[1]?.trigger('click')
    await option('flowers').findAll('button')[1]?.trigger('click')
    await option('stairs').findAll('input')[1]?.setValue('99')
    const { options } = await made()
    expect(options).toEqual({
      wild_tiles: true,
      jokers: 2,
      fortune: 50,
      wind: 'west',
      rounds: 6,
      flowers: ['plum', 'orchid'],
      stairs: { one: 2, two: 7 },
    })
    expect(find('create-room').text()).not.toContain('undefined')
  })

  it('stand in the part for scoring, after those that are known', async () => {
    await open(served(SPECS, VALUES))
    const order = (shown as VueWrapper)
      .findAll('[data-testid^="option-"]')
      .map((field) => field.attributes('data-testid')?.slice('option-'.length))
    expect(order.slice(0, 5)).toEqual(['players', 'hands', 'cap', 'base_points', 'seating'])
    expect(order.slice(-SPECS.length)).toEqual(SPECS.map(({ name }) => name))
    expect(order).toHaveLength(RULES.options.length - 1 + SPECS.length)
  })

  it('have presets, turn times, windows and items of their own', async () => {
    const classic = RULES.presets.classic ?? {}
    const slow = 'slow' as (typeof RULES.windows)[number]
    const values = RULES.options.map((spec) =>
      spec.name === 'values' ? { ...spec, keys: ['lucky_seven'], minimum: 3, maximum: 6 } : spec,
    )
    await open({
      ...RULES,
      presets: { later: { ...classic, values: { lucky_seven: 4 } } },
      options: values,
      turn_seconds: [7, null],
      windows: [slow],
      defaults: { preset: 'later', turn_seconds: null, window: slow, payer: 'owner' },
    })
    const text = (shown as VueWrapper).text()
    for (const id of ['later', 'lucky_seven', 'slow', '7 秒']) expect(text).toContain(id)
    const field = (shown as VueWrapper).get('.value input')
    await field.setValue('100')
    expect(await made()).toMatchObject({
      preset: 'later',
      options: { values: { lucky_seven: 6 } },
      turn_seconds: null,
      window: 'slow',
    })
  })
})

describe('limits and choices', () => {
  const changed = (name: string, change: object): Catalogue => ({
    ...RULES,
    options: RULES.options.map((spec) => (spec.name === name ? { ...spec, ...change } : spec)),
  })
  const set = async (name: string, text: string): Promise<unknown> => {
    await option(name).get('input').setValue(text)
    return (await made()).options[name]
  }

  it("are the server's, also where they differ from those of today", async () => {
    await open(changed('base_points', { minimum: 1, maximum: 3 }))
    expect(await set('base_points', '9')).toBe(3)
    shown?.unmount()
    await open(changed('base_points', { minimum: 1, maximum: 25 }))
    expect(await set('base_points', '90')).toBe(25)
  })

  it('of a cap hold for the number it starts with too', async () => {
    await open(changed('cap', { minimum: 60, maximum: 80 }))
    await option('cap').get('.switch').trigger('click')
    expect((await made()).options.cap).toBe(60)
  })

  it('may grow by a choice and lose another', async () => {
    await open(changed('seating', { choices: ['dice', 'by_age'] }))
    const seats = option('seating').findAll('[role="radio"]')
    expect(seats.map((choice) => choice.text())).toEqual(['掷骰定座', 'by_age'])
    await seats[1]?.trigger('click')
    expect((await made()).options.seating).toBe('by_age')
  })

  it('hold for the rules of the last room: what is gone is left out', async () => {
    const last = {
      preset: 'folk',
      options: { hands: 16, seating: 'keep', gone: 1, values: { base: 2 } },
      turn_seconds: 15,
      window: 'steady',
      payer: 'split',
    }
    save('rules', JSON.stringify(last))
    await open({
      ...changed('hands', { choices: [4, 8] }),
      turn_seconds: [30, 60],
      windows: ['fast', 'steady'],
    })
    expect(await made()).toMatchObject({
      preset: 'folk',
      options: { seating: 'keep', values: { base: 2 } },
      turn_seconds: 30,
      window: 'steady',
      payer: 'split',
    })
  })
})

it('keeps players and hands when another preset is chosen, and nothing else', async () => {
  await open(RULES)
  await option('hands').findAll('[role="radio"]')[1]?.trigger('click')
  await option('void_suit').get('.switch').trigger('click')
  await find('preset').findAll('[role="radio"]')[3]?.trigger('click')
  expect(await made()).toMatchObject({ preset: 'folk', options: { hands: 4 } })
})

it('goes back to the preset, whatever was changed', async () => {
  await open(RULES)
  await option('void_suit').get('.switch').trigger('click')
  await (shown as VueWrapper).get('.new-head button').trigger('click')
  expect((shown as VueWrapper).find('.new-head button').exists()).toBe(false)
  expect((await made()).options).toEqual({})
})

it('sends how long a turn and a claim may take', async () => {
  await open(RULES)
  const choices = (shown as VueWrapper).findAll('.new-choice')
  const last = async (n: number): Promise<void> =>
    choices[n]?.findAll('[role="radio"]').slice(-1)[0]?.trigger('click')
  await last(0)
  await last(1)
  expect(await made()).toMatchObject({
    turn_seconds: RULES.turn_seconds[RULES.turn_seconds.length - 1],
    window: RULES.windows[RULES.windows.length - 1],
  })
})

describe('what goes wrong', () => {
  const alert = (): string => (shown as VueWrapper).get('[role="alert"]').text()

  it('is said, and the form can be fetched again', async () => {
    const config = vi.mocked(api.config).mockRejectedValueOnce(new ApiError('network', 0))
    await open(RULES)
    expect(alert()).toBe(zh.errors.network)
    expect(find('create-room').attributes('disabled')).toBeDefined()
    await (shown as VueWrapper).get('.page-inner > .btn').trigger('click')
    await flushPromises()
    expect(config).toHaveBeenCalledTimes(2)
    expect(option('hands').text()).not.toBe('')
    expect((shown as VueWrapper).find('[role="alert"]').exists()).toBe(false)
  })

  it('with the room leads to the other one, and the same room is asked for again', async () => {
    await open(RULES)
    create.mockRejectedValueOnce(new ApiError('already_elsewhere', 409, null, '123456'))
    const first = await made()
    expect(alert()).toContain(zh.errors.already_elsewhere)
    expect((shown as VueWrapper).get('[role="alert"] a').attributes('href')).toBe('/r/123456')
    const second = await made()
    expect(second.key).toBe(first.key)
    expect((shown as VueWrapper).find('[role="alert"]').exists()).toBe(false)
  })

  it('sends nothing twice while it is under way', async () => {
    await open(RULES)
    create.mockReturnValue(new Promise(() => undefined))
    await made()
    expect(find('create-room').text()).toBe(zh.game.creating)
    expect(find('create-room').attributes('disabled')).toBeDefined()
    expect(create).toHaveBeenCalledOnce()
  })

  it('leads a player who is signed out to the start', async () => {
    await open(RULES)
    create.mockRejectedValueOnce(new ApiError('no_session', 401))
    await made()
    expect(place()).toBe('/')
  })

  it('when the cards are counted again is said', async () => {
    vi.mocked(account.cards).mockResolvedValue({ available: 0, held: 0, free: false, history: [] })
    await open(RULES)
    vi.mocked(account.cards).mockRejectedValue(new ApiError('away', 503))
    await find('look-again').trigger('click')
    await flushPromises()
    expect(alert()).toBe(zh.errors.away)
  })
})
