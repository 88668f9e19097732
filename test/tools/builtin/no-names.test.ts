// A tool is known by what it declares: its name stands in its own file, and nowhere else does anything hang on it.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { answer, scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const SOURCE = join(import.meta.dirname, '../../../src')

/**
 * Tools, and the demo, which plays a model and so calls them by name; the calls that a theme is looked at with; and what other agents' files call them, which is a
 * table of names and a table of arguments.
 */
const OWN =
	/^(?:tools\/builtin|runtime\/tools|providers\/demo)\/|^tui\/themes\/theme-sample\.ts$|^extensions\/(?:tool-names|hooks\/claude-calls)\.ts$/

/** What is written into a name of a tool is compared with it, or in a list of such names. */
const BY_NAME = /\btool(?:Name|\.tool|\.name|\.spec\.name)?\s*[!=]==\s*'|\.tool\s*[!=]==\s*'|\btool:\s*'\w/

test('no source file asks which tool it is by its name', async () => {
	const provider = scriptedProvider(answer('done'))
	const runtime = await startRuntime({ provider })
	await runtime.prompt('go')
	await runtime.until('run-end')
	await runtime.stop()
	const names = provider.requests[0]!.tools.map(({ name }) => name)
	assert.ok(names.length >= 11)
	// `read`, `list` and the like are words of their own in rules, commands and accesses.
	const literals = names.filter(name => name.includes('_')).map(name => `'${name}'`)
	const found = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
		.filter(path => /\.tsx?$/.test(path) && !OWN.test(path))
		.filter(path => {
			// What type it has is asked of values from outside.
			const text = readFileSync(join(SOURCE, path), 'utf8').replaceAll(/\btypeof [\w.]+ [!=]==/g, '')
			return BY_NAME.test(text) || literals.some(literal => text.includes(literal))
		})
	assert.deepEqual(found, [])
})
