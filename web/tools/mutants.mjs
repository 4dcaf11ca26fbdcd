/**
 * Puts small faults into the client's pure parts, one at a time, and runs the tests that should notice.
 *
 *   npm run mutants -- [folder or file under src …] [--most 60] [--minutes 90] [--seed 1] [--doubt]
 *     [--tests part of the name of a test file …]
 *
 * No file is written: vite serves the changed text. A first run of all tests, or of those that `--tests` names, finds
 * out which test files run which function. Each fault then meets the nearest of the test files that run its place, until
 * a test fails. Some faults share a worker, one after the other, each with modules of its own. The program without a
 * fault passes there before and after them, or each fault has a worker of its own.
 *
 * Prints each fault that survives, then a table. `mutants.json` names the faults that change nothing anyone could
 * notice, and says why; `--doubt` tries those too. Ends with 1 if a fault survives that stands not there.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createVitest } from 'vitest/node'

const FOLDERS = ['link', 'game', 'layout', 'table/hand']
/** A fault meets the test files of its module's name and folder, and so many others: the quickest. */
const OTHERS = 4
/** So many faults share a worker. */
const TOGETHER = 25
/** A test that loops for longer in the real time of the machine, in ms, has met a fault that never ends. */
const ENDLESS_MS = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
    doubt: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true },
  },
})

/** One operator for another. */
const SWAPS = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
])
const NAMES = new Map([
  ['max', 'min'],
  ['min', 'max'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
])

const { SyntaxKind } = ts
const decided = (condition) => [
  [condition, 'true'],
  [condition, 'false'],
]

/** Faults by the kind of node: what to write in place of which part. */
const FAULTS = new Map([
  [SyntaxKind.BinaryExpression, binary],
  [SyntaxKind.IfStatement, (node) => decided(node.expression)],
  [SyntaxKind.ConditionalExpression, (node) => decided(node.condition)],
  [SyntaxKind.WhileStatement, (node) => [[node.expression, 'false']]],
  [SyntaxKind.NumericLiteral, number],
  [SyntaxKind.TrueKeyword, (node) => [[node, 'false']]],
  [SyntaxKind.FalseKeyword, (node) => [[node, 'true']]],
  [SyntaxKind.ExpressionStatement, (node) => [[node, ';']]],
  [SyntaxKind.SpreadAssignment, (node) => [[node, '...{}']]],
  [
    SyntaxKind.PrefixUnaryExpression,
    (node) => (node.operator === SyntaxKind.ExclamationToken ? [[node, node.operand.getText()]] : []),
  ],
  [SyntaxKind.PropertyAccessExpression, ({ name }) => swapped(NAMES, name)],
])

/** A small number is one more, a large one twice as large: a millisecond more or a pixel is no fault. */
function number(node) {
  const now = Number(node.text) > 10 ? `${node.text} * 2` : `${node.text} + 1`
  return [[node, isKey(node) ? `[${now}]` : `(${now})`]]
}

const isKey = (node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node

function swapped(table, part) {
  const other = table.get(part.getText())
  return other === undefined ? [] : [[part, other]]
}

function binary({ left, operatorToken }) {
  if (operatorToken.kind !== SyntaxKind.QuestionQuestionToken) return swapped(SWAPS, operatorToken)
  return [[left.parent, left.getText()]]
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** Every fault of a file: its place, the function it is in (null outside of all) and the whole changed text. */
function faults(file) {
  const text = readFileSync(file, 'utf8')
  const source = parse(file, text)
  const lines = text.split('\n')
  const found = []
  const visit = (node, within) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    const inside = ts.isFunctionLike(node) && node.body ? node.body.getStart() : within
    for (const [part, now] of FAULTS.get(node.kind)?.(node) ?? []) {
      const [start, end] = [part.getStart(), part.getEnd()]
      const { line, character } = source.getLineAndCharacterOfPosition(start)
      const was = text.slice(start, end).replace(/\s+/g, ' ')
      const code = lines[line].trim()
      found.push({
        file,
        within: inside,
        line: line + 1,
        // Line numbers change with every edit above them: a fault is known by its line's text and its column there.
        code,
        column: character - lines[line].indexOf(code) + 1,
        says: `${was.slice(0, 60)} -> ${now.slice(0, 60)}`,
        text: text.slice(0, start) + now + text.slice(end),
      })
    }
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(source, null)
  return found
}

/** The same faults for the same seed: a Park-Miller sequence. */
function sample(all, most, seed) {
  let state = seed
  const keyed = all.map((fault) => ({ fault, key: (state = (state * 48_271) % 2_147_483_647) }))
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ fault }) => fault)
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)))
}

