import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastCheck from 'fast-check'
import { describe, test } from 'vitest'
import { toolChecks } from '../../src/runtime/host/tool-checks.ts'
import { KeyInput } from '../../src/tui/input/KeyInput.tsx'
import seeded from '../support/seeded-fast-check.ts'

describe('a test loads', () => {
	test('the checks that the build compiles in the place of none', () => {
		assert.ok(toolChecks().size >= 15, `${toolChecks().size} tools`)
	})

	test('what is written with JSX as React’s users have it', () => {
		assert.match(KeyInput.toString(), /\bjsxs?\(/)
	})

	test('properties that are tried from one seed', () => {
		assert.equal(fastCheck, seeded)
	})

	test('what starts a thread with the thread bundled', async () => {
		const cache = new URL('../../node_modules/.cache/keelson-modules/', import.meta.url)
		const starter = await readFile(new URL('src/tools/web/html/convert-page.ts.mjs', cache), 'utf8')
		const [, thread] = /new URL\("(file:[^"]*\/page-worker\.mjs)"/.exec(starter) ?? []
		assert.ok(thread, starter.slice(0, 2000))
		assert.doesNotMatch(await readFile(fileURLToPath(thread), 'utf8'), /from ?"\.{1,2}\//)
	})
})
