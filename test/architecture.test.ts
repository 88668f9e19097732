import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path/posix'
import { describe, test } from 'vitest'
import {
	crowded,
	cycles,
	graphOf,
	importsOf,
	type Layout,
	misplacedTests,
	mutualFolders,
	strays,
	violations,
} from './support/source-graph.ts'

const LAYOUT: Layout = {
	floors: [
		['core'],
		['safety', 'process'],
		['providers', 'tools', 'sessions', 'memory', 'workspace', 'sandbox', 'extensions'],
		['loop', 'services'],
		['runtime'],
		['server'],
		['tui'],
		['library', 'cli'],
	],
	only: {
		core: { folders: [], outside: [] },
		// It judges and does nothing: files are read through the host it is given.
		safety: { folders: ['core'], outside: ['node:path', 'node:os', 'node:net', 'unbash', 'ignore'] },
		loop: { folders: ['core', 'tools'], outside: [] },
		tui: { folders: ['core'], outside: 'any' },
		// What a program imports never brings a screen along.
		library: {
			folders: [
				'core',
				'safety',
				'providers',
				'tools',
				'sessions',
				'sandbox',
				'workspace',
				'loop',
				'services',
				'runtime',
				'server',
			],
			outside: ['node:fs/promises', 'node:os', 'node:path'],
		},
	},
}

/** Systems with one room, or two where the pure part and its wiring stand on different floors. Front ends show them all. */
const ROOMS = {
	sandbox: ['sandbox', 'safety/sandbox'],
	permission: ['safety/permissions', 'runtime/permissions'],
	'(?:compact|context)': ['loop/context', 'runtime/context'],
	'(?<!in-)memory': ['memory', 'runtime/memory'],
	checkpoint: ['workspace/checkpoints', 'runtime/checkpoints'],
}

/** What is about several folders, or shared by the tests of several; and what starts the program whole. */
const SHARED = {
	across: ['scenarios', 'contracts', 'docs', 'fixtures', 'support', 'scripts'],
	program: 'support/run-agent.ts',
}

/** What the package exports is said in one place each. */
const PACKAGE_ENTRIES: readonly string[] = ['library/keelson.ts', 'library/engine/engine.ts']

const MOST_FILES = 20

async function filesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(join(import.meta.dirname, folder), { recursive: true, withFileTypes: true })
	const top = join(import.meta.dirname, folder)
	return entries
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name).slice(top.length + 1))
}

async function sourcesIn(folder: string): Promise<ReadonlyMap<string, string>> {
	const files = (await filesIn(folder)).filter(name => /\.tsx?$/.test(name))
	const texts = files.map(name => readFile(join(import.meta.dirname, folder, name), 'utf8'))
	return new Map((await Promise.all(texts)).map((text, index) => [files[index]!, text]))
}

const sourceGraph = async () => graphOf(await sourcesIn('../src'))
/** Without this file, whose examples look like imports. */
const testGraph = async () => {
	const sources = new Map(await sourcesIn('.'))
	sources.delete('architecture.test.ts')
	return graphOf(sources)
}

