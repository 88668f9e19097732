import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ServerStatus } from '../../../../src/core/extensions/mcp-servers.ts'
import { serverBlocks, serversBlock } from '../../../../src/tui/commands/servers/server-blocks.ts'

const server = (more: Partial<ServerStatus>): ServerStatus => ({
	name: 'github',
	scope: 'user',
	target: 'npx -y server-github',
	state: { kind: 'connected', server: 'github 1.0', protocol: '2025-11-25' },
	tools: ['mcp__github__get_issue'],
	heldBack: [],
	resources: [],
	prompts: [],
	log: [],
	...more,
})

test('every server has a row with its state', () => {
	const servers = [
		server({}),
		server({ name: 'new', heldBack: ['mcp__new__send'] }),
		server({ name: 'gone', state: { kind: 'failed', why: 'it ended with exit code 1', willRetry: true } }),
		server({ name: 'locked', state: { kind: 'needs-login' } }),
		server({ name: 'slow', state: { kind: 'starting' } }),
		server({ name: 'off', state: { kind: 'disabled' } }),
	]
	assert.deepEqual(serversBlock(servers), {
		kind: 'table',
		title: 'MCP servers',
		rows: [
			['github', 'connected to github 1.0, protocol 2025-11-25, 1 tool'],
			['new', 'connected to github 1.0, protocol 2025-11-25, 1 tool, 1 held back until /mcp accept new'],
			['gone', 'failed: it ended with exit code 1; it is tried again'],
			['locked', 'wants a login: agent mcp login locked'],
			['slow', 'starting'],
			['off', 'disabled'],
		],
	})
})

test('one of them is shown with its tools and the last it has said, without what it hides', () => {
	const log = Array.from({ length: 12 }, (_, index) => `line ${index}\u001b[2J`)
	const [block] = serverBlocks(
		server({
			log,
			scope: 'project',
			prompts: [{ command: 'mcp__github__fix', description: '', arguments: [] }],
		}),
	)
	assert.equal(block?.kind, 'table')
	const rows = block.kind === 'table' ? block.rows : []
	assert.deepEqual(rows.slice(0, 4), [
		['state', 'connected to github 1.0, protocol 2025-11-25, 1 tool'],
		['project', 'npx -y server-github'],
		['tools', 'mcp__github__get_issue'],
		['prompts', '/mcp__github__fix'],
	])
	assert.deepEqual(rows[4]?.[0], 'log')
	assert.equal(rows.length, 14)
	assert.ok(rows.every(([, text]) => !text.includes('\u001b')))
})
