/**
 * Rules of dependency-cruiser for src: `npm run layers` checks them.
 *
 * The highest layer comes first. A folder may import its own files and those of every layer below it. Folders of the
 * same layer do not import each other. Every folder of src is listed here.
 */
const LAYERS = [
  ['main.ts'],
  ['App.vue', 'router.ts'],
  ['views'],
  ['account', 'console', 'lobby', 'score', 'table'],
  ['forms', 'result'],
  ['ui'],
  ['game'],
  ['link'],
  ['api', 'tiles'],
  ['audio', 'layout'],
  ['i18n', 'settings.ts'],
  ['storage.ts', 'styles'],
]

const pathOf = (name) => (name.includes('.') ? `^src/${name.replaceAll('.', '\\.')}$` : `^src/${name}/`)
const pathsOf = (names) => names.map(pathOf)

/** The rule for a folder: in src it may import itself and the layers below. */
function layer(name, depth) {
  const below = LAYERS.slice(depth + 1).flat()
  return {
    name: `layer of ${name}`,
    comment: `Of src, ${name} may import ${['itself', ...below].join(', ')}.`,
    severity: 'error',
    from: { path: pathOf(name) },
    to: { path: '^src/', pathNot: pathsOf([name, ...below]) },
  }
}

const UNKNOWN = { path: '^src/', pathNot: [...pathsOf(LAYERS.flat()), '\\.d\\.ts$'] }
const unknown = (from, to) => ({
  name: 'unknown folder',
  comment: 'Every folder of src has a layer: add it to LAYERS.',
  severity: 'error',
  from,
  to,
})

export default {
  forbidden: [
    ...LAYERS.flatMap((names, depth) => names.map((name) => layer(name, depth))),
    unknown(UNKNOWN, {}),
    unknown({}, UNKNOWN),
    {
      name: 'cycle',
      comment: 'Imports of types and dynamic imports count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolved',
      comment: 'The other rules do not see an import whose file is not found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'unused file',
      comment: 'Nothing that starts at main.ts imports it.',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/', pathNot: '\\.d\\.ts$', reachable: false },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.app.json' },
    tsPreCompilationDeps: true,
  },
}
