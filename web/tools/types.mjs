// Writes src/api/protocol.gen.ts from docs/protocol.schema.json; with --check it only says whether it is current.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const schemaPath = fileURLToPath(new URL('../../docs/protocol.schema.json', import.meta.url))
const outPath = fileURLToPath(new URL('../src/api/protocol.gen.ts', import.meta.url))

const schema = JSON.parse(await readFile(schemaPath, 'utf8'))
const compiled = await compile(schema, 'Protocol', {
  additionalProperties: false,
  bannerComment: '/* Generated from docs/protocol.schema.json by `npm run types`. Do not edit. */',
  style: { semi: false, singleQuote: true, printWidth: 110 },
  unreachableDefinitions: true,
  ignoreMinAndMaxItems: true,
})
const text = compiled
  .replace(/(?: \*\n)? \* This interface was referenced by[^\n]*\n \* via the[^\n]*\n/g, '')
  .replace(/\/\*\*\n \*\/\n/g, '')

if (process.argv.includes('--check')) {
  if ((await readFile(outPath, 'utf8')) !== text) {
    process.stderr.write('src/api/protocol.gen.ts is out of date: run `npm run types`\n')
    process.exit(1)
  }
} else {
  await writeFile(outPath, text)
}
