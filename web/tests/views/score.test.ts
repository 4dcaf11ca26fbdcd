/** The page of the 算颗器: from the keys to the question, and from the answer to the screen. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { Receipt, Waits } from '@/api/http'
import zh from '@/i18n/zh'
import { viewport } from '@/layout/stage'
import { toasts } from '@/ui/notices/toast'
import Score from '@/views/Score.vue'
import { refusal, serve, type Asked } from '../server'

type Answers = Parameters<typeof serve>[0]
const READY = '123456789m11p23s'
const WITH_KONG = '(2222m)456789m123p5z'
const NO_KONG = '[222m]123456m789p5z'
const WAITS: Waits = {
  waits: [
    { tile: '1s', ke: 2 },
    { tile: '4s', ke: 4 },
    { tile: '9x', ke: 1 },
  ],
  why: null,
} as unknown as Waits
const RECEIPT: Receipt = {
  ke: 4,
  multiplier: 2,
  items: [
    { id: 'base', ke: 1, tiles: '' },
    { id: 'self_drawn', ke: 1, tiles: '' },
  ],
  near_misses: [],
  waits: [{ tile: '1s', ke: 2 }],
} as unknown as Receipt

let router: Router
let shown: VueWrapper | null = null
let asked: Asked[]

const page = (): VueWrapper => shown as VueWrapper
const find = (id: string) => page().find(`[data-testid="${id}"]`)
const press = async (id: string): Promise<void> => {
  await find(id).trigger('click')
  await flushPromises()
}
const tap = async (...tiles: string[]): Promise<void> => {
  for (const tile of tiles) await press(`key-${tile}`)
}
const answer = (): string => find('score-answer').text()
const questions = (): unknown[] => asked.filter(({ path }) => path === '/api/score').map(({ body }) => body)
const question = (): unknown => questions()[questions().length - 1]
const query = () => router.currentRoute.value.query

async function open(address = '/score', answers: Answers = {}): Promise<Answers> {
  const all: Answers = { 'POST /api/score': WAITS, ...answers }
  asked = serve(all)
  await router.push(address)
  shown = mount(Score, { global: { plugins: [router] } })
  await flushPromises()
  return all
}

beforeEach(() => {
  window.localStorage.clear()
  viewport.width = 360
  viewport.height = 740
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
})

afterEach(() => {
  shown?.unmount()
  shown = null
  toasts.value = []
  vi.unstubAllGlobals()
})

describe('a hand', () => {
  it('is put together by keys, and asks nothing before thirteen tiles are there', async () => {
    await open()
    expect(find('score-hand').text()).toBe(zh.score.help)
    await press('piece-concealed')
    await tap('1m')
    expect(find('piece-concealed').attributes('aria-pressed')).toBe('false')
    await tap('2m', '3m')
    expect(answer()).toBe('还差 8 张就能看叫')
    expect(questions()).toEqual([])
    expect(query()).toEqual({ preset: 'classic', hand: '(1111m)23m' })
  })

  it('that waits shows what for, and is won by a tap on it', async () => {
    const answers = await open(`/score?hand=${READY}`)
    expect(question()).toMatchObject({ hand: READY, tile: null, preset: 'classic', by: 'discard' })
    expect(answer()).toContain('有叫，2 种')
    expect(find('wait-4s').text()).toBe('4颗')
    answers['POST /api/score'] = RECEIPT
    await press('wait-4s')
    expect(question()).toMatchObject({ hand: '123456789m11p234s', tile: '4s' })
    expect(find('score-ke').text()).toBe('4颗')
    expect(query()).toMatchObject({ tile: '4s' })
    expect(find('key-1m').exists()).toBe(false)
    expect(page().get('.score-hint').text()).toBe(zh.score.whole)
  })

  it('that is whole is won on another tile by one tap, and loses it by the next', async () => {
    await open(`/score?hand=123456789m11p234s&tile=4s`, { 'POST /api/score': RECEIPT })
    expect(find('score-won').attributes('aria-label')).toContain(zh.score.winning)
    await page().findAll('.hand-tile')[0]?.trigger('click')
    await flushPromises()
    expect(question()).toMatchObject({ tile: '1m' })
    await press('score-won')
    expect(query()).toEqual({ preset: 'classic', hand: '23456789m11p234s' })
  })

  it('gives a meld back, step by step, and all of it at once', async () => {
    await open('/score?hand=[111p]23m')
    expect(find('score-undo').attributes('disabled')).toBeDefined()
    await page().get('.hand-meld').trigger('click')
    expect(query().hand).toBe('[111p]23m')
    await flushPromises()
    expect(query().hand).toBe('23m')
    await press('score-undo')
    expect(query().hand).toBe('[111p]23m')
    await press('score-clear')
    expect(find('score-hand').text()).toBe(zh.score.help)
    await press('score-undo')
    expect(query().hand).toBe('[111p]23m')
  })

  it('takes no fifth of a kind, and nothing once it is full', async () => {
    viewport.width = 812
    viewport.height = 375
    await open('/score?hand=1111m')
    await tap('1m')
    expect(toasts.value.map(({ text }) => text)).toEqual([zh.score.four])
    toasts.value = []
    await press('score-clear')
    await tap('1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '1p', '1p', '2s', '3s', '4s')
    await tap('9p')
    expect(toasts.value.map(({ text }) => text)).toEqual([zh.score.full])
  })
})

describe('an answer', () => {
  it.each([
    [{ waits: [], why: 'not_ready' }, zh.score.not_ready],
    [{ waits: [], why: 'three_suits' }, zh.score.not_ready + zh.errors.three_suits],
    [{ waits: [], why: 'something_new' }, zh.score.not_ready + zh.score.not_ready],
  ])('%j says why there is nothing to wait for', async (served, text) => {
    await open(`/score?hand=${READY}`, { 'POST /api/score': served })
    expect(find('score-why').text().replace(/\s/g, '')).toBe(text)
  })

  it('that does not come may be asked for again; what the server finds wrong may not', async () => {
    const answers = await open(`/score?hand=${READY}`, { 'POST /api/score': undefined })
    expect(find('score-wrong').text()).toContain(zh.errors.network)
    answers['POST /api/score'] = refusal(422, { code: 'too_many_tiles' })
    await find('score-wrong').get('button').trigger('click')
    await flushPromises()
    expect(find('score-wrong').text()).toBe(zh.errors.too_many_tiles)
    expect(find('score-wrong').find('button').exists()).toBe(false)
  })
})

describe('how it was won', () => {
  const way = async (n: number): Promise<void> => {
    await find('score-by').findAll('button')[n]?.trigger('click')
    await flushPromises()
  }

  it('is asked about, in the words of the way', async () => {
    await open(`/score?hand=${WITH_KONG}`)
    expect(find('score-after-kong').text()).toBe(zh.score.kong_shot)
    await way(1)
    expect([find('score-after-kong').text(), find('score-last-tile').text()]).toEqual([
      zh.score.kong_draw,
      zh.score.last_draw,
    ])
    await press('score-after-kong')
    await press('score-last-tile')
    expect(question()).toMatchObject({ by: 'draw', after_kong: true, last_tile: true })
  })

  it('by a draw follows only a kong of ones own', async () => {
    await open(`/score?hand=${NO_KONG}`)
    await press('score-after-kong')
    expect(question()).toMatchObject({ by: 'discard', after_kong: true })
    await way(1)
    expect(question()).toMatchObject({ by: 'draw', after_kong: false })
    expect(find('score-after-kong').attributes()).toMatchObject({
      disabled: '',
      'aria-pressed': 'false',
      title: zh.errors.no_kong,
    })
  })

  it('from a robbed kong has no other luck', async () => {
    await open(`/score?hand=${READY}`)
    await press('score-after-kong')
    await way(2)
    expect(question()).toMatchObject({ by: 'rob_kong', after_kong: false, last_tile: false })
    expect(find('score-after-kong').attributes()).toMatchObject({ disabled: '', 'aria-pressed': 'false' })
    await way(0)
    expect(question()).toMatchObject({ by: 'discard', after_kong: true })
  })

  it('has a void suit, or none', async () => {
    await open(`/score?hand=${READY}`)
    const suits = page().get('.how-suits').findAll('button')
    await suits[3]?.trigger('click')
    await flushPromises()
    expect(question()).toMatchObject({ void_suit: 's' })
    await suits[0]?.trigger('click')
    await flushPromises()
    expect(question()).toMatchObject({ void_suit: null })
  })
})

describe('the rules', () => {
  const room = { code: '386201', preset: 'folk', options: { cap: 50 } }

  it('are those of a preset, which the address names', async () => {
    await open(`/score?hand=${READY}&preset=folk`)
    expect(question()).toMatchObject({ preset: 'folk', options: {} })
    await find('score-rules').setValue('classic')
    await flushPromises()
    expect(question()).toMatchObject({ preset: 'classic' })
    expect(query()).toMatchObject({ preset: 'classic', hand: READY })
  })

  it('are those of a room, if it can be found', async () => {
    await open(`/score?hand=${READY}&room=386201`, { 'GET /api/rooms/386201': { room } })
    expect(question()).toMatchObject({ preset: 'folk', options: { cap: 50 } })
    await page().findAll('.hand-tile')[0]?.trigger('click')
    await flushPromises()
    expect(query()).toMatchObject({ room: '386201' })
  })

  it.each([
    ['386201', [zh.errors.room_unavailable]],
    ['38620', []],
  ])('of room %s that cannot be had are left out', async (code, said) => {
    await open(`/score?hand=${READY}&room=${code}`, {
      'GET /api/rooms/386201': refusal(404, { code: 'room_unavailable' }),
    })
    expect(toasts.value.map(({ text }) => text)).toEqual(said)
    expect(question()).toMatchObject({ preset: 'classic' })
  })
})
