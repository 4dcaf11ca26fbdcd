/** The small values a browser keeps for us. Storage may be blocked, full or cleared at any time; nothing here throws. */

const PREFIX = 'guangan.'

function area(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** The stored text, or null if there is none or the browser refuses. */
export function load(name: string): string | null {
  try {
    return area()?.getItem(PREFIX + name) ?? null
  } catch {
    return null
  }
}

/** Stores the text; false if the browser refused. */
export function save(name: string, text: string): boolean {
  try {
    const storage = area()
    storage?.setItem(PREFIX + name, text)
    return storage !== null
  } catch {
    return false
  }
}

/** Forgets the name. */
export function forget(name: string): void {
  try {
    area()?.removeItem(PREFIX + name)
  } catch {
    // There was nothing to forget.
  }
}
