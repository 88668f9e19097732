import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { callOf, executed, executing } from '../../support/tools/executing.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

test('an output of 50 MB is not said to be whole anywhere', { timeout: 60_000 }, async () => {
	const { host, workspace, root } = await openWorkFolder()
	const shell = createShellTool({
		workspace,
		background: createBackgroundCommands(),
		checkSchema: host.checkSchema,
	})
	const command = "echo begin; head -c 50000000 /dev/zero | tr '\\0' x; echo end"
	const result = await executed(
		callOf('shell', { command }),
		executing([shell], { host, approve: async () => ({ decision: { answer: 'once' }, by: 'user' }) }),
	)
	const kept = join(dirname(root), 'artefacts')
	const [name = ''] = await readdir(kept)
	const path = join(kept, name)
	assert.match(
		textOf(result.content),
		new RegExp(
			`\\n\\[… \\d+ bytes in \\d+ lines removed here; beginning and end of the output are in ${path}, 40000010 characters between them were too much to keep …\\]\\n`,
		),
	)
	assert.ok((await stat(path)).size < 10_001_000)
	assert.ok((await readFile(path, 'utf8')).includes('\n[… 40000010 characters left out …]\n'))
	assert.deepEqual(result.detail?.type === 'command' && result.detail.lostCharacters, 40_000_010)
})
