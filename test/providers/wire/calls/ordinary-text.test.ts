// Markdown that people have written, taken for answers: nothing in it is a call, whatever tools there are.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import type { ModelPart } from '../../../../src/core/model.ts'
import { CallRecovery } from '../../../../src/providers/wire/calls/recover-calls.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Our own, and names that stand in front of a bracket in many a text. */
const NAMES =
	'read shell list edit write glob grep fetch web_search todo remember recall outline ask test run get set print require import main func'

const TOOLS = NAMES.split(' ').map(name => ({ name, description: '', inputSchema: { type: 'object' } }))

function recovered(text: string): { shown: string; calls: number } {
	const recovery = new CallRecovery({ tools: TOOLS, isMarkedOnly: false })
	const parts: ModelPart[] = []
	for (let at = 0; at < text.length; at += 7)
		parts.push(...recovery.take({ type: 'text-delta', text: text.slice(at, at + 7) }))
	parts.push(...recovery.take({ type: 'finish', reason: 'stop', usage: undefined }))
	return {
		shown: parts.map(part => (part.type === 'text-delta' ? part.text : '')).join(''),
		calls: parts.filter(part => part.type === 'tool-call').length,
	}
}

test.each([
	['this repository', ['*.md', 'docs/**/*.md'], 5],
	['what it is built with', ['node_modules/*/*.md', 'node_modules/@*/*/*.md'], 100],
])('the Markdown of %s calls nothing', async (_whose, patterns, least) => {
	const files = patterns.flatMap(pattern => globSync(pattern, { cwd: ROOT }))
	assert.ok(files.length >= least, `${files.length} files`)
	for (const file of files) {
		const text = (await readFile(join(ROOT, file), 'utf8')).slice(0, 60_000)
		const paragraphs = text.split(/\n\s*\n/)
		// An answer may end with any of its paragraphs.
		const ends = paragraphs
			.slice(0, 30)
			.map((_, at) => paragraphs.slice(Math.max(0, at - 3), at + 1).join('\n\n'))
		for (const reply of [text, ...ends]) assert.deepEqual(recovered(reply), { shown: reply, calls: 0 }, file)
	}
})
