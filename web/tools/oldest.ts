import type { Plugin } from 'vite'

/** What Chrome 80 and Safari 14 lack and no compiler adds. */
const LATER =
  /\b(?:Object\.(?:hasOwn|groupBy)|Array\.fromAsync|structuredClone)\b|(?<=[\w)\]}])\.(?:at|replaceAll|findLast|findLastIndex)\(/g

/** Fails the build when the page, or a package in it, calls what the oldest browsers do not have. */
export function oldest(): Plugin {
  return {
    name: 'oldest',
    apply: 'build',
    enforce: 'post',
    writeBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const found = part.type === 'chunk' ? part.code.match(LATER) : null
        if (found !== null) this.error(`${part.fileName} calls ${[...new Set(found)].join(', ')}`)
      }
    },
  }
}
