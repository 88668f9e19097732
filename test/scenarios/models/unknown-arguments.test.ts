// Arguments a tool does not know, as models trained elsewhere send them: over each wire, for each tool, headless and
// on the screen.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import type { ProviderConfig } from '../../../src/core/model.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
	for (const work of cleanUp.splice(0).reverse()) await work()
})

const APIS: readonly ProviderConfig['api'][] = ['responses', 'chat', 'messages']

describe.each(APIS)('over %s', api => {
	test('four calls in a row with an argument that the tool does not know all run, and name it', async () => {
		const server = await startModelServer()
		cleanUp.push(server.close)
		const config: ProviderConfig = {
			id: 'mine',
			api,
			baseUrl: api === 'messages' ? server.anthropicUrl : server.url,
			key: async () => ({ value: 'sk-test-0123456789', source: 'MINE_KEY' }),
			keyName: 'MINE_KEY',
			keyOptional: false,
		}
		const runtime = await startRuntime({
			isInteractive: false,
			runtime: {
				providers: [config],
				chain: { models: [{ provider: 'mine', model: 'some' }], isChosen: true },
			},
		})
		cleanUp.push(runtime.stop)
		const names = ['one', 'two', 'three', 'four']
		server.script(
			...names.map(name => ({
				calls: [{ name: 'shell', arguments: { command: `echo ${name}`, description: 'Prints a word' } }],
			})),
			{ text: 'done' },
		)
		await runtime.prompt('count')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		server.assertFinished()
		const last = JSON.stringify(server.requests.at(-1)!.body)
		for (const name of names) assert.ok(last.includes(`${name}\\n`), `the output of echo ${name}`)
		assert.equal(last.split('has no such argument').length - 1, names.length)
	})
})

/** A good call of every tool, and what no tool knows beside it. */
const CALLS: readonly [tool: string, input: Record<string, unknown>][] = [
	['read', { path: 'a.txt', limit: '1' }],
	['list', { path: '.' }],
	['glob', { pattern: '*.txt' }],
	['grep', { pattern: 'IT', ignore_case: 'true' }],
	['edit', { path: 'a.txt', old_text: 'it', new_text: 'that', replace_all: 'False' }],
	['write', { path: 'b.txt', content: 'new' }],
	['apply_patch', { patch: '*** Begin Patch\n*** Add File: c.txt\n+new\n*** End Patch' }],
	['shell', { command: 'echo out', timeout_ms: '60000' }],
	['todo', { items: [{ text: 'a', status: 'in_progress', activeForm: 'Doing a' }] }],
	['ask_user', { question: 'Which?' }],
]

test('every tool leaves out what it does not know, says so, and does the rest', async () => {
	const provider = scriptedProvider(
		toolCalls(
			...CALLS.map(([tool, input], index): [string, string, unknown] => [
				String(index),
				tool,
				{ ...input, explanation: 'why', 'toolCall-reason': { deep: [1] } },
			]),
		),
		answer('done'),
	)
	const runtime = await startRuntime({ provider, approvals: { kind: 'all' }, files: { 'a.txt': 'it\nis\n' } })
	cleanUp.push(runtime.stop)
	await runtime.prompt('use them all')
	const { question } = await runtime.until('question-request')
	await runtime.port.send({ type: 'answer', questionId: question.questionId, answer: 'this one' })
	await runtime.until('run-end')
	const ends = runtime.envelopes
		.flatMap(({ event }) => (event.type === 'tool-end' ? [event] : []))
		.sort((a, b) => Number(a.callId) - Number(b.callId))
	assert.deepEqual(
		ends.map(({ tool, result }) => [tool, result.outcome]),
		CALLS.map(([tool]) => [tool, 'ok']),
	)
	for (const { tool, result } of ends) {
		const names = `${tool === 'todo' ? '"items[].activeForm", ' : ''}"explanation", "toolCall-reason"`
		const last = textOf(result.content).split('\n').at(-1)
		assert.equal(last?.split(': ')[1], `${names}]`, tool)
	}
	const todo = ends.find(({ tool }) => tool === 'todo')!.result.detail
	assert.deepEqual(todo, { type: 'todo', items: [{ text: 'a', status: 'in-progress' }] })
})

test('the screen shows the call as done, and what was left out', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'todo', { items: [{ text: 'sow', status: 'In_Progress' }], title: 'Plan' }]),
		toolCalls(['2', 'shell', { command: 'echo seen', description: 'Prints a word' }]),
		answer('That is all.'),
	)
	const runtime = await startRuntime({ provider })
	cleanUp.push(runtime.stop)
	const terminal = new ScreenTerminal(100, 40)
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: runtime.home },
		port: runtime.port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	cleanUp.push(async () => {
		await runtime.port.send({ type: 'shutdown' }).catch(() => undefined)
		await exited
	})
	await runtime.prompt('plan it')
	await terminal.until('That is all.')
	await terminal.until('"description"')
})
