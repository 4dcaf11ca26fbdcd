import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { parseSettings, settings } from '@/settings'
import { forget, load, save } from '@/storage'
import { avatarHue, initial, signed } from '@/ui/people'

afterEach(() => vi.unstubAllGlobals())

describe('settings', () => {
  it('ignore what does not have the right name, type and range', () => {
    const defaults = parseSettings(null)
    expect(parseSettings('not json')).toEqual(defaults)
    expect(parseSettings('[1]')).toEqual(defaults)
    expect(parseSettings('{"sound":"no","volume":9,"other":1,"singleTap":true}')).toEqual({
      ...defaults,
      volume: 1,
      singleTap: true,
    })
  })

  it('are remembered', async () => {
    settings.leftHanded = true
    await nextTick()
    expect(parseSettings(load('settings')).leftHanded).toBe(true)
    settings.leftHanded = false
    await nextTick()
    expect(parseSettings(load('settings')).leftHanded).toBe(false)
  })
})

describe('storage', () => {
  it('keeps and forgets', () => {
    expect(save('x', '1')).toBe(true)
    expect(load('x')).toBe('1')
    forget('x')
    expect(load('x')).toBeNull()
  })

  it('works in a browser that refuses', () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
    expect([load('x'), save('x', '1')]).toEqual([null, false])
    forget('x')
  })

  it('works in a browser whose storage is full or fails', () => {
    const fail = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
      getItem: fail,
      setItem: fail,
      removeItem: fail,
    } as unknown as Storage)
    expect([load('x'), save('x', '1')]).toEqual([null, false])
    forget('x')
  })
})

it('people have a steady colour, an initial and a signed score', () => {
  expect(avatarHue('老张')).toBe(avatarHue('老张'))
  expect(['张', '𠮷', 'B', '·']).toEqual([initial(' 老张'), initial('𠮷野'), initial('bob'), initial('')])
  const family = '👨\u200d👩\u200d👧\u200d👦'
  expect([initial(`${family}勇`), initial('👍🏽'), initial('🇨🇳🇫🇷')]).toEqual(['👨', '👍🏽', '🇨🇳'])
  expect([signed(3), signed(-2), signed(0)]).toEqual(['+3', '−2', '0'])
})
