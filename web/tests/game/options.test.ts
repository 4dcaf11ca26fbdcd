import { expect, it } from 'vitest'
import type { OptionSpec, Options } from '@/api/http'
import { codeText } from '@/game/errors'
import { difference, merged, roomChips, usable } from '@/game/terms/options'
import { fits } from '@/game/terms/values'
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

const spec = (name: string): OptionSpec =>
  rules.options.find((one) => one.name === name) as unknown as OptionSpec

it.each([
  ['void_suit', true, true],
  ['void_suit', 1, false],
  ['hands', 8, true],
  ['hands', 5, false],
  ['hands', '8', false],
  ['seating', 'keep', true],
  ['seating', null, false],
  ['base_points', 1, true],
  ['base_points', 10, true],
  ['base_points', 0, false],
  ['base_points', 11, false],
  ['base_points', 1.5, false],
  ['base_points', null, false],
  ['cap', null, true],
  ['cap', 0, false],
  ['concealed_bonus', [], true],
  ['concealed_bonus', ['suit', 'nothing'], false],
  ['concealed_bonus', 'suit', false],
  ['banzi', { '3': 0, '7': 100 }, true],
  ['banzi', { '8': 1 }, false],
  ['banzi', { '3': 101 }, false],
  ['banzi', [1], false],
] as const)('knows whether the server takes %s %j: %s', (name, value, allowed) => {
  expect(fits(spec(name), value)).toBe(allowed)
})

it('keeps of earlier rules what the server still takes', () => {
  const specs = rules.options as unknown as OptionSpec[]
  const stored: Options = { hands: 4, base_points: 99, gone: true, values: { base: 2 }, cap: null }
  expect(usable(specs, stored)).toEqual({ hands: 4, cap: null, values: { base: 2 } })
})

it('says a room with options and items it has never heard of', () => {
  const { changed } = roomChips({
    preset: 'later',
    options: {
      wild: true,
      three_dice: false,
      jokers: 2,
      sides: ['a', 'b'],
      ladder: { x: 1 },
      values: { new: 3 },
    },
    players: 4,
    hands: 4,
    turn_seconds: 30,
    window: 'later',
  })
  expect(changed).toEqual(['wild', 'three_dice：关', 'jokers：2', 'sides：a · b', 'ladder：x 1', 'new：3 颗'])
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
