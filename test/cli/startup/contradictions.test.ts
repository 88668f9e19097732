import assert from 'node:assert/strict'
import { test } from 'vitest'
import { requireRunFlags } from '../../../src/cli/startup/contradictions.ts'
import type { RawFlags } from '../../../src/cli/startup/flags.ts'
import { ownFlags } from '../../../src/cli/startup/own-flags.ts'

const check = (flags: RawFlags) => () => requireRunFlags(flags)

const refused: readonly [what: string, flags: RawFlags, words: RegExp][] = [
	['two output formats', { json: true, outputFormat: 'text' }, /--json is .* and --output-format is text/],
	['everything and nothing', { yolo: true, approve: 'none' }, /--yolo .*--approve none/],
	['everything and only reading', { yolo: true, approve: 'plan' }, /--yolo .*--approve plan/],
	['two sessions', { continue: true, resume: '26' }, /--continue .*--resume is 26/],
	['no session', { resume: true }, /needs the session/],
	['parts of a text', { includePartialMessages: true }, /--output-format stream-json/],
	[
		'parts of one object',
		{ includePartialMessages: true, outputFormat: 'json' },
		/--output-format stream-json/,
	],
]
test.each(refused)('%s are named', (_what, flags, words) => {
	assert.throws(check(flags), { code: 'usage', message: words })
})

test('what goes together is taken', () => {
	for (const flags of [
		{ json: true, outputFormat: 'stream-json', includePartialMessages: true },
		{ inputFormat: 'stream-json', includePartialMessages: true },
		{ yolo: true, approve: 'all' },
		{ resume: true, continue: true },
	] satisfies RawFlags[])
		check(flags)()
})

test('flags of the SDK are ours in other words, and what a client on stdin is for is refused without one', async () => {
	const taken = await ownFlags({
		permissionMode: 'acceptEdits',
		forkSession: true,
		sessionPersistence: false,
		maxBudgetUsd: '2',
	})
	const { approve, fork, session, maxCost } = taken
	assert.deepEqual(
		{ approve, fork, session, maxCost },
		{ approve: 'auto-edit', fork: true, session: false, maxCost: '2' },
	)
	for (const flags of [
		{ permissionPromptTool: 'stdio' },
		{ permissionPromptTool: 'mcp__x__ask', inputFormat: 'stream-json' },
		{ allowedTools: 'Read' },
		{ permissionMode: 'strict' },
	] satisfies RawFlags[])
		await assert.rejects(ownFlags(flags), { code: 'usage' })
})
