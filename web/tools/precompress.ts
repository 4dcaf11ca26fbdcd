import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:html|js|css|svg|json|webmanifest|txt)$/
/** Smallest file to compress, bytes. For smaller ones a compressed copy saves no packet. */
const SMALLEST = 600

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? files(path) : Promise.resolve([path])
    }),
  )
  return nested.flat()
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path)
  if (body.length < SMALLEST) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [gz, br] = await Promise.all([toGzip(body, { level: 9 }), toBrotli(body, { params })])
  await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)])
}

/** Writes a `.gz` and a `.br` copy beside every text file of the build, so that the server need not compress. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const text = (await files(folder)).filter((path) => TEXT.test(path))
        await Promise.all(text.map(compress))
      },
    },
  }
}
