import { afterEach, expect, it } from 'vitest'
import { nameOf, seatName } from '@/game/names'
import { toldOf } from '@/game/told'
import { setLocale } from '@/i18n'
import zh from '@/i18n/zh'
import { roomView } from '../fixtures'

afterEach(() => setLocale('zh-CN', false))

it('calls bots as the language does, and people by their own names', async () => {
  const BOTS = ['小万', '小筒', '小条', '小中']
  const names = (bot: boolean): string[] => BOTS.map((name) => seatName({ name, bot }))
  expect([names(true), names(false)]).toEqual([BOTS, BOTS])
  await setLocale('en', false)
  expect(new Set([...names(true), ...BOTS]).size).toBe(8)
  expect(names(false)).toEqual(BOTS)
  expect(seatName({ name: '小机', bot: true })).toBe('小机')
  expect(seatName({ name: '小万' })).toBe('小万')
})

it('has a mark for a seat without a player', () => {
  const view = roomView({ seats: [{ name: '阿勇' }, null] })
  expect([0, 1, 7, -1].map((seat) => nameOf(view, seat))).toEqual(['阿勇', '?', '?', '?'])
})

it('tells of the operator first, then of one device and of one address', () => {
  const sharing = [
    { what: 'device' as const, seats: [0, 2] },
    { what: 'address' as const, seats: [1, 2, 3] },
  ]
  const shared = ['阿勇 和 老张 在同一台设备上', '川妹子 和 老张 和 小李哥 在同一个网络上']
  expect(toldOf(roomView())).toEqual([])
  expect(toldOf(roomView({ sharing }))).toEqual(shared)
  expect(toldOf(roomView({ sharing, inspected_at: 0 }))).toEqual([zh.table.inspected, ...shared])
})
