import { computed, shallowReactive, type ComputedRef } from 'vue'
import { settings } from '@/settings'
import { NO_INSETS, type Insets } from './layout'

/** Size and safe area of the visible window, CSS px. */
export const viewport = shallowReactive({ width: 360, height: 640, safe: NO_INSETS })

export interface Stage {
  width: number
  height: number
  safe: Insets
  rotated: boolean
}

/** The drawing area: the window, or the window turned by 90° if an upright phone must show the wide table. */
export function stageOf(width: number, height: number, safe: Insets, forceLandscape: boolean): Stage {
  if (!forceLandscape || width >= height) return { width, height, safe, rotated: false }
  const { top, right, bottom, left } = safe
  return {
    width: height,
    height: width,
    safe: { top: right, right: bottom, bottom: left, left: top },
    rotated: true,
  }
}

/** CSS that fixes the stage to the upper left corner. The left edge of a turned stage is the window's upper edge. */
export function stageStyle(stage: Stage): Record<string, string> {
  return {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${stage.width}px`,
    height: `${stage.height}px`,
    transformOrigin: '0 0',
    transform: stage.rotated ? `translateX(${stage.height}px) rotate(90deg)` : 'none',
  }
}

/** Converts a movement of the finger from the axes of the window to those of the stage. */
export function dragOnStage(stage: Stage, dx: number, dy: number): { dx: number; dy: number } {
  return stage.rotated ? { dx: dy, dy: -dx } : { dx, dy }
}

/** The stage for this window and the player's settings. */
export function useStage(): ComputedRef<Stage> {
  return computed(() => stageOf(viewport.width, viewport.height, viewport.safe, settings.forceLandscape))
}

function measure(probe: HTMLElement): void {
  const style = getComputedStyle(probe)
  const px = (value: string): number => Math.round(parseFloat(value)) || 0
  viewport.width = document.documentElement.clientWidth
  viewport.height = window.innerHeight
  viewport.safe = {
    top: px(style.paddingTop),
    right: px(style.paddingRight),
    bottom: px(style.paddingBottom),
    left: px(style.paddingLeft),
  }
}

/** Keeps `viewport` equal to the window for the life of the page. Call it once, at the start. */
export function watchViewport(): void {
  const probe = document.createElement('div')
  probe.className = 'safe-probe'
  document.body.append(probe)
  const update = (): void => measure(probe)
  update()
  window.addEventListener('resize', update)
  // Old iOS reports the new size only after the rotation has ended.
  window.addEventListener('orientationchange', () => window.setTimeout(update, 300))
  window.visualViewport?.addEventListener('resize', update)
}
