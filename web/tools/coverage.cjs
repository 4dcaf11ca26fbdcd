/** A coverage report for `vitest`: a line for each folder of `src`, and one for all. */
const COUNTS = ['statements', 'branches', 'functions', 'lines']

/** `src/ui` of `src/ui/sheets/Sheet.vue`; `src` for what stands in no folder. */
function folderOf(file) {
    const parts = file.split(/[\\/]/)
    const at = parts.lastIndexOf('src')
    return parts.slice(at, at + (parts.length - at > 2 ? 2 : 1)).join('/')
}

function percent({ covered, total }) {
    return total === 0 ? '' : ((100 * covered) / total).toFixed(1)
}

module.exports = class Folders {
    execute(context) {
        const folders = new Map()
        const all = COUNTS.map(() => ({ covered: 0, total: 0 }))
        context.getTree('flat').visit({
            onDetail(node) {
                const summary = node.getCoverageSummary()
                const folder = folderOf(node.getFileCoverage().path)
                const sums = folders.get(folder) ?? COUNTS.map(() => ({ covered: 0, total: 0 }))
                folders.set(folder, sums)
                COUNTS.forEach((name, n) => {
                    for (const sum of [sums[n], all[n]]) {
                        sum.covered += summary[name].covered
                        sum.total += summary[name].total
                    }
                })
            },
        })
        const rows = [...folders].sort(([a], [b]) => (a < b ? -1 : 1))
        const line = (name, cells) =>
            `| ${name.padEnd(14)} | ${cells.map((cell, n) => cell.padStart(COUNTS[n].length)).join(' | ')} |`
        const text = [
            line('% covered', COUNTS),
            `|${'-'.repeat(16)}|${COUNTS.map((name) => `${'-'.repeat(name.length + 1)}:|`).join('')}`,
            ...[...rows, ['all', all]].map(([name, sums]) => line(name, sums.map(percent))),
        ]
        process.stdout.write(`\n${text.join('\n')}\n`)
    }
}
