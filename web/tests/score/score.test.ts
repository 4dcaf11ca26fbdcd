import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { api, ApiError, type HandToScore, type Receipt } from '@/api/http'
import { catalogue, ruleOf, type Catalogue } from '@/game/terms/catalogue'
import { setLocale } from '@/i18n'
import zh from '@/i18n/zh'
import NearMisses from '@/result/NearMisses.vue'
import ReceiptLines from '@/result/ReceiptLines.vue'
import {
  added,
  EMPTY,
  handOf,
  heldOf,
  refusalOf,
  sizeOf,
  textOf,
  withoutMeld,
  withoutTile,
  wonOn,
  type Hand,
} from '@/score/hand'
import HandTiles from '@/score/HandTiles.vue'
import { scoreSizes } from '@/score/sizes'
import TileKeys from '@/score/TileKeys.vue'
import { useScore } from '@/score/useScore'
import { type Tile } from '@/tiles/kinds'
import rules from '../screens/rules.json'

const WON = '[111p](2222m)567m44789p'
const tiles = (hand: Hand, list: readonly Tile[]): Hand =>
  list.reduce((before, tile) => added(before, 'tile', tile), hand)

const SERVED = rules as unknown as Catalogue

beforeEach(() => {
  catalogue.value = SERVED
})
afterEach(() => setLocale('zh-CN', false))

describe('a hand', () => {
  it('is written as the rules write it, sorted, melds first in their order', () => {
    let hand = tiles(EMPTY, ['7z', '2s', '1m', '3s', '1s'])
    hand = added(added(added(hand, 'concealed', '9p'), 'pung', '5z'), 'exposed', '2m')
    expect(textOf(hand)).toBe('(9999p)[555z][2222m]1m123s7z')
    expect(sizeOf(hand)).toBe(14)
  })

  it('holds four of a kind, melds included', () => {
    const three = tiles(EMPTY, ['5m', '5m', '5m'])
    expect(refusalOf(three, 'tile', '5m')).toBeNull()
    const four = added(three, 'tile', '5m')
    expect(refusalOf(four, 'tile', '5m')).toBe('four')
    expect(added(four, 'tile', '5m')).toBe(four)
    const pung = added(EMPTY, 'pung', '5m')
    expect([heldOf(pung, '5m'), refusalOf(pung, 'tile', '5m')]).toEqual([3, null])
    expect(refusalOf(added(pung, 'tile', '5m'), 'tile', '5m')).toBe('four')
    expect(refusalOf(tiles(EMPTY, ['5m']), 'exposed', '5m')).toBe('four')
    expect(refusalOf(tiles(EMPTY, ['5m']), 'pung', '5m')).toBeNull()
    expect(refusalOf(tiles(EMPTY, ['5m', '5m']), 'pung', '5m')).toBe('four')
  })

  it('is full with fourteen tiles, a kong counting as three', () => {
    const four = (['1m', '2m', '3m', '4m'] as const).reduce(
      (hand, tile) => added(hand, 'concealed', tile),
      EMPTY,
    )
    expect(sizeOf(four)).toBe(12)
    expect(refusalOf(four, 'pung', '5m')).toBe('full')
    const whole = tiles(four, ['9s', '9s', '9s'])
    expect([sizeOf(whole), textOf(whole)]).toEqual([14, '(1111m)(2222m)(3333m)(4444m)99s'])
    const twelve = tiles(EMPTY, ['1m', '1m', '2m', '2m', '3m', '3m', '4m', '4m', '5m', '5m', '6m', '6m'])
    expect(refusalOf(twelve, 'pung', '9s')).toBe('full')
    expect(refusalOf(withoutTile(twelve, '6m'), 'pung', '9s')).toBeNull()
  })

  it('was won on the tile that made it whole, or on the one chosen', () => {
    const ready = handOf('[111p](2222m)567m4478p', null)
    expect(ready.winning).toBeNull()
    const won = added(ready, 'tile', '6p')
    expect(won.winning).toBe('6p')
    expect(wonOn(won, '4p').winning).toBe('4p')
    expect(wonOn(won, '1p').winning).toBe('8p')
    expect(withoutTile(won, '5m').winning).toBeNull()
    expect(withoutMeld(won, 0)).toEqual({
      melds: [{ kind: 'concealed', tile: '2m' }],
      tiles: ['5m', '6m', '7m', '4p', '4p', '6p', '7p', '8p'],
      winning: null,
    })
    const melded = added(
      tiles(EMPTY, ['1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '2s', '2s']),
      'pung',
      '5z',
    )
    expect(melded.winning).toBe('2s')
  })

  it('is read back from its text', () => {
    expect(textOf(handOf(WON, '9p'))).toBe(WON)
    expect(handOf(WON, '7p').winning).toBe('7p')
    expect(handOf(WON, 'x').winning).toBe('9p')
  })

  it('takes of a broken text what can be held', () => {
    expect(handOf('', null)).toEqual(EMPTY)
    expect(textOf(handOf('11111m', null))).toBe('1111m')
    expect(textOf(handOf('[12m](555p)[55p][123]33z9s<x>', null))).toBe('9s')
    expect(sizeOf(handOf('123456789m123456789p', null))).toBe(14)
  })
})

describe('what stands on one screen', () => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 }
  it.each([
    [360, 740],
    [360, 640],
    [320, 568],
    [414, 896],
    [768, 1024],
    [812, 375],
    [667, 375],
    [1280, 800],
  ])('at %d × %d', (width, height) => {
    const { wide, hand, key, wait, tools } = scoreSizes(width, height, none)
    expect(wide).toBe(width > height)
    expect(key).toBeGreaterThanOrEqual(28)
    expect(hand).toBeGreaterThanOrEqual(22)
    expect(wait).toBeGreaterThanOrEqual(28)
    expect(9 * (key + 1)).toBeLessThanOrEqual(wide ? tools : width - 16)
    // Two rows of seven, the last tile set apart.
    expect(7 * (hand + 2) + 8).toBeLessThanOrEqual(wide ? width - 30 - tools : width - 16)
    expect(2 * 1.44 * hand).toBeLessThanOrEqual(height * 0.4)
    expect(4 * (1.44 * key + 4)).toBeLessThan(height * (wide ? 0.75 : 0.45))
  })
})

