import { settings } from '@/settings'
import { render, type Sound } from './sfx'

type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext }
/** Safari 16.4 and newer: with it, sound plays even if the phone is switched to silent. */
type AudioNavigator = Navigator & { audioSession?: { type: string } }

let context: AudioContext | null = null
/** How many gestures in a row have failed to start the audio context. */
let failures = 0

function create(): AudioContext | null {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext
  return Context ? new Context() : null
}

/**
 * Starts or resumes the audio context. Runs at every gesture, because phones suspend the context after a call, a lock
 * or a change of app. On some phones it then stays dead, so after two failed gestures we make a new one.
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

/** Resumes sound at every gesture for the life of the page. Call it once, at the start. */
export function initAudio(): void {
  for (const gesture of ['pointerup', 'touchend', 'keydown']) {
    window.addEventListener(gesture, unlock, { capture: true, passive: true })
  }
  document.addEventListener('WeixinJSBridgeReady', unlock)
}

/** Plays a sound. Does nothing if sound is off or the browser does not allow it yet. */
export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== 'running') return
  render(context, sound, settings.volume)
}

const PATTERNS = { turn: [30], claim: [40, 40, 40], win: [200] } as const

/** Vibrates the phone if it can and the setting is on. */
export function vibrate(pattern: keyof typeof PATTERNS): void {
  if (settings.vibration && typeof navigator.vibrate === 'function') navigator.vibrate([...PATTERNS[pattern]])
}

/** Speaks a call with a Chinese voice of the device. Does nothing if speech is off or there is no such voice. */
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
