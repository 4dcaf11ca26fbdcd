/** The keyboard belongs to the sheet on top: Tab goes round in it, Escape closes it, wherever the focus is. */

interface Holder {
  panel: HTMLElement
  close: () => void
}

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'
const holders: Holder[] = []

const isStop = (part: HTMLElement): boolean =>
  part.tabIndex >= 0 && !part.matches(':disabled') && part.getClientRects().length > 0

/** Where Tab goes next if the browser must not decide it; null if it may. */
function nextStop(panel: HTMLElement, back: boolean): HTMLElement | null {
  const stops = [...panel.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)
  const first = stops[0] ?? panel
  const last = stops[stops.length - 1] ?? panel
  const now = document.activeElement
  if (!panel.contains(now)) return back ? last : first
  if (back) return now === first || now === panel ? last : null
  return now === last || stops.length === 0 ? first : null
}

function key(event: KeyboardEvent): void {
  const top = holders[holders.length - 1]
  if (top === undefined) return
  if (event.key === 'Escape') {
    // The table listens too, and would take it for a pass.
    event.stopImmediatePropagation()
    top.close()
  } else if (event.key === 'Tab') {
    const stop = nextStop(top.panel, event.shiftKey)
    if (stop === null) return
    event.preventDefault()
    stop.focus()
  }
}

/** Until the returned function is called, or another panel lies on top. */
export function holdKeys(panel: HTMLElement, close: () => void): () => void {
  const holder = { panel, close }
  if (holders.push(holder) === 1) window.addEventListener('keydown', key, true)
  return () => {
    holders.splice(holders.indexOf(holder), 1)
    if (holders.length === 0) window.removeEventListener('keydown', key, true)
  }
}
