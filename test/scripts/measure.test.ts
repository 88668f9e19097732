import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
type Source = { path: string; text: string }
type Pairs = { nested: readonly string[][]; beside: readonly string[][] }

// Plain JavaScript, because `npm run measure` also runs where there is nothing but Node.
const layout: {
	filesAtTop(sources: readonly Source[]): Record<string, number>
	mutualPairs(sources: readonly Source[]): Pairs
} = await import(`${root}/scripts/measure/layout.mjs`)

test('files count for the folder they stand in, not for those above', () => {
	const sources = ['a/x.ts', 'a/y.tsx', 'a/b/z.ts', 'main.ts'].map(path => ({ path, text: '' }))
	assert.deepEqual(layout.filesAtTop(sources), { a: 2, 'a/b': 1, '.': 1 })
})

test('folders that import each other both ways are a pair, types and dynamic imports included', () => {
	const pairs = layout.mutualPairs([
		{ path: 'a/x.ts', text: "import { z } from './b/z.ts'\nconst c = await import('../c/c.ts')" },
		{ path: 'a/b/z.ts', text: "import type { X } from '../x.ts'\nimport './y.ts'" },
		{ path: 'c/c.ts', text: "import '../a/x.ts'\nimport '../d/d.ts'" },
		{ path: 'd/d.ts', text: "import 'node:fs'" },
	])
	assert.deepEqual(pairs, { nested: [['a', 'a/b']], beside: [['a', 'c']] })
})

test('the whole of it runs on this checkout, and no file on the way of a prompt is missing unnoticed', () => {
	const printed = execFileSync(process.execPath, [join(root, 'scripts/measure.mjs'), '--json'], {
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	})
	const { promptFiles, filesToTouch, longFiles, names } = JSON.parse(printed)
	assert.deepEqual(promptFiles.gone, [])
	assert(longFiles.every(({ lines }: { lines: number }) => lines > 400))
	assert(promptFiles.passed.length > 20)
	assert(names.functions > 1_000)
	for (const { example, files } of filesToTouch.named) assert(files.length > 0, `nothing names ${example}`)
})

test('commands that ask are counted as often as they were run, with and without a sandbox', async () => {
	const { measureGate }: { measureGate(args: readonly string[]): Promise<string> } = await import(
		`${root}/scripts/measure/gate.mjs`
	)
	const folder = await mkdtemp(join(tmpdir(), 'measure-'))
	onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }))
	const [lines, judged] = [join(folder, 'run.jsonl'), join(folder, 'judged.json')]
	const ran = [
		{ command: 'ls /work/a', count: 5 },
		{ command: 'ls /srv/one/src', count: 1 },
		{ command: 'node build.js', count: 2 },
		{ command: 'pip install x', count: 1 },
		{ command: 'cp a /opt/kept/x', count: 1 },
	]
	await writeFile(lines, ran.map(each => JSON.stringify(each)).join('\n'))
	const cases = [
		{ command: 'ls', is: 'reads' },
		{ command: 'frobnicate', is: 'reads' },
		{ command: 'touch a', is: 'acts' },
	]
	await writeFile(judged, JSON.stringify({ cases }))
	const told = await measureGate([lines, judged, '--json', '--workspace', '/work', '/srv/*'])
	const [first, second] = JSON.parse(told)
	assert.deepEqual(first.share, { ask: 0.4, askInSandbox: 0.2, coveredByReading: 0 })
	const stops = first.stoppedBecause.map((row: { what: string }) => row.what)
	assert.deepEqual(stops, ['network: pip', 'outside write: cp'])
	const given = second.judged.map(({ what, calls }: { what: string; calls: number }) => [what, calls])
	assert.deepEqual(Object.fromEntries(given), { 'reads: allow': 1, 'reads: ask': 1, 'acts: ask': 1 })
	assert.deepEqual(
		second.surprises.map(({ command }: { command: string }) => command),
		['frobnicate'],
	)
})
