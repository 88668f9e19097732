// How often a call is looked at on its way from the model's text to its result: once.

import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { test } from 'vitest'
import type { CheckSchema } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { readScript } from '../../../src/safety/shell-parser/bash-syntax.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createCallOrder } from '../../../src/tools/executor/call-order.ts'
import { execute, prepareCall } from '../../../src/tools/executor/execute.ts'
import { ruledCalls } from '../../../src/tools/executor/ruled-call.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { callOf, executing } from '../../support/tools/executing.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

async function looksAt(input: { command: string; cwd?: string }) {
	const folder = await openWorkFolder({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n' })
	await symlink('sub', folder.path('link'))
	const { deps, host, root, workspace } = folder
	const looks = { read: 0, checked: 0 }
	const checkSchema: CheckSchema = (schema, value) => {
		looks.checked++
		return deps.checkSchema(schema, value)
	}
	const shell = createShellTool({
		workspace,
		background: createBackgroundCommands(),
		checkSchema,
		searchPath: process.env.PATH ?? '',
		parse(text) {
			looks.read++
			return readScript(text)
		},
	})
	const executes = executing([shell], {
		host: { ...host, clock: nodeClock },
		policy: () => ({ mode: { kind: 'all' }, sessionGrants: new Set(), yolo: false }),
		permissions: ruledCalls({
			rules: () => writtenRules('deny read(secret/**)', 'ask shell(git push)', 'allow shell(touch)'),
			root,
			workspace,
		}),
	})
	// As the loop does it: prepared while the reply is still coming, ordered by its tier, and then run.
	const ready = await prepareCall(callOf('shell', input), executes.tools)
	const result = await createCallOrder().schedule(ready.tier, () => execute(ready, executes))
	return { looks, said: `${result.outcome}: ${textOf(result.content)}` }
}

test('the text of a command is read once, and its input checked once, under rules about paths and words too', async () => {
	for (const command of ['cat a.txt', 'touch new.txt && cat a.txt', 'for f in a.txt; do cat "$f"; done']) {
		const { looks, said } = await looksAt({ command })
		assert.equal(said, 'ok: exit code 0\na\n', command)
		assert.deepEqual(looks, { read: 1, checked: 1 }, command)
	}
})

test('also when the folder it runs in turns out to lie elsewhere', async () => {
	const { looks, said } = await looksAt({ command: 'cat b.txt', cwd: 'link' })
	assert.equal(said, 'ok: exit code 0\nb\n')
	assert.deepEqual(looks, { read: 1, checked: 1 })
})
