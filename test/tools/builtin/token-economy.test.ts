// Every tool's description and schema is paid for with each request.

import assert from 'node:assert/strict'
import { get_encoding } from 'tiktoken'
import { test } from 'vitest'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createAskUserTool } from '../../../src/tools/builtin/ask-user.ts'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createGlobTool } from '../../../src/tools/builtin/glob.ts'
import { createGrepTool } from '../../../src/tools/builtin/grep.ts'
import { createListTool } from '../../../src/tools/builtin/list.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createTodoTool } from '../../../src/tools/builtin/todo.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

test('the file tools, todo and ask_user take at most 1500 tokens together', async () => {
	const { deps } = await openWorkFolder()
	const specs = [
		createReadTool(deps),
		createListTool(deps),
		createGlobTool(deps),
		createGrepTool(deps),
		createEditTool(deps),
		createWriteTool(deps),
		createApplyPatchTool(deps),
		createTodoTool(deps),
		createAskUserTool(deps),
	].map(({ spec }) => spec)
	const encoding = get_encoding('o200k_base')
	const tokens = specs.map(spec => encoding.encode(JSON.stringify(spec)).length)
	assert.ok(tokens.reduce((sum, count) => sum + count, 0) <= 1_500, String(tokens))
})
