// `npm run measure`: the figures by which the house is judged, of this checkout or of another one:
//   node scripts/measure.mjs [--root DIR] [--json] [--all] [--bench FILE]
// Reading the sources takes seconds. `--all` also packs and installs the program and counts a turn's file operations,
// which takes a minute and writes `dist/` of that checkout. `--bench` takes what `npm run bench -- --json` has printed.
// `npm run measure -- gate FILE…` instead says how often a file of shell commands would ask; see `measure/gate.mjs`.
// `npm run measure -- memory …` is the memory probe; see `bench/memory-probe.ts`.
// Needs nothing but Node, so that it also runs on a checkout from before it was there.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureGate } from './measure/gate.mjs'
import { filesAtTop, mutualPairs, promptFiles, sourcesOf } from './measure/layout.mjs'
import { installedSize, turnCounts } from './measure/running.mjs'
import { commitsThatAdd, filesThatName } from './measure/touched.mjs'
import { measureNames } from './measure-names.mjs'

if (process.argv[2] === 'gate') {
	console.log(await measureGate(process.argv.slice(3)))
	process.exit()
}

if (process.argv[2] === 'memory') {
	const probe = fileURLToPath(new URL('../bench/memory-probe.ts', import.meta.url))
	process.exit(
		spawnSync(process.execPath, [probe, ...process.argv.slice(3)], { stdio: 'inherit' }).status ?? 1,
	)
}

const { values } = parseArgs({
	options: {
		root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
		json: { type: 'boolean', default: false },
		all: { type: 'boolean', default: false },
		bench: { type: 'string' },
	},
})
/** More than this at the top of a folder wants sub-folders. */
const MOST_FILES = 20
/** More than this is most often two ideas. */
const MOST_LINES = 400

const root = resolve(values.root)
const figures = measure()
console.log(values.json ? JSON.stringify(figures, null, '\t') : text(figures))

function measure() {
	const sources = sourcesOf(join(root, 'src'))
	const tests = sourcesOf(join(root, 'test'))
	const { repeated, functions, p90, longest } = measureNames(sources)
	const report = join(root, 'node_modules/.cache/keelson-tests.json')
	return {
		root,
		filesAtTop: { src: filesAtTop(sources), test: filesAtTop(tests) },
		mutualPairs: mutualPairs(sources),
		names: { repeated: repeated.map(({ name, paths }) => ({ name, paths })), functions, p90, longest },
		longFiles: longFiles(sources),
		filesToTouch: { commits: commitsThatAdd(root), named: filesThatName(sources) },
		promptFiles: promptFiles(sources),
		...(values.all && { installed: installedSize(root), turn: turnCounts(root) }),
		...(values.bench && { bench: JSON.parse(readFileSync(values.bench, 'utf8')) }),
		...(existsSync(report) && { tests: JSON.parse(readFileSync(report, 'utf8')) }),
	}
}

/** The longest first. */
function longFiles(sources) {
	return sources
		.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
		.filter(({ lines }) => lines > MOST_LINES)
		.sort((a, b) => b.lines - a.lines)
}

function text({ filesAtTop, mutualPairs, names, longFiles, filesToTouch, promptFiles, ...rest }) {
	const lines = [root]
	const section = (title, rows) => lines.push('', `── ${title}`, ...rows)
	for (const [tree, folders] of Object.entries(filesAtTop)) {
		const largest = Object.entries(folders).sort(([, a], [, b]) => b - a)
		const over = largest.filter(([, count]) => count > MOST_FILES).length
		const shown = largest.slice(0, Math.max(over, 10))
		section(
			`files at the top of each folder of ${tree}: ${largest.length} folders, ${over} with more than ${MOST_FILES}`,
			shown.map(([folder, count]) => row(count, folder)),
		)
	}
	section(
		`folders that import each other both ways: ${mutualPairs.nested.length} with a sub-folder of their own, ${mutualPairs.beside.length} others`,
		[...mutualPairs.nested, ...mutualPairs.beside].map(([a, b]) => `        ${a} ↔ ${b}`),
	)
	section(
		`type names declared more than once: ${names.repeated.length}`,
		names.repeated.slice(0, 10).map(({ name, paths }) => row(paths.length, name)),
	)
	section(
		`functions: ${names.functions}, p90 ${names.p90} lines; the longest`,
		names.longest.slice(0, 5).map(({ path, line, lines: length }) => row(length, `${path}:${line}`)),
	)
	section(
		`files of src with more than ${MOST_LINES} lines: ${longFiles.length}; the longest`,
		longFiles.slice(0, 5).map(({ path, lines: length }) => row(length, path)),
	)
	section(
		'files in src that a commit touched which added one',
		filesToTouch.commits.map(({ kind, subject, src, test }) =>
			subject === undefined
				? row('–', `${kind}: no such commit in this history`)
				: row(src, `${kind}: ${subject} (and ${test} in test)`),
		),
	)
	section(
		'files in src that name one',
		filesToTouch.named.map(({ kind, example, files }) => row(files.length, `${kind}: ${example}`)),
	)
	section(`files a prompt passes from the composer to the wire: ${promptFiles.passed.length}`, [
		`        ${promptFiles.passed.join(' → ')}`,
		...(promptFiles.gone.length > 0 ? [`        no longer there: ${promptFiles.gone.join(', ')}`] : []),
	])
	const { installed, turn, bench, tests } = rest
	if (installed)
		section('installed from the packed tarball', [
			row(installed.megabytes.toFixed(1), 'MB'),
			row(installed.packages, 'packages'),
			row(installed.seconds.toFixed(1), 'seconds'),
		])
	if (turn)
		section(
			'per turn of a tool loop',
			turn.map(({ what, value }) => row(value.toFixed(1), what)),
		)
	if (bench)
		section(
			'bench',
			bench.map(({ row: id, what, value, unit }) => row(value, `${unit}  ${id} ${what}`)),
		)
	else lines.push('', 'speed and memory: npm run bench')
	if (tests)
		section(
			`the last npm test: ${tests.passed} passed, ${tests.failed} failed, ${tests.seconds.toFixed(0)} s of tests; the slowest files`,
			tests.slowest.map(({ name, seconds }) => row(seconds.toFixed(1), name)),
		)
	else lines.push('', 'time of tests: npm test, then this again')
	return lines.join('\n')
}

function row(figure, what) {
	return `${String(figure).padStart(6)}  ${what}`
}
