import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lineWriter } from '../../../../../src/cli/commands/run/stream/line-writer.ts'
import { finish, scriptedProvider, toolCalls } from '../../../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../../../support/runtime/start-runtime.ts'

test('the result of a call that ended while its reply still streamed follows the reply', async () => {
	const read = (callId: string) => toolCalls([callId, 'read', { path: 'a.txt' }])[0]!
	const provider = scriptedProvider(
		[
			read('early'),
			() => started.until('tool-end').then(() => undefined),
			read('late'),
			finish('tool-calls'),
		],
		[{ type: 'text-delta', text: 'seen' }, finish('stop')],
	)
	const started = await startRuntime({ provider, files: { 'a.txt': 'one' } })
	try {
		await started.prompt('read it')
		await started.until('run-end')
		const types = started.envelopes.map(({ event }) => event.type)
		assert.ok(types.indexOf('tool-end') < types.indexOf('message-end'), 'it ended early')

		const lines: { type: string }[] = []
		const output = {
			out: (line: string) => lines.push(JSON.parse(line)),
			error: () => {},
			drained: async () => {},
			closed: new AbortController().signal,
		}
		const writer = lineWriter({ includePartial: false, version: '1', output })
		for (const envelope of started.envelopes) writer.write(envelope)
		const told = lines.map(({ type }) => type).filter(type => type !== 'system')
		assert.deepEqual(told, ['assistant', 'user', 'user', 'assistant'])
	} finally {
		await started.stop()
	}
})
