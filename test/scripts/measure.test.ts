import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'vitest'

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
	const { promptFiles, filesToTouch, names } = JSON.parse(printed)
	// The SDKs have stood on it once.
	const gone = ['providers/sdk-request.ts', 'providers/openai-client.ts']
	assert.deepEqual(
		promptFiles.gone.filter((file: string) => !gone.includes(file)),
		[],
	)
	assert(promptFiles.passed.length > 20)
	assert(names.functions > 1_000)
	for (const { example, files } of filesToTouch.named) assert(files.length > 0, `nothing names ${example}`)
})