it('fills the width with keys, and lets the finger meet the tiles of the hand', () => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 }
  expect(scoreSizes(360, 740, none).key).toBe(37)
  expect(scoreSizes(812, 375, none).hand).toBe(44)
  expect(scoreSizes(1280, 800, none).hand).toBe(44)
})

describe('the keyboard', () => {
  const keys = (hand: Hand, piece: 'tile' | 'pung' = 'tile') =>
    mount(TileKeys, { props: { hand, size: 34, piece } })

  it('has every kind and dims what cannot be added', async () => {
    const wrapper = keys(tiles(EMPTY, ['5m', '5m']), 'pung')
    expect(wrapper.findAll('.tile')).toHaveLength(30)
    expect(wrapper.findAll('.tile-dimmed').map((key) => key.attributes('data-testid'))).toEqual(['key-5m'])
    await wrapper.get('[data-testid="key-7z"]').trigger('click')
    expect(wrapper.emitted('tile')).toEqual([['7z']])
  })

  it('makes a meld of the next tile, until tapped again', async () => {
    const wrapper = keys(EMPTY, 'pung')
    await wrapper.get('[data-testid="piece-pung"]').trigger('click')
    await wrapper.get('[data-testid="piece-concealed"]').trigger('click')
    expect(wrapper.emitted('update:piece')).toEqual([['tile'], ['concealed']])
  })
})

it('shows a whole hand with the winning tile apart, and says what was tapped', async () => {
  const wrapper = mount(HandTiles, { props: { hand: handOf(WON, '7p'), size: 34 } })
  expect(wrapper.findAll('.hand-meld')).toHaveLength(2)
  expect(wrapper.findAll('.hand-tile')).toHaveLength(7)
  expect(wrapper.get('[data-testid="score-won"]').attributes('aria-label')).toContain('七筒')
  await wrapper.get('[data-testid="score-won"]').trigger('click')
  await wrapper.get('.hand-tile').trigger('click')
  await wrapper.get('.hand-meld:nth-of-type(2)').trigger('click')
  expect(wrapper.emitted()).toMatchObject({ tile: [['7p'], ['5m']], meld: [[1]] })
})

