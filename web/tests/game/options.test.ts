import { expect, it } from 'vitest'
import type { Options } from '@/api/http'
import { codeText } from '@/game/errors'
import { difference, merged, roomChips } from '@/game/terms/options'
import { mayExchange } from '@/table/hand/exchange'
import rules from '../screens/rules.json'

const classic = rules.presets.classic as unknown as Options

it('finds what differs from a preset, of the values only the items that do', () => {
  expect(difference(classic, merged(classic, {}))).toEqual({})
  const changes: Options = { void_suit: true, cap: 50, concealed_bonus: ['suit'], values: { base: 2 } }
  const all = merged(classic, changes)
  expect(difference(classic, all)).toEqual(changes)
  expect((all.values as Record<string, number>).self_drawn).toBe(1)
})

it('does not take the order of a set or a map for a difference', () => {
  const mobile = rules.presets.mobile as unknown as Options
  const bonus = [...(mobile.concealed_bonus as string[])].reverse()
  expect(
    difference(mobile, {
      ...mobile,
      concealed_bonus: bonus,
      banzi: { '7': 28, '6': 21, '5': 14, '4': 7, '3': 1 },
    }),
  ).toEqual({})
})

it('says a room in short', () => {
  const { plain, changed } = roomChips({
    preset: 'classic',
    options: { hands: 4, void_suit: true, exchange_three: 'any', cap: 50, values: { base: 2 } },
    players: 4,
    hands: 4,
    turn_seconds: null,
    window: 'steady',
  })
  expect(plain).toEqual(['经典', '4 人', '4 局', '不限时', '要牌：每张都等一样久'])
  expect(changed).toEqual(['定缺', '换三张：任意三张', '封顶 50 颗', '本身：2 颗'])
})

it('says why, by the most precise code it knows', () => {
  expect(codeText('illegal:cannot_win')).toBe('现在不能胡')
  expect(codeText('illegal:something_new')).toBe('没有成功，请再试一次')
  expect(codeText('stale_decision')).toBe('慢了一步，牌局已经往下走了')
})

it('lets exactly the offered exchanges go', () => {
  const suits = [
    { must: '', choices: '1358m', pick: 3 },
    { must: '', choices: '2466p', pick: 3 },
  ]
  expect(mayExchange(suits, ['1m', '3m', '8m'])).toBe(true)
  expect(mayExchange(suits, ['6p', '6p', '2p'])).toBe(true)
  expect(mayExchange(suits, ['1m', '3m', '2p'])).toBe(false)
  expect(mayExchange(suits, ['2p', '2p', '4p'])).toBe(false)
  expect(mayExchange(suits, ['1m', '3m'])).toBe(false)
  const poor = [{ must: '1m4s', choices: '55667z', pick: 1 }]
  expect(mayExchange(poor, ['1m', '4s', '7z'])).toBe(true)
  expect(mayExchange(poor, ['1m', '5z', '7z'])).toBe(false)
})
