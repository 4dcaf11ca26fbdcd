import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Largest allowed sizes in bytes after gzip. */
export interface Limits {
  /** All scripts that the page needs before the first screen. */
  entry: number
  /** All style sheets together. */
  css: number
}

const gz = (body: string | Uint8Array): number => gzipSync(body, { level: 9 }).length
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function firstLoad(bundle: Rolldown.OutputBundle): Set<string> {
  const wanted = new Set<string>()
  const visit = (name: string): void => {
    const part = bundle[name]
    if (wanted.has(name) || part?.type !== 'chunk') return
    wanted.add(name)
    part.imports.forEach(visit)
  }
  for (const part of Object.values(bundle)) {
    if (part.type === 'chunk' && part.isEntry) visit(part.fileName)
  }
  return wanted
}

/** Prints how much a phone fetches before the first screen. Fails the build if it is more than the limits. */
export function budget(limits: Limits): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    enforce: 'post',
    writeBundle(_options, bundle) {
      const first = firstLoad(bundle)
      let entry = 0
      let css = 0
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') entry += first.has(part.fileName) ? gz(part.code) : 0
        else if (part.fileName.endsWith('.css')) css += gz(part.source)
      }
      this.info(
        `first load ${kb(entry)} of ${kb(limits.entry)}, styles ${kb(css)} of ${kb(limits.css)} (gzip)`,
      )
      if (entry > limits.entry || css > limits.css) this.error('the build is over its size budget')
    },
  }
}
