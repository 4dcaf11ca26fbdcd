import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wantAttention, watchAttention } from '@/game/attention'
import zh from '@/i18n/zh'

const look = (seen: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen)
  document.dispatchEvent(new Event('visibilitychange'))
}

watchAttention()

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  wantAttention(false)
  look('visible')
  vi.useRealTimers()
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
  wantAttention(false)
  expect([document.title, vi.getTimerCount()]).toEqual([zh.common.app, 0])
})
