/** What the device tells the page about its network and its sleep. */

/** After a longer stay in the background the connection may be dead. */
const LONG_MS = 5_000

export interface DeviceHandlers {
  /** The page comes back from the background or from the cache of pages. */
  woke(): void
  online(): void
  offline(): void
}

/** Calls the handlers until the returned function is called. */
export function watchDevice({ woke, online, offline }: DeviceHandlers): () => void {
  let hiddenAt = 0
  function visibility(): void {
    const now = Date.now()
    if (document.visibilityState === 'hidden') hiddenAt = now
    else if (now - hiddenAt > LONG_MS) woke()
  }
  document.addEventListener('visibilitychange', visibility)
  window.addEventListener('pageshow', woke)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  return () => {
    document.removeEventListener('visibilitychange', visibility)
    window.removeEventListener('pageshow', woke)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}
