/** The page as a browser starts it: `main.ts` with the real router, every page of it fetched. */
import { flushPromises } from '@vue/test-utils'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { viewport } from '@/layout/stage'
import { router } from '@/router'
import { refusal, serve } from './server'

/** A page reads its address when it is made: two of the same kind do not follow each other. */
const ADDRESSES = [
  ['/', '.home'],
  ['/gallery', '.page'],
  ['/new', '.new'],
  ['/gallery?tab=table&melds=2&sheet', '.stage'],
  ['/r/386201', '.room-gate'],
  ['/gallery?tab=boxes&players=3', '.outline'],
  ['/score', '.score-page'],
  ['/gallery?tab=controls', '.block'],
  ['/me', '.account'],
  ['/r/12345', '.lost'],
  ['/admin', '.console'],
  ['/nowhere/at/all', '.lost'],
] as const

const room = document.createElement('div')
const seen = (selector: string): boolean => room.querySelector(selector) !== null

beforeAll(async () => {
  serve({
    'GET /api/me': refusal(401, { code: 'no_session' }),
    'GET /api/config': { announcement: '今晚维护', share_url: null, cards: { free: true, prices: {} } },
  })
  room.id = 'app'
  document.body.append(room)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-CN'])
  await import('@/main')
  await router.isReady()
  await flushPromises()
})

afterAll(() => {
  room.remove()
  vi.unstubAllGlobals()
})

it.each(ADDRESSES)('shows a page at %s', async (address, selector) => {
  await router.push(address)
  await vi.dynamicImportSettled()
  await flushPromises()
  expect(seen(selector)).toBe(true)
  expect(room.textContent).not.toMatch(
    /\b(account|cards|common|console|errors|game|items|lobby|options|result|room|score|table|tiles)\.[a-z_]+\b/,
  )
})

it('says above every page what the operator says', () => {
  expect(room.textContent).toContain('今晚维护')
})

describe('the window', () => {
  const size = (width: number, height: number): void => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width)
    window.innerHeight = height
  }

  it('is measured again when it changes, and after an old phone has turned', () => {
    size(800, 600)
    window.dispatchEvent(new Event('resize'))
    expect([viewport.width, viewport.height]).toEqual([800, 600])
    vi.useFakeTimers()
    size(600, 800)
    window.dispatchEvent(new Event('orientationchange'))
    expect(viewport.width).toBe(800)
    vi.advanceTimersByTime(300)
    expect([viewport.width, viewport.height]).toEqual([600, 800])
    vi.useRealTimers()
  })

  it('keeps clear of what the device covers, in whole pixels', () => {
    const probe = document.querySelector<HTMLElement>('.safe-probe')
    Object.assign(probe?.style ?? {}, { paddingTop: '23.6px', paddingLeft: '34px' })
    window.dispatchEvent(new Event('resize'))
    expect(viewport.safe).toEqual({ top: 24, right: 0, bottom: 0, left: 34 })
  })
})
