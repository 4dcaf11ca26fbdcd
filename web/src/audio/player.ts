import { settings } from '@/settings'
import { render, type Sound } from './sfx'

type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext }
/** Safari 16.4+: lets sound through the silent switch. */
type AudioNavigator = Navigator & { audioSession?: { type: string } }

let context: AudioContext | null = null
/** Gestures in a row that did not bring the context to life. */
let failures = 0

function create(): AudioContext | null {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext
  return Context ? new Context() : null
}

/**
 * Every gesture wakes the context if it sleeps: phones put it to sleep after a call, a lock or a change of app, and some
 * leave it dead, so that only a new one helps.
 */
function unlock(): void {
  if (!settings.sound || context?.state === 'running') {
    failures = 0
    return
  }
  const session = (navigator as AudioNavigator).audioSession
  if (session) session.type = 'playback'
  if (context && failures >= 2) {
    void context.close().catch(() => undefined)
    context = null
    failures = 0
  }
  context ??= create()
  failures += 1
  void context?.resume().catch(() => undefined)
}

/** Installs the wake-up for the life of the page. Call once at start. */
export function initAudio(): void {
  for (const gesture of ['pointerup', 'touchend', 'keydown']) {
    window.addEventListener(gesture, unlock, { capture: true, passive: true })
  }
  document.addEventListener('WeixinJSBridgeReady', unlock)
}

/** Plays a sound unless sound is off or the browser has not allowed it yet. */
export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== 'running') return
  render(context, sound, settings.volume)
}

const PATTERNS = { turn: [30], claim: [40, 40, 40], win: [200] } as const

/** Shakes the phone if it can and the player wants it. */
export function vibrate(pattern: keyof typeof PATTERNS): void {
  if (settings.vibration && typeof navigator.vibrate === 'function') navigator.vibrate([...PATTERNS[pattern]])
}

/** Reads a call aloud with a Chinese voice of the device, if speech is on and there is one. */
export function speak(text: string): void {
  if (!settings.speech || typeof window.speechSynthesis === 'undefined') return
  const voice = window.speechSynthesis.getVoices().find(({ lang }) => /^zh/i.test(lang))
  if (voice === undefined) return
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.rate = 1.2
  window.speechSynthesis.cancel()
  window.speechSynthesis.speak(utterance)
}
