/** Keys for the sheet on top: Tab stays inside it and Escape closes it, wherever the focus is. */

interface Holder {
  panel: HTMLElement
  close: () => void
}

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'
const holders: Holder[] = []

const isStop = (part: HTMLElement): boolean =>
  part.tabIndex >= 0 && !part.matches(':disabled') && part.getClientRects().length > 0

/** The element to which Tab goes next. Null if the browser may decide. */
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
    // The table listens to Escape too. It would pass.
    event.stopImmediatePropagation()
    top.close()
  } else if (event.key === 'Tab') {
    const stop = nextStop(top.panel, event.shiftKey)
    if (stop === null) return
    event.preventDefault()
    stop.focus()
  }
}

/** Gives the keys to a panel. `close` closes it. The returned function ends that; a panel on top of it suspends it. */
export function holdKeys(panel: HTMLElement, close: () => void): () => void {
  const holder = { panel, close }
  if (holders.push(holder) === 1) window.addEventListener('keydown', key, true)
  return () => {
    holders.splice(holders.indexOf(holder), 1)
    if (holders.length === 0) window.removeEventListener('keydown', key, true)
  }
}