describe('src', () => {
	test('imports go down, and every folder has a floor', async () => {
		assert.deepEqual(violations(await sourceGraph(), LAYOUT), [])
	})

	test('no file can reach itself', async () => {
		assert.deepEqual(cycles(await sourceGraph()), [])
	})

	test('no two folders import each other, and none does so with a folder of its own', async () => {
		assert.deepEqual(mutualFolders(await sourceGraph()), [])
	})

	test('a system has one room, or two on different floors', async () => {
		const files = (await filesIn('../src')).filter(file => !/^(?:core|tui|cli)\//.test(file))
		assert.deepEqual(strays(files, ROOMS), [])
	})

	test('no file passes on what another one exports', async () => {
		const sources = [...(await sourcesIn('../src'))].filter(([file]) => !PACKAGE_ENTRIES.includes(file))
		const passing = sources.filter(([, text]) => /^export\s[^'"`;=()]*\bfrom\s*['"]/m.test(text))
		assert.deepEqual(
			passing.map(([file]) => file),
			[],
		)
	})

	test('every relative import names a file that is there', async () => {
		const graph = await sourceGraph()
		const missing = [...graph].flatMap(([file, targets]) =>
			targets
				.filter(target => !target.startsWith('package:') && !graph.has(target))
				.map(target => `${file} → ${target}`),
		)
		assert.deepEqual(missing, [])
	})
})

describe('test', () => {
	test('mirrors src, and what tests share lies in test/support', async () => {
		assert.deepEqual(misplacedTests(await testGraph(), await filesIn('../src'), SHARED), [])
	})

	test('no two folders import each other', async () => {
		assert.deepEqual(mutualFolders(await testGraph()), [])
	})
})

test(`no folder of src or test has more than ${MOST_FILES} files at its top`, async () => {
	const files = [await filesIn('../src'), await filesIn('.')]
	assert.deepEqual(
		files.flatMap(each => crowded(each, MOST_FILES)),
		[],
	)
})

describe('the checks themselves', () => {
	const graph = (sources: Record<string, string>) => graphOf(new Map(Object.entries(sources)))
	const check = (sources: Record<string, string>) => violations(graph(sources), LAYOUT)

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
				'safety/deep/a.ts': `import 'unbash'\nimport { join } from 'node:path'\nimport '../../core/a.ts'`,
				'tools/deep/a.ts': `import 'execa'\nimport '../../core/a.ts'\nimport '../../safety/deep/a.ts'`,
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
				'safety/a.ts': `import 'node:fs/promises'\nimport '../process/a.ts'\nimport '../tools/a.ts'`,
				'tools/a.ts': `import '../sandbox/a.ts'\nconst b = await import('../runtime/a.ts')`,
				'loop/a.ts': `import 'execa'\nimport '../providers/a.ts'`,
				'server/a.ts': `import '../tui/a.tsx'`,
				'tui/a.tsx': `import '../runtime/a.ts'\nimport '../../package.json'`,
				'helpers/a.ts': '',
				'main.ts': '',
			}),
			[
				'core/a.ts → package:node:fs: core imports nothing from outside',
				'core/a.ts → loop/a.ts: loop stands above core',
				'safety/a.ts → package:node:fs/promises: safety imports nothing else from outside',
				'safety/a.ts → process/a.ts: safety and process are neighbours',
				'safety/a.ts → tools/a.ts: tools stands above safety',
				'tools/a.ts → sandbox/a.ts: tools and sandbox are neighbours',
				'tools/a.ts → runtime/a.ts: runtime stands above tools',
				'loop/a.ts → package:execa: loop imports nothing from outside',
				'loop/a.ts → providers/a.ts: loop knows only core, tools',
				'server/a.ts → tui/a.tsx: tui stands above server',
				'tui/a.tsx → runtime/a.ts: tui knows only core',
				'tui/a.tsx → ../package.json: outside of src',
				'helpers/a.ts is on no floor',
				'main.ts is on no floor',
			],
		)
	})

	test('find a cycle of any length, also one of types only', () => {
		assert.deepEqual(
			cycles(
				graph({
					'core/a.ts': `import type { B } from './b.ts'`,
					'core/b.ts': `import './c.ts'`,
					'core/c.ts': `import('./a.ts')`,
					'core/d.ts': `import './d.ts'`,
				}),
			),
			['core/a.ts → core/b.ts → core/c.ts → core/a.ts', 'core/d.ts → core/d.ts'],
		)
	})

	test('find folders that are each other’s basement, also a folder and its own', () => {
		assert.deepEqual(
			mutualFolders(
				graph({
					'loop/run.ts': `import './context/deep/fit.ts'\nimport './turn/turn.ts'`,
					'loop/context/deep/fit.ts': '',
					'loop/context/compact.ts': `import type { D } from '../deps.ts'`,
					'loop/turn/turn.ts': '',
					'cli/commands/run/run.ts': `import '../../startup/start.ts'`,
					'cli/commands/chat/chat.ts': `import '../run/run.ts'`,
					'cli/startup/flags.ts': `import type { F } from '../commands/chat/chat.ts'`,
				}),
			),
			[
				'loop and loop/context: loop/run.ts → loop/context/deep/fit.ts, loop/context/compact.ts → loop/deps.ts',
				'cli/commands and cli/startup: cli/commands/run/run.ts → cli/startup/start.ts, cli/startup/flags.ts → cli/commands/chat/chat.ts',
			],
		)
	})

	test('count the files at the top of a folder, not those below', () => {
		const files = ['cli/a.ts', 'cli/b.ts', 'cli/c.ts', 'tui/a.ts', 'tui/b.ts', 'tui/deep/c.ts']
		assert.deepEqual(crowded(files, 2), ['cli: 3 files'])
	})

	test('find a test that is not where its subject is, and a helper used from elsewhere', () => {
		const tests = graph({
			'tools/files/a.test.ts': `import '../../../src/tools/files/a.ts'\nimport '../../support/x.ts'`,
			'tools/files/b.test.ts': `import '../../../src/tools/search/b.ts'\nimport './help.ts'`,
			'tools/files/help.ts': '',
			'tools/search/whole.test.ts': `import '../../../src/sessions/a.ts'\nimport '../../support/run-agent.ts'`,
			'tools/search/above.test.ts': `import '../../../src/tools/registry.ts'`,
			'tools/a.test.ts': `import '../../src/core/a.ts'\nimport '../../src/tools/files/a.ts'`,
			'tools/old/c.test.ts': `import '../files/help.ts'`,
			'scenarios/deep/d.test.ts': `import '../../../src/tools/files/a.ts'`,
			'support/x.ts': '',
		})
		assert.deepEqual(misplacedTests(tests, ['core/a.ts', 'tools/files/a.ts', 'tools/search/b.ts'], SHARED), [
			'tools/files/b.test.ts: tests nothing of src/tools/files',
			'tools/old/c.test.ts: there is no src/tools/old',
			'tools/old/c.test.ts → tools/files/help.ts: what tests of several folders share is in test/support',
		])
	})

	test('find a part of a system outside of its room', () => {
		const files = [
			'sandbox/sandbox.ts',
			'runtime/sandbox-masks.ts',
			'memory/rank.ts',
			'sessions/in-memory-store.ts',
			'runtime/open-memory.ts',
			'runtime/checkpoints/session-checkpoints.ts',
			'runtime/session/checkpoints-too.ts',
		]
		assert.deepEqual(strays(files, ROOMS), [
			'runtime/sandbox-masks.ts: sandbox lives in sandbox, safety/sandbox',
			'runtime/open-memory.ts: (?<!in-)memory lives in memory, runtime/memory',
			'runtime/session/checkpoints-too.ts: checkpoint lives in workspace/checkpoints, runtime/checkpoints',
		])
	})
})
