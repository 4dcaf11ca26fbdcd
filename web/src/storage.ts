/** Small values in the browser's storage, which may be blocked, full or cleared at any time. Nothing here throws. */

const PREFIX = 'guangan.'

function area(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** The stored text. Null if there is none or the browser refuses. */
export function load(name: string): string | null {
  try {
    return area()?.getItem(PREFIX + name) ?? null
  } catch {
    return null
  }
}

/** Stores the text. Returns false if the browser refuses. */
export function save(name: string, text: string): boolean {
  try {
    const storage = area()
    storage?.setItem(PREFIX + name, text)
    return storage !== null
  } catch {
    return false
  }
}

/** Deletes the stored text. */
export function forget(name: string): void {
  try {
    area()?.removeItem(PREFIX + name)
  } catch {
    // The browser refuses storage, so there is nothing to delete.
  }
}
