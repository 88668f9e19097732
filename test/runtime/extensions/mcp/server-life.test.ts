import assert from 'node:assert/strict'
import { test } from 'vitest'
import { connectMs } from '../../../../src/runtime/extensions/mcp/server-life.ts'

const program = (command: string) => ({
	endpoint: { kind: 'stdio', command, args: [], env: {}, cwd: '/' } as const,
})

test('a server is not given up before whoever waits for it gives up', () => {
	const given = (command: string) =>
		[0, 5_000, 20_000, 90_000].map(waitMs => connectMs(program(command), waitMs))
	assert.deepEqual(given('node'), [5_000, 5_000, 20_000, 90_000])
	assert.deepEqual(given('/usr/bin/npx'), [60_000, 60_000, 60_000, 90_000])
})
