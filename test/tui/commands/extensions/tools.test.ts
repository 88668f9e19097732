import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OfferedTool } from '../../../../src/core/runtime-port.ts'
import { tools } from '../../../../src/tui/commands/extensions/tools.ts'

const OFFERED: readonly OfferedTool[] = [
	{
		spec: { name: 'read', description: 'Reads a file.\nMore of it.', inputSchema: {} },
		facts: { access: 'read', phase: 'plan' },
	},
	{
		spec: { name: 'write', description: 'Writes.', inputSchema: {} },
		facts: { access: 'write', phase: 'act' },
	},
	{ spec: { name: 'mcp__x__send', description: 'Sends \u001b[2Jit', inputSchema: {} } },
]

async function shown(argument: string) {
	const blocks: unknown[] = []
	const notices: unknown[] = []
	await tools.run(argument, {
		options: { port: { queries: { offeredTools: async () => OFFERED } } },
		show: (...more: unknown[]) => blocks.push(...more),
		notify: (...notice: unknown[]) => notices.push(notice),
	} as never)
	return { blocks, notices }
}

test('every tool has a row with the first sentence about it and what it does, without what it hides', async () => {
	assert.deepEqual((await shown('')).blocks, [
		{
			kind: 'table',
			title: '3 tools',
			rows: [
				['read', 'Reads a file (reads)'],
				['write', 'Writes (changes)'],
				['mcp__x__send', 'Sends it (may do anything)'],
			],
		},
	])
})

test('a word chooses, and one that chooses nothing is told', async () => {
	const { blocks } = await shown('MCP')
	assert.deepEqual(blocks, [
		{ kind: 'table', title: '1 tool', rows: [['mcp__x__send', 'Sends it (may do anything)']] },
	])
	assert.deepEqual((await shown('frob')).notices, [['info', 'No tool is called like frob.']])
})