const RECEIPT: Receipt = {
  ke: 8,
  multiplier: 2,
  items: [
    { id: 'base', rule: 'R31', ke: 1, tiles: '' },
    { id: 'feiji', rule: 'R54', ke: 3, tiles: '111222m' },
  ],
  near_misses: [],
  waits: [],
}

describe('asking the server', () => {
  function opened(answer: () => Promise<Receipt>) {
    const asked: HandToScore[] = []
    vi.spyOn(api, 'score').mockImplementation((question) => {
      asked.push(question)
      return answer()
    })
    const scope = effectScope()
    const score = scope.run(() => useScore(handOf('[111p](2222m)567m4478p', null)))
    if (score === undefined) throw new Error('no score')
    return { asked, score, scope }
  }

  it('is done again for every change, and not with too few tiles', async () => {
    const { asked, score, scope } = opened(() => Promise.resolve(RECEIPT))
    score.put(added(score.hand.value, 'tile', '9p'))
    score.circumstances.by = 'draw'
    score.circumstances.afterKong = true
    await flushPromises()
    expect(asked.map(({ tile }) => tile)).toEqual([null, '9p'])
    expect(asked[1]).toEqual({
      hand: WON,
      tile: '9p',
      preset: 'classic',
      options: {},
      by: 'draw',
      after_kong: true,
      last_tile: false,
      void_suit: null,
    })
    expect(score.answer.value).toEqual({ kind: 'receipt', receipt: RECEIPT })
    score.circumstances.by = 'rob_kong'
    await flushPromises()
    expect(asked[2]).toMatchObject({ by: 'rob_kong', after_kong: false })
    score.put(withoutMeld(score.hand.value, 0))
    await flushPromises()
    expect([asked.length, score.answer.value]).toEqual([3, { kind: 'short', missing: 2 }])
    score.undo()
    expect(textOf(score.hand.value)).toBe(WON)
    score.undo()
    score.undo()
    expect([textOf(score.hand.value), score.mayUndo.value]).toEqual(['', false])
    scope.stop()
  })

  it('asks by the rules of the server once it has named them, and says it when it does not', async () => {
    catalogue.value = null
    const named = vi.spyOn(api, 'rules').mockRejectedValueOnce(new ApiError('network', 0))
    const { asked, score, scope } = opened(() => Promise.resolve(RECEIPT))
    expect([score.chosen.value, score.ruleSets.value]).toEqual(['', []])
    await flushPromises()
    expect(score.answer.value).toEqual({ kind: 'wrong', text: zh.errors.network, again: true })
    const defaults = { ...SERVED.defaults, preset: 'mobile' }
    named.mockResolvedValue({ ...SERVED, defaults } as Catalogue)
    await score.ask()
    expect([asked.length, asked[0]?.preset, score.chosen.value]).toEqual([1, 'mobile', 'mobile'])
    expect(score.ruleSets.value.map(({ value }) => value)).toEqual(Object.keys(rules.presets))
    scope.stop()
  })

  it('lets only the newest question answer', async () => {
    const waiting: ((receipt: Receipt) => void)[] = []
    const { score, scope } = opened(() => new Promise((resolve) => waiting.push(resolve)))
    score.put(added(score.hand.value, 'tile', '9p'))
    await flushPromises()
    waiting[1]?.(RECEIPT)
    await flushPromises()
    waiting[0]?.({ ...RECEIPT, ke: 99 })
    await flushPromises()
    expect(score.answer.value).toEqual({ kind: 'receipt', receipt: RECEIPT })
    expect(score.busy.value).toBe(false)
    scope.stop()
  })

  it('says what is wrong, and offers another try only where it could help', async () => {
    const failures = [new ApiError('three_suits', 422, 'hand'), new ApiError('network', 0)]
    const { score, scope } = opened(() => Promise.reject(failures.shift() ?? new Error('once more')))
    await flushPromises()
    expect(score.answer.value).toEqual({ kind: 'wrong', text: zh.errors.three_suits, again: false })
    await score.ask()
    expect(score.answer.value).toEqual({ kind: 'wrong', text: zh.errors.network, again: true })
    scope.stop()
  })

  it('counts by the rules of a room', async () => {
    const { asked, score, scope } = opened(() => Promise.resolve(RECEIPT))
    vi.spyOn(api, 'room').mockResolvedValue({
      room: {
        id: null,
        code: '386201',
        preset: 'folk',
        options: { cap: 50 },
        players: 4,
        hands: 8,
        turn_seconds: 30,
        window: 'fast',
        payer: 'owner',
        cost: 0,
        join_cost: 0,
        phase: 'playing',
        seats: [],
        member: false,
      },
    })
    await score.addRoom('386201')
    await flushPromises()
    expect(score.ruleSets.value[0]).toMatchObject({ value: 'room', text: '房间 386201' })
    expect(asked[asked.length - 1]).toMatchObject({ preset: 'folk', options: { cap: 50 } })
    scope.stop()
  })
})

