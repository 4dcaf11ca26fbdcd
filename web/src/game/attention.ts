/** Calls a player back to a page in the background: title and icon blink while it is their turn. */
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

/** Whether something waits for the player. */
export function wantAttention(on: boolean): void {
  wanted = on
  follow()
}

/** Follows the page into the background and back for as long as it lives. Call once. */
export function watchAttention(): void {
  document.addEventListener('visibilitychange', follow)
}
