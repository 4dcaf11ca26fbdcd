import type { Plugin } from 'vite'

/** Functions that Chrome 80 or Safari 14 lack and that no compiler adds. */
const LATER =
  /\b(?:Object\.(?:hasOwn|groupBy)|Array\.fromAsync|structuredClone)\b|(?<=[\w)\]}])\.(?:at|replaceAll|findLast|findLastIndex)\(/g

/** Fails the build if the page, or a package in it, calls a function that the oldest browsers lack. */
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
