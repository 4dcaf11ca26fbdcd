import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wantAttention, watchAttention } from '@/game/attention'
import zh from '@/i18n/zh'

const look = (seen: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen)
  document.dispatchEvent(new Event('visibilitychange'))
}

const icon = document.createElement('link')
icon.rel = 'icon'
const drawn = (): string => (icon.getAttribute('href') ?? '').slice(0, 12)

watchAttention()

beforeEach(() => {
  document.head.append(icon)
  vi.useFakeTimers()
})

afterEach(() => {
  wantAttention(false)
  look('visible')
  vi.useRealTimers()
})

it('is not asked for by itself', () => {
  look('hidden')
  expect(vi.getTimerCount()).toBe(0)
})

it('is asked for once, however often the page says so', () => {
  look('hidden')
  wantAttention(true)
  wantAttention(true)
  expect(vi.getTimerCount()).toBe(1)
})

it('shows in the icon too', () => {
  look('hidden')
  wantAttention(true)
  vi.advanceTimersByTime(1_000)
  expect(drawn()).toBe('data:image/s')
  vi.advanceTimersByTime(1_000)
  expect(drawn()).toBe('/favicon.svg')
})

it('blinks only in the background, only while something waits, and puts the title back', () => {
  wantAttention(true)
  vi.advanceTimersByTime(5_000)
  expect(vi.getTimerCount()).toBe(0)
  look('hidden')
  vi.advanceTimersByTime(1_000)
  expect(document.title).toBe(zh.game.turn_title)
  vi.advanceTimersByTime(1_000)
  expect(document.title).toBe(zh.common.app)
  vi.advanceTimersByTime(1_000)
  look('visible')
  expect([document.title, vi.getTimerCount()]).toEqual([zh.common.app, 0])
  look('hidden')
  vi.advanceTimersByTime(1_000)
  expect(document.title).toBe(zh.game.turn_title)
  wantAttention(false)
  expect([document.title, vi.getTimerCount()]).toEqual([zh.common.app, 0])
})