const wanted = positionals.length > 0 ? positionals : FOLDERS
const modules = wanted
  .flatMap((name) => filesOf(resolve('src', name)))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, name: relative('src', file), all: faults(file) }))
  .filter(({ all }) => all.length > 0)

/** Texts to put into a file, at their places. */
function inserted(text, pieces) {
  const ordered = pieces.sort((a, b) => b.at - a.at)
  return ordered.reduce((now, { at, put }) => now.slice(0, at) + put + now.slice(at), text)
}

/** Every turn of a loop asks whether it has gone on for too long. */
function loops(source) {
  const found = []
  const visit = (node) => {
    if (ts.isIterationStatement(node, false))
      found.push(
        { at: node.statement.getStart(), put: '{ globalThis.__turn?.();' },
        { at: node.statement.getEnd(), put: '}' },
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Every function notes that it runs. */
function notes(source, file) {
  const found = []
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { body } = node
      const note = `(globalThis.__ran ??= new Set()).add(${JSON.stringify(`${file}:${body.getStart()}`)})`
      if (ts.isBlock(body)) found.push({ at: body.getStart() + 1, put: `${note};` })
      else found.push({ at: body.getStart(), put: `(${note}, ` }, { at: body.getEnd(), put: ')' })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What is put behind the set-up of the tests. */
const SETUP = resolve('tests/setup.ts')
const GUARD = `
import { afterAll as __last, beforeEach as __each } from 'vitest'
const __clock = Date.now.bind(Date)
let __limit = Infinity
let __turns = 0
globalThis.__turn = () => {
  if (++__turns % 256 === 0 && __clock() > __limit) throw new Error('This loop does not end.')
}
__each(() => { __limit = __clock() + ${ENDLESS_MS} })
__last(({}, file) => { file.meta.ran = [...(globalThis.__ran ?? [])] })
`
/** Removes what the tests of the fault before have left on the page. */
const TIDY = `
globalThis.__tidy ??= (() => {
  const undo = []
  for (const target of [window, document]) {
    const add = target.addEventListener
    target.addEventListener = (...given) => {
      undo.push(() => target.removeEventListener(...given))
      return add.apply(target, given)
    }
  }
  for (const [set, clear] of [['setInterval', clearInterval], ['setTimeout', clearTimeout]]) {
    const begin = globalThis[set]
    globalThis[set] = (...given) => {
      const id = begin(...given)
      undo.push(() => clear(id))
      return id
    }
  }
  return () => {
    undo.splice(0).forEach((each) => each())
    document.body.innerHTML = ''
    window.localStorage.clear()
  }
})()
`

let learning = true
/** The module whose faults are tried, and the test files that are made for them, by their names. */
let module = null
const made = new Map()
const asked = new Set(modules.map(({ file }) => file))

const isExported = (node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === SyntaxKind.ExportKeyword)

/** The names of values that a statement exports. */
function exportsOf(node) {
  if (ts.isExportDeclaration(node))
    return node.isTypeOnly ? [] : (node.exportClause?.elements ?? []).map(({ name }) => name.text)
  if (!isExported(node)) return []
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText())
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? [node.name.text] : []
}

/** A module that is the one with the fault whose number stands in `__fault`. */
function switched({ file }) {
  const names = parse(file, readFileSync(file, 'utf8')).statements.flatMap(exportsOf)
  return [
    `const chosen = await import(${JSON.stringify(`${file}?fault=`)} + (globalThis.__fault ?? 'none'))`,
    ...names.map((name) => `export const ${name} = chosen.${name}`),
  ].join('\n')
}

/** A test file in which all tests of some files meet one fault, until one fails. */
function gathered(number, files) {
  return [
    "import { beforeEach, describe, onTestFailed, vi } from 'vitest'",
    'vi.resetModules()',
    `globalThis.__fault = ${number}`,
    'globalThis.__tidy()',
    `await import(${JSON.stringify(SETUP)})`,
    'let failed = false',
    'beforeEach(({ skip }) => { if (failed) skip(); onTestFailed(() => { failed = true }) })',
    ...files.map(
      (file) => `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(file)}) })`,
    ),
  ].join('\n')
}

function guarded(file, text) {
  const source = parse(file, text)
  const pieces = [...loops(source), ...(learning && asked.has(file) ? notes(source, file) : [])]
  return inserted(text, pieces)
}

const plain = (text) =>
  ts.transpileModule(text, {
    compilerOptions: { target: 'es2022', module: 'esnext', verbatimModuleSyntax: true },
  }).outputText

const changed = {
  name: 'mutants',
  enforce: 'pre',
  resolveId(id) {
    // Vite names the files of its root from there.
    const file = id.startsWith(resolve('.')) ? id : resolve(`.${id}`)
    return made.has(file) || id.includes('?fault=') ? file : null
  },
  load(id) {
    if (made.has(id)) return made.get(id)
    const [file, number] = id.split('?fault=')
    if (number !== undefined) return plain(guarded(file, textOf(file, number)))
    if (id === module?.file) return switched(module)
    return isOurs(id) ? guarded(id, readFileSync(id, 'utf8')) + additions(id) : null
  },
}

/** With a query a file is asked for as something else, such as its plain text. */
const isOurs = (id) => id.endsWith('.ts') && ['src/', 'tests/'].some((name) => id.startsWith(resolve(name)))
const additions = (id) => (id === SETUP ? GUARD + (learning ? '' : TIDY) : '')
const textOf = (file, number) =>
  number === 'none' ? readFileSync(file, 'utf8') : module.all[Number(number)].text

const vitest = await createVitest(
  'test',
  {
    watch: false,
    update: 'none',
    pool: 'threads',
    testTimeout: 2 * ENDLESS_MS,
    reporters: [{}],
    coverage: { enabled: false },
    silent: true,
  },
  { plugins: [changed] },
)

/** Runs test files; the names of those that failed. */
async function failing(specifications) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The answer still holds the files of earlier runs.
  const files = new Set(specifications.map(({ moduleId }) => moduleId))
  const failed = testModules.filter((one) => files.has(one.moduleId) && !one.ok())
  return new Set([
    ...failed.map(({ moduleId }) => moduleId),
    ...unhandledErrors.map((error) => error.VITEST_TEST_PATH),
  ])
}

/** Which test files run which function, and how long they take in ms. */
async function learn() {
  const specifications = await vitest.globTestSpecifications(values.tests)
  const failed = await failing(specifications)
  if (failed.size > 0) throw new Error(`Without a fault these fail: ${[...failed].join(', ')}.`)
  learning = false
  for (const file of [...asked, SETUP]) vitest.invalidateFile(file)
  return specifications
    .filter(({ moduleId }) => !readFileSync(moduleId, 'utf8').includes('vi.mock('))
    .map((specification) => ({
      file: specification.moduleId,
      project: specification.project,
      ran: new Set(specification.testModule.meta().ran),
      ms: specification.testModule.diagnostic().duration,
    }))
}

const start = Date.now()
const learnt = await learn()

/** The test files that run the place of a fault; outside of all functions, those that run anything of its file. */
function meant({ file, within }) {
  const runs = ({ ran }) =>
    within === null ? [...ran].some((one) => one.startsWith(`${file}:`)) : ran.has(`${file}:${within}`)
  const [folder] = relative('src', file).split('/')
  const far = (one) =>
    one.file.includes(`/${basename(file, '.ts')}.`) ? 0 : one.file.includes(`/tests/${folder}/`) ? 1 : 2
  const found = learnt.filter(runs).sort((a, b) => far(a) - far(b) || a.ms - b.ms)
  const near = found.findIndex((one) => far(one) === 2)
  return (near < 0 ? found : found.slice(0, near + OTHERS)).map((one) => one.file)
}

// From here on the files of one run share a worker.
const [{ project }] = learnt
for (const { config } of [vitest, project]) Object.assign(config, { isolate: false, maxWorkers: 1 })

/** Test files for some faults of the module; null stands for none. */
function specificationsOf(faults) {
  return faults.map((one) => {
    const files = meant(one ?? { file: module.file, within: null })
    const name = resolve('tests', `fault.${made.size}.test.ts`)
    made.set(name, gathered(one === null ? undefined : module.all.indexOf(one), files))
    return project.createSpecification(name)
  })
}

/** Those of the faults that a test notices. */
async function noticed(faults) {
  const specifications = specificationsOf([null, ...faults, null])
  const failed = await failing(specifications)
  const fails = (n) => failed.has(specifications[n].moduleId)
  if (!fails(0) && !fails(specifications.length - 1)) return faults.filter((_, n) => fails(n + 1))
  if (fails(0)) throw new Error(`The tests of ${module.name} fail without a fault.`)
  const found = []
  for (const one of faults) if ((await failing(specificationsOf([one]))).size > 0) found.push(one)
  return found
}

/** The reasons of faults that change nothing, by module. */
const harmless = JSON.parse(readFileSync(resolve('tools/mutants.json'), 'utf8'))
const named = (entry, one) =>
  entry.code === one.code && entry.column === one.column && entry.fault === one.says

const say = (text) => process.stdout.write(`${text}\n`)
const end = start + Number(values.minutes) * 60_000
const rows = []
const reasons = []
for (const each of modules) {
  module = each
  vitest.invalidateFile(each.file)
  const { name, all } = each
  const entries = harmless[name] ?? []
  const reasonOf = (one) => entries.find((entry) => named(entry, one))?.why
  const placeOf = (one) => `${name}:${one.line}:${one.column}  ${one.says}  in  ${one.code}`
  const row = { module: name, mutants: all.length, tried: 0, killed: 0, survived: 0, equivalent: 0 }
  const chosen = sample(all, Number(values.most), Number(values.seed))
  const known = values.doubt ? [] : chosen.filter(reasonOf)
  reasons.push(...known.map((one) => `${placeOf(one)}: ${reasonOf(one)}`))
  const doubtful = chosen.filter((one) => !known.includes(one))
  row.equivalent = row.tried = known.length
  while (doubtful.length > 0 && Date.now() < end) {
    const faults = doubtful.splice(0, TOGETHER)
    const found = await noticed(faults)
    row.tried += faults.length
    row.killed += found.length
    row.survived += faults.length - found.length
    for (const one of faults) {
      if (!found.includes(one)) say(`survived  ${placeOf(one)}`)
      else if (reasonOf(one)) say(`killed, though mutants.json names it  ${placeOf(one)}`)
    }
  }
  for (const entry of entries) {
    if (!all.some((one) => named(entry, one)))
      say(`mutants.json names what is not there  ${name}: ${entry.code}`)
  }
  if (row.tried > 0) rows.push(row)
  vitest.invalidateFile(each.file)
}
module = null
await vitest.close()

const COLUMNS = ['mutants', 'tried', 'killed', 'survived', 'equivalent']
const sum = (column) => rows.reduce((total, row) => total + row[column], 0)
const table = [
  ...rows,
  { module: 'all', ...Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])) },
]
say(`| ${'module'.padEnd(24)} | ${COLUMNS.join(' | ')} |`)
say(`|${'-'.repeat(26)}|${COLUMNS.map((column) => `${'-'.repeat(column.length + 1)}:|`).join('')}`)
for (const row of table) {
  const cells = COLUMNS.map((column) => String(row[column]).padStart(column.length))
  say(`| ${row.module.padEnd(24)} | ${cells.join(' | ')} |`)
}
if (reasons.length > 0) say(['', 'Equivalent:', ...reasons.map((text) => `- ${text}`)].join('\n'))
if (Date.now() > end) say('\nTime is up: not everything was tried.')
process.exitCode = sum('survived') > 0 ? 1 : 0