describe('a receipt', () => {
  it('names items, their rules, tiles and the sum', () => {
    const { items, multiplier, ke } = RECEIPT
    const wrapper = mount(ReceiptLines, { props: { items, multiplier, ke } })
    const lines = wrapper.findAll('li')
    expect(lines.map((line) => line.text().replace(/\s+/g, ' '))).toEqual([
      '本身 R311',
      '小飞机 R543',
      '合计4 × 2 → 8颗',
    ])
    expect(lines[1]?.findAll('.tile')).toHaveLength(6)
  })

  it('names the rules that the server names', () => {
    expect([ruleOf('pure_straight'), ruleOf('something_new')]).toEqual(['R41', ''])
    catalogue.value = { ...SERVED, items: [{ id: 'something_new', rule: 'R99', ke: 1 }] }
    const items = [{ id: 'something_new', ke: 1, tiles: '' }]
    const wrapper = mount(ReceiptLines, { props: { items, multiplier: 1, ke: 1 } })
    expect(wrapper.get('li').text().replace(/\s+/g, ' ')).toBe('something_new R991')
  })

  it('asks for the rules by itself, and does without them', async () => {
    catalogue.value = null
    const ask = vi.spyOn(api, 'rules').mockRejectedValueOnce(new ApiError('network', 0))
    const props = { items: [{ id: 'base', ke: 1, tiles: '' }], multiplier: 1, ke: 1 }
    expect(mount(ReceiptLines, { props }).get('li').text()).not.toContain('R31')
    await flushPromises()
    ask.mockResolvedValue(SERVED)
    const again = mount(ReceiptLines, { props })
    await flushPromises()
    expect(again.get('li').text()).toContain('R31')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('says what was missed and why', () => {
    const misses = [
      { id: 'banzi', reason: 'rest_does_not_stand', tiles: '112233m' },
      { id: 'melded_kong', reason: 'discounted', tiles: '1111m' },
      { id: 'melded_kong', reason: 'discounted', tiles: '2222m' },
      { id: 'luohan', reason: 'something_new', tiles: '' },
    ]
    const wrapper = mount(NearMisses, { props: { misses } })
    const lines = wrapper.findAll('li').map((line) => line.text())
    expect(lines).toEqual([
      `小板子R53 ${zh.items.miss_rest_does_not_stand}`,
      `明杠R38 ${zh.items.miss_discounted}`,
      `十八罗汉R58 ${zh.items.miss_unknown}`,
    ])
    expect(wrapper.findAll('.tile')).toHaveLength(14)
    expect(mount(NearMisses, { props: { misses: [] } }).text()).toBe('')
  })

  it('names what was missed in a line that opens', () => {
    const misses = [
      { id: 'banzi', reason: 'other_reading', tiles: '112233m' },
      { id: 'melded_kong', reason: 'discounted', tiles: '1111m' },
      { id: 'melded_kong', reason: 'discounted', tiles: '2222m' },
    ]
    const folded = mount(NearMisses, { props: { misses, folded: true } })
    expect(folded.element.tagName).toBe('DETAILS')
    expect(folded.attributes('open')).toBeUndefined()
    expect(folded.get('summary').text()).toBe(`${zh.items.near_misses}：小板子、明杠`)
    expect(folded.findAll('li')).toHaveLength(2)
  })
})
