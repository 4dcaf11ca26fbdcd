// Writes the types in src/api/*.gen.ts from the schema of the socket and the documents of the HTTP routes.
// With --check it only prints which files are out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import openapiTS, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const banner = (source) => `/* Generated from ${source} by \`npm run types\`. Do not edit. */\n`

async function read(source) {
  return JSON.parse(await readFile(at(`../${source}`), 'utf8'))
}

async function socketTypes(source) {
  const compiled = await compile(await read(source), 'Protocol', {
    additionalProperties: false,
    bannerComment: banner(source).trimEnd(),
    style: { semi: false, singleQuote: true, printWidth: 110 },
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
  })
  return compiled
    .replace(/(?: \*\n)? \* This interface was referenced by[^\n]*\n \* via the[^\n]*\n/g, '')
    .replace(/\/\*\*\n \*\/\n/g, '')
}

/** The types of the schemas of an OpenAPI document. Paths get no types, because `api` and `desk` name them. */
async function httpTypes(source) {
  const document = await read(source)
  const { schemas } = document.components
  const ast = await openapiTS(
    { openapi: document.openapi, info: document.info, paths: {}, components: { schemas: untitled(schemas) } },
    { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false },
  )
  const text = astToString(ast).replace(/^export type (paths|webhooks|operations|\$defs) = .*\n/gm, '')
  return format(banner(source) + text, { ...(await resolveConfig(at('package.json'))), parser: 'typescript' })
}

/** A schema without titles and examples. They would become comments that only repeat the type. */
function untitled(part) {
  if (Array.isArray(part)) return part.map(untitled)
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key, value]) => !(key === 'title' && typeof value === 'string') && key !== 'examples')
      .map(([key, value]) => [key, untitled(value)]),
  )
}

const made = {
  'src/api/protocol.gen.ts': await socketTypes('docs/protocol.schema.json'),
  'src/api/http.gen.ts': await httpTypes('docs/openapi.json'),
  'src/api/console.gen.ts': await httpTypes('docs/openapi-console.json'),
}
for (const [path, text] of Object.entries(made)) {
  if (!process.argv.includes('--check')) {
    await writeFile(at(path), text)
  } else if ((await readFile(at(path), 'utf8')) !== text) {
    process.stderr.write(`${path} is out of date: run \`npm run types\`\n`)
    process.exitCode = 1
  }
}
