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
	{
		spec: {
			name: 'glob',
			description: 'Finds files by name, newest first, e.g. **/*.ts or src/*. Use it',
			inputSchema: {},
		},
		facts: { access: 'read', phase: 'plan' },
	},
	{
		spec: {
			name: 'todo',
			description: 'Sets the plan the user sees; give all items each time',
			inputSchema: {},
		},
		facts: { access: 'none', phase: 'plan' },
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

test('every tool has a row with what it is for and what it may do, without what is meant for the model alone or hidden', async () => {
	assert.deepEqual((await shown('')).blocks, [
		{
			kind: 'table',
			title: '5 tools',
			rows: [
				['read', 'Reads a file · only reads'],
				['write', 'Writes · may change something'],
				['glob', 'Finds files by name, newest first · only reads'],
				['todo', 'Sets the plan the user sees'],
				['mcp__x__send', 'Sends it · may do anything'],
			],
		},
	])
})

test('a word chooses, and one that chooses nothing is told', async () => {
	const { blocks } = await shown('MCP')
	assert.deepEqual(blocks, [
		{ kind: 'table', title: '1 tool', rows: [['mcp__x__send', 'Sends it · may do anything']] },
	])
	assert.deepEqual((await shown('frob')).notices, [['info', 'No tool is called like “frob”.']])
})
