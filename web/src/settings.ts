import { reactive, watch } from 'vue'
import { load, save } from './storage'

/** The settings of a player in this browser. */
export interface Settings {
  sound: boolean
  /** 0–1. */
  volume: number
  vibration: boolean
  /** Speak calls with a Chinese voice of the device, if it has one. */
  speech: boolean
  /** Discard with the first tap. */
  singleTap: boolean
  /** A small numeral in the corner of every face, for learners. */
  cornerIndex: boolean
  /** Rotate the table by CSS when the phone stays upright. */
  forceLandscape: boolean
  /** Claim buttons at the left thumb. */
  leftHanded: boolean
}

const DEFAULTS: Readonly<Settings> = {
  sound: true,
  volume: 0.8,
  vibration: true,
  speech: false,
  singleTap: false,
  cornerIndex: false,
  forceLandscape: false,
  leftHanded: false,
}

/** The stored settings, with defaults for values that are missing or have a wrong type. Ignores all other fields. */
export function parseSettings(text: string | null): Settings {
  const settings: Settings = { ...DEFAULTS }
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    return settings
  }
  if (typeof stored !== 'object' || stored === null) return settings
  const known = Object.entries(stored).filter(
    ([name, value]) => name in DEFAULTS && typeof value === typeof DEFAULTS[name as keyof Settings],
  )
  Object.assign(settings, Object.fromEntries(known))
  settings.volume = Math.min(1, Math.max(0, settings.volume))
  return settings
}

/** The settings of this browser. A change of a field is stored. */
export const settings: Settings = reactive(parseSettings(load('settings')))

watch(settings, (now) => save('settings', JSON.stringify(now)))
