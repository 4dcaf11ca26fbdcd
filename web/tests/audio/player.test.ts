import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A context that counts what was asked of it; `stuck` ones never come to life, as iOS leaves them after a call. */
class FakeContext {
  static made: FakeContext[] = []
  static stuck = 0
  state: 'suspended' | 'running' | 'closed' = 'suspended'
  started = 0
  currentTime = 0
  sampleRate = 8000
  destination = {}
  private readonly dead = FakeContext.stuck-- > 0

  constructor() {
    FakeContext.made.push(this)
  }
  resume(): Promise<void> {
    if (!this.dead) this.state = 'running'
    return Promise.resolve()
  }
  close(): Promise<void> {
    this.state = 'closed'
    return Promise.resolve()
  }
  private node(): object {
    const parameter = {
      value: 0,
      setValueAtTime: () => parameter,
      linearRampToValueAtTime: () => parameter,
      exponentialRampToValueAtTime: () => parameter,
    }
    const node = {
      connect: (next: object) => next,
      start: () => (this.started += 1),
      stop: () => undefined,
      gain: parameter,
      frequency: parameter,
      Q: parameter,
    }
    return node
  }
  createGain = (): object => this.node()
  createOscillator = (): object => this.node()
  createBiquadFilter = (): object => this.node()
  createBufferSource = (): object => this.node()
  createBuffer = (_channels: number, length: number): object => ({
    getChannelData: () => new Float32Array(length),
  })
}

const gesture = (): boolean => window.dispatchEvent(new Event('pointerup'))

beforeEach(() => {
  FakeContext.made = []
  FakeContext.stuck = 0
  vi.stubGlobal('AudioContext', FakeContext)
  vi.resetModules()
})

afterEach(() => vi.unstubAllGlobals())

describe('sound', () => {
  it('is silent before the first gesture and plays after it', async () => {
    const { initAudio, play } = await import('@/audio/player')
    initAudio()
    play('discard')
    expect(FakeContext.made).toHaveLength(0)
    gesture()
    play('discard')
    expect(FakeContext.made[0]?.started).toBe(3)
  })

  it('replaces a context that does not wake up', async () => {
    FakeContext.stuck = 1
    const { initAudio, play } = await import('@/audio/player')
    initAudio()
    for (let i = 0; i < 3; i++) gesture()
    play('turn')
    expect(FakeContext.made.map(({ state }) => state)).toEqual(['closed', 'running'])
    expect(FakeContext.made[1]?.started).toBe(2)
  })

  it('wakes a context that was interrupted', async () => {
    const { initAudio, play } = await import('@/audio/player')
    initAudio()
    gesture()
    const [context] = FakeContext.made
    if (context) context.state = 'suspended'
    play('tick')
    expect(context?.started).toBe(0)
    gesture()
    play('tick')
    expect(context?.started).toBe(1)
  })
})

it('shakes only where the browser can and the player wants', async () => {
  const { settings } = await import('@/settings')
  const { vibrate } = await import('@/audio/player')
  const shaken: unknown[] = []
  vi.stubGlobal('navigator', { vibrate: (pattern: number[]) => shaken.push(pattern) })
  vibrate('claim')
  settings.vibration = false
  vibrate('win')
  settings.vibration = true
  vi.stubGlobal('navigator', {})
  vibrate('turn')
  expect(shaken).toEqual([[40, 40, 40]])
})

it('wakes a context under its old name, through the silent switch of a phone that can do so', async () => {
  vi.stubGlobal('AudioContext', undefined)
  vi.stubGlobal('webkitAudioContext', FakeContext)
  const session = { type: 'auto' }
  vi.stubGlobal('navigator', { audioSession: session })
  const { initAudio, play } = await import('@/audio/player')
  initAudio()
  gesture()
  play('tick')
  expect([session.type, FakeContext.made[0]?.started]).toEqual(['playback', 1])
})

it('does without sound where the browser has none, or the player wants none', async () => {
  const { settings } = await import('@/settings')
  const { initAudio, play } = await import('@/audio/player')
  initAudio()
  settings.sound = false
  gesture()
  expect(FakeContext.made).toEqual([])
  settings.sound = true
  vi.stubGlobal('AudioContext', undefined)
  gesture()
  play('win')
  expect(FakeContext.made).toEqual([])
})

/** What each sound is made of: bursts of noise and tones. */
it.each([
  ['discard', 3],
  ['draw', 1],
  ['pung', 4],
  ['kong', 5],
  ['win', 5],
  ['tick', 1],
  ['turn', 2],
  ['warn', 2],
] as const)('plays %s in %i parts', async (sound, parts) => {
  const { render } = await import('@/audio/sfx')
  const context = new FakeContext()
  render(context as unknown as BaseAudioContext, sound, 0.5)
  expect(context.started).toBe(parts)
})
