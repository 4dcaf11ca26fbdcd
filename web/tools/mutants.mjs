/**
 * Makes small faults in the pure parts of the client, one at a time, and runs the tests that should notice each.
 *
 *   npm run mutants -- [folder or file under src …] [--most 40] [--minutes 10] [--seed 1]
 *
 * It changes no file: vite serves the changed text. It prints each fault that no test notices, then a table.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createVitest } from 'vitest/node'

/** The tests that should notice a fault, by the beginning of the path. The first entry that fits counts. */
const TESTS = [
  ['link/', ['tests/link/']],
  ['game/terms/', ['tests/game/options', 'tests/views/cards', 'tests/views/newRoom']],
  ['game/errors', ['tests/game/options', 'tests/views/cards', 'tests/console/']],
  ['game/clock', ['tests/game/clock']],
  ['game/session', ['tests/game/session', 'tests/game/clock']],
  ['game/select', ['tests/game/select']],
  ['game/', ['tests/game/', 'tests/table/', 'tests/views/']],
  ['layout/', ['tests/layout/', 'tests/ui/']],
  ['table/hand/', ['tests/table/', 'tests/game/options']],
]
const FOLDERS = ['link', 'game', 'layout', 'table/hand']
/** Whether tests of a module may share one page, which is faster. Tests of `game` replace modules, so they may not. */
const shares = (name) => name.startsWith('link/')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})

/** Each operator and the one that replaces it. */
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

/** The faults by kind of syntax node: pairs of a part and the text that replaces it. */
const FAULTS = new Map([
  [SyntaxKind.BinaryExpression, binary],
  [SyntaxKind.IfStatement, (node) => decided(node.expression)],
  [SyntaxKind.ConditionalExpression, (node) => decided(node.condition)],
  [SyntaxKind.WhileStatement, (node) => [[node.expression, 'false']]],
  [SyntaxKind.NumericLiteral, (node) => [[node, `(${node.getText()} + 1)`]]],
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

function swapped(table, part) {
  const other = table.get(part.getText())
  return other === undefined ? [] : [[part, other]]
}

function binary({ left, operatorToken }) {
  if (operatorToken.kind !== SyntaxKind.QuestionQuestionToken) return swapped(SWAPS, operatorToken)
  return [[left.parent, left.getText()]]
}

/** All faults of a file: the place and the whole changed text of each. */
function faults(file) {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    for (const [part, now] of FAULTS.get(node.kind)?.(node) ?? []) {
      const [start, end] = [part.getStart(), part.getEnd()]
      const { line } = source.getLineAndCharacterOfPosition(start)
      const was = text.slice(start, end).replace(/\s+/g, ' ')
      const says = `${line + 1}: ${was.slice(0, 60)} -> ${now.slice(0, 40)}`
      found.push({ file, says, text: text.slice(0, start) + now + text.slice(end) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Chooses `most` of the faults by a Park-Miller sequence. The same seed gives the same faults. */
function sample(all, most, seed) {
  let state = seed
  const keyed = all.map((fault) => ({ fault, key: (state = (state * 48_271) % 2_147_483_647) }))
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ fault }) => fault)
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)))
}

const wanted = positionals.length > 0 ? positionals : FOLDERS
const modules = wanted
  .flatMap((name) => filesOf(resolve('src', name)))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, name: relative('src', file) }))
const testsOf = (name) => TESTS.find(([start]) => name.startsWith(start))?.[1] ?? ['tests/']

let fault = null
const faulty = {
  name: 'mutant',
  enforce: 'pre',
  load: (id) => (fault !== null && id.split('?')[0] === fault.file ? fault.text : null),
}
const runners = new Map()

async function runner(isolate) {
  if (!runners.has(isolate)) {
    const options = {
      watch: false,
      isolate,
      reporters: [{}],
      coverage: { enabled: false },
      silent: true,
    }
    runners.set(isolate, await createVitest('test', options, { plugins: [faulty] }))
  }
  return runners.get(isolate)
}

/** Whether the tests of a module fail with the fault `put`, or without a fault if it is null. */
async function noticed({ file, name }, put) {
  const vitest = await runner(!shares(name))
  for (const changed of [fault?.file, file]) if (changed) vitest.invalidateFile(changed)
  fault = put
  const specifications = await vitest.globTestSpecifications(testsOf(name))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The result still holds the files of earlier runs.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  return unhandledErrors.length > 0 || testModules.some((one) => asked.has(one.moduleId) && !one.ok())
}

const end = Date.now() + Number(values.minutes) * 60_000
const rows = []
for (const module of modules) {
  const { file, name } = module
  const all = faults(file)
  const row = { module: name, faults: all.length, tried: 0, killed: 0 }
  if (all.length > 0 && Date.now() < end && (await noticed(module, null)))
    throw new Error(`The tests of ${name} fail without a fault.`)
  for (const one of sample(all, Number(values.most), Number(values.seed))) {
    if (Date.now() > end) break
    row.tried += 1
    if (await noticed(module, one)) row.killed += 1
    else process.stdout.write(`survived ${name}:${one.says}\n`)
  }
  if (row.tried > 0) rows.push({ ...row, survived: row.tried - row.killed })
}
for (const vitest of runners.values()) await vitest.close()
process.stdout.write(`${Date.now() > end ? 'Time is up: not everything was tried.\n' : ''}`)
for (const { module, faults, tried, killed, survived } of rows)
  process.stdout.write(
    `${module.padEnd(28)} ${faults} faults, ${tried} tried, ${killed} killed, ${survived} survived\n`,
  )
