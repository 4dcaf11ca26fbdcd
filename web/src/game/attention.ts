/** Calls a player back to a page in the background. Title and icon blink while the table waits for the player. */
import { t } from '@/i18n'

const BLINK_MS = 1_000
const ICON = '/favicon.svg'
const CALLING =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%23f2c14e'/%3E%3C/svg%3E"

let timer: ReturnType<typeof setInterval> | null = null
let wanted = false
let lit = false

function show(calling: boolean): void {
  lit = calling
  document.title = calling ? t('game.turn_title') : t('common.app')
  document.querySelector('link[rel="icon"]')?.setAttribute('href', calling ? CALLING : ICON)
}

function follow(): void {
  const blinking = wanted && document.visibilityState === 'hidden'
  if (blinking && timer === null) timer = setInterval(() => show(!lit), BLINK_MS)
  if (blinking || timer === null) return
  clearInterval(timer)
  timer = null
  show(false)
}

/** Turns the call on or off. `on`: the table waits for the player. */
export function wantAttention(on: boolean): void {
  wanted = on
  follow()
}

/** Notes when the page goes to the background and comes back. Call it once, at the start. */
export function watchAttention(): void {
  document.addEventListener('visibilitychange', follow)
}
