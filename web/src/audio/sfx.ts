/** Synthesises all sounds, so that the page fetches no sound files and needs no licence for them. */

export type Sound = 'discard' | 'draw' | 'pung' | 'kong' | 'win' | 'tick' | 'turn' | 'warn'

/** Where and when to play one sound: it starts at `at` seconds and goes to `out`. */
interface Voice {
  context: BaseAudioContext
  out: AudioNode
  at: number
}

interface Tone {
  hz: number
  seconds: number
  level: number
  delay?: number
  wave?: OscillatorType
  /** The pitch at its end, Hz. */
  to?: number
}

interface Knock {
  hz: number
  /** Q of the band filter: the larger, the narrower. */
  q: number
  seconds: number
  level: number
  delay?: number
}

function tone(
  { context, out, at }: Voice,
  { hz, seconds, level, delay = 0, wave = 'triangle', to = hz }: Tone,
): void {
  const start = at + delay
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = wave
  oscillator.frequency.setValueAtTime(hz, start)
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds)
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(level, start + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0008, start + seconds)
  oscillator.connect(gain).connect(out)
  oscillator.start(start)
  oscillator.stop(start + seconds + 0.02)
}

/** A tile hits a tile: a short burst of filtered noise. */
function knock({ context, out, at }: Voice, { hz, q, seconds, level, delay = 0 }: Knock): void {
  const length = Math.ceil(context.sampleRate * seconds)
  const buffer = context.createBuffer(1, length, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3
  const source = context.createBufferSource()
  source.buffer = buffer
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = hz
  filter.Q.value = q
  const gain = context.createGain()
  gain.gain.value = level
  source.connect(filter).connect(gain).connect(out)
  source.start(at + delay)
}

const RECIPES: Readonly<Record<Sound, (voice: Voice) => void>> = {
  discard(voice) {
    knock(voice, { hz: 2100, q: 1.2, seconds: 0.045, level: 1.1 })
    knock(voice, { hz: 900, q: 1, seconds: 0.03, level: 0.8, delay: 0.004 })
    tone(voice, { hz: 320, to: 180, seconds: 0.05, level: 0.25, wave: 'sine' })
  },
  draw(voice) {
    knock(voice, { hz: 3200, q: 1.5, seconds: 0.03, level: 0.7 })
  },
  pung(voice) {
    for (const delay of [0, 0.07]) knock(voice, { hz: 1800, q: 1, seconds: 0.05, level: 1.4, delay })
    tone(voice, { hz: 392, seconds: 0.18, level: 0.35, delay: 0.08 })
    tone(voice, { hz: 523, seconds: 0.22, level: 0.35, delay: 0.16 })
  },
  kong(voice) {
    for (const n of [0, 1, 2, 3]) knock(voice, { hz: 1700, q: 1, seconds: 0.05, level: 1.3, delay: n * 0.06 })
    tone(voice, { hz: 330, to: 165, seconds: 0.3, level: 0.35, delay: 0.24, wave: 'square' })
  },
  win(voice) {
    for (const [n, hz] of [523, 659, 784, 1047].entries()) {
      tone(voice, { hz, seconds: 0.45, level: 0.4, delay: n * 0.09 })
    }
    knock(voice, { hz: 5000, q: 0.7, seconds: 0.5, level: 0.25, delay: 0.3 })
  },
  tick(voice) {
    tone(voice, { hz: 1200, seconds: 0.05, level: 0.3 })
  },
  turn(voice) {
    tone(voice, { hz: 660, seconds: 0.12, level: 0.3 })
    tone(voice, { hz: 880, seconds: 0.2, level: 0.3, delay: 0.12 })
  },
  warn(voice) {
    for (const delay of [0, 0.16]) tone(voice, { hz: 880, seconds: 0.1, level: 0.35, delay })
  },
}

/** Schedules a sound on a context, which may be an offline one. `volume`: 0–1. */
export function render(
  context: BaseAudioContext,
  sound: Sound,
  volume: number,
  at = context.currentTime,
): void {
  const out = context.createGain()
  out.gain.value = volume
  out.connect(context.destination)
  RECIPES[sound]({ context, out, at })
}
