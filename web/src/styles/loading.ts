/**
 * Style sheets that failed to load. The bundler's loader asks for each one only once. So a page that failed without
 * network would later appear without its styles.
 */
const missing = new Set<string>()

export function watchSheets(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      missing.add(target.href)
      target.remove()
    },
    true,
  )
}

/** Fetches them again. Raises if one fails again. */
export async function fetchMissingSheets(): Promise<void> {
  const wanted = [...missing]
  missing.clear()
  await Promise.all(wanted.map(fetchSheet))
}

function fetchSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((done, failed) => {
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => failed(new Error(`no style sheet ${href}`)))
    document.head.append(link)
  })
}
