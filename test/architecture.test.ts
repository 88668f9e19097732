import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import { describe, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')

/** An import may only go down. Folders of one floor do not know each other. */
const FLOORS = [
	['core'],
	['providers', 'tools', 'sessions', 'memory', 'workspace'],
	['loop'],
	['runtime'],
	['server'],
	['tui'],
	['cli'],
]

/** Folders that may know less than their floor would let them. */
const ONLY: Readonly<Record<string, { folders: readonly string[]; outside: 'none' | 'any' }>> = {
	core: { folders: [], outside: 'none' },
	loop: { folders: ['core', 'tools'], outside: 'none' },
	tui: { folders: ['core'], outside: 'any' },
}

/** File in `src` → what it imports: other files as paths in `src`, everything else as it is written. */
type Graph = ReadonlyMap<string, readonly string[]>

async function readSource(): Promise<ReadonlyMap<string, string>> {
	const names = await readdir(SOURCE, { recursive: true })
	const files = names.filter(name => /\.tsx?$/.test(name))
	return new Map(
		await Promise.all(files.map(async name => [name, await readFile(join(SOURCE, name), 'utf8')] as const)),
	)
}

function graphOf(sources: ReadonlyMap<string, string>): Graph {
	return new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]))
}

/** Static imports, `import type`, re-exports, `import()` and `require` alike. */
function importsOf(file: string, text: string): readonly string[] {
	const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
	const found = code.matchAll(
		/\b(?:import|export)\b[^'"`;=()]*\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/g,
	)
	const specifiers = Array.from(found, match => match[1] ?? match[2] ?? match[3]!)
	return specifiers.map(specifier =>
		specifier.startsWith('.') ? join(dirname(file), specifier) : `package:${specifier}`,
	)
}

const folderOf = (file: string) => file.split('/')[0]!
const floorOf = (folder: string) => FLOORS.findIndex(floor => floor.includes(folder))

function violations(graph: Graph): readonly string[] {
	return [...graph].flatMap(([file, targets]) => {
		const folder = folderOf(file)
		if (!file.includes('/') || floorOf(folder) === -1) return [`${file} is on no floor`]
		return targets.flatMap(target => wrongImport(folder, target).map(why => `${file} → ${target}: ${why}`))
	})
}

function wrongImport(folder: string, target: string): readonly string[] {
	const only = ONLY[folder]
	if (target.startsWith('package:'))
		return only?.outside === 'none' ? [`${folder} imports nothing from outside`] : []
	const to = folderOf(target)
	if (to === '..') return ['outside of src']
	if (to === folder) return []
	if (floorOf(to) === floorOf(folder)) return [`${folder} and ${to} are neighbours`]
	if (floorOf(to) > floorOf(folder)) return [`${to} stands above ${folder}`]
	return only && !only.folders.includes(to) ? [`${folder} knows only ${only.folders.join(', ')}`] : []
}

function cycles(graph: Graph): readonly string[] {
	const done = new Set<string>()
	const found: string[] = []
	const walk = (file: string, path: readonly string[]) => {
		if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '))
		if (done.has(file) || path.includes(file)) return
		for (const target of graph.get(file) ?? []) walk(target, [...path, file])
		done.add(file)
	}
	for (const file of graph.keys()) walk(file, [])
	return found
}

describe('src', () => {
	test('imports go down, and every folder has a floor', async () => {
		assert.deepEqual(violations(graphOf(await readSource())), [])
	})

	test('no file can reach itself', async () => {
		assert.deepEqual(cycles(graphOf(await readSource())), [])
	})

	test('no file passes on what another one exports', async () => {
		const sources = [...(await readSource())]
		const passing = sources.filter(([, text]) => /^export\s[^'"`;=()]*\bfrom\s*['"]/m.test(text))
		assert.deepEqual(
			passing.map(([file]) => file),
			[],
		)
	})

	test('every relative import names a file that is there', async () => {
		const graph = graphOf(await readSource())
		const missing = [...graph].flatMap(([file, targets]) =>
			targets
				.filter(target => !target.startsWith('package:') && !graph.has(target))
				.map(target => `${file} → ${target}`),
		)
		assert.deepEqual(missing, [])
	})
})

describe('the checks themselves', () => {
	const check = (sources: Record<string, string>) => violations(graphOf(new Map(Object.entries(sources))))

	test('find an import in every form there is', () => {
		const text = `
import a, { type b } from './a.ts'
import type { c } from "../core/c.ts"
import * as d from './d.ts'
import {
	e,
} from './e.ts'
import './f.ts'
export type { g } from './g.ts'
export * from './h.ts'
const i = await import('./i.ts')
const j: typeof import('./j.ts') = require('./k.ts')
// import l from './l.ts'
import node from 'node:fs'
`
		assert.deepEqual(importsOf('loop/x.ts', text), [
			...['loop/a.ts', 'core/c.ts', 'loop/d.ts', 'loop/e.ts', 'loop/f.ts', 'loop/g.ts', 'loop/h.ts'],
			...['loop/i.ts', 'loop/j.ts', 'loop/k.ts', 'package:node:fs'],
		])
	})

	test('pass what is right', () => {
		assert.deepEqual(
			check({
				'core/a.ts': `import './b.ts'`,
				'tools/deep/a.ts': `import 'execa'\nimport '../../core/a.ts'`,
				'loop/a.ts': `import '../tools/deep/a.ts'`,
				'cli/a.ts': `import('../tui/a.tsx')`,
				'tui/a.tsx': `import 'ink'\nimport '../core/a.ts'`,
			}),
			[],
		)
	})

	test('name every wrong import', () => {
		assert.deepEqual(
			check({
				'core/a.ts': `import 'node:fs'\nimport type { A } from '../loop/a.ts'`,
				'tools/a.ts': `import '../workspace/a.ts'\nconst b = await import('../runtime/a.ts')`,
				'loop/a.ts': `import 'execa'\nimport '../providers/a.ts'`,
				'tui/a.tsx': `import '../runtime/a.ts'\nimport '../../package.json'`,
				'helpers/a.ts': '',
				'main.ts': '',
			}),
			[
				'core/a.ts → package:node:fs: core imports nothing from outside',
				'core/a.ts → loop/a.ts: loop stands above core',
				'tools/a.ts → workspace/a.ts: tools and workspace are neighbours',
				'tools/a.ts → runtime/a.ts: runtime stands above tools',
				'loop/a.ts → package:execa: loop imports nothing from outside',
				'loop/a.ts → providers/a.ts: loop knows only core, tools',
				'tui/a.tsx → runtime/a.ts: tui knows only core',
				'tui/a.tsx → ../package.json: outside of src',
				'helpers/a.ts is on no floor',
				'main.ts is on no floor',
			],
		)
	})

	test('find a cycle of any length, also one of types only', () => {
		const graph = graphOf(
			new Map([
				['core/a.ts', `import type { B } from './b.ts'`],
				['core/b.ts', `import './c.ts'`],
				['core/c.ts', `import('./a.ts')`],
				['core/d.ts', `import './d.ts'`],
			]),
		)
		assert.deepEqual(cycles(graph), [
			'core/a.ts → core/b.ts → core/c.ts → core/a.ts',
			'core/d.ts → core/d.ts',
		])
	})
})
