import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { configured, npmServer } from '../../support/mcp/servers.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
const start = async (options: StartOptions) => {
	const runtime = await startRuntime(options)
	started.push(runtime)
	return runtime
}
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
})

describe('tools of an MCP server', () => {
	test('are called like our own, after the user has said yes to the very call', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'mcp__everything__echo', { message: 'hello' }]),
			answer('done'),
		)
		const runtime = await start({
			provider,
			isInteractive: false,
			approvals: { kind: 'all' },
			runtime: { extensions: configured({ everything: npmServer('everything') }) },
		})
		await runtime.prompt('say hello')
		const { result } = await runtime.until('tool-end')
		assert.equal(textOf(result.content), 'Echo: hello')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		provider.assertFinished()
	})
})
