import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const shell = (callId: string, command: string) =>
	toolCalls([callId, 'shell', { command }] as [string, string, unknown])

test('a change of the approval mode holds from the next undecided call on, also inside the run, and is an event of it', async () => {
	const provider = scriptedProvider(
		shell('c1', 'touch one'),
		shell('c2', 'touch two'),
		shell('c3', 'touch three'),
		answer('done'),
	)
	const runtime = await startRuntime({ provider, approvals: { kind: 'ask' } })
	onTestFinished(runtime.stop)
	await runtime.prompt('go')
	const { approvalId } = (await runtime.until('approval-request')).request
	await runtime.port.send({ type: 'set-approvals', mode: { kind: 'all' } })
	await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
	await runtime.until('run-end')
	assert.deepEqual(
		['one', 'two', 'three'].map(name => existsSync(join(runtime.cwd, name))),
		[true, true, true],
	)
	const asked = runtime.envelopes.filter(({ event }) => event.type === 'approval-request')
	assert.equal(asked.length, 1)
	const changed = runtime.envelopes.find(({ event }) => event.type === 'approvals-set')
	assert.equal(changed?.runId, runtime.runId())
})

test('a stricter one does, too', async () => {
	const provider = scriptedProvider(shell('c1', 'touch one'), shell('c2', 'touch two'), answer('done'))
	const runtime = await startRuntime({ provider, approvals: { kind: 'ask' } })
	onTestFinished(runtime.stop)
	await runtime.prompt('go')
	const { approvalId } = (await runtime.until('approval-request')).request
	await runtime.port.send({ type: 'set-approvals', mode: { kind: 'plan' } })
	await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'session' } })
	await runtime.until('run-end')
	assert.deepEqual(
		['one', 'two'].map(name => existsSync(join(runtime.cwd, name))),
		[true, false],
	)
})

test('calls of one reply that wait behind an open question go by the new mode; the question itself waits for its answer', async () => {
	for (const [kind, made] of [
		['all', [false, true, true]],
		['plan', [false, false, false]],
		['none', [false, false, false]],
	] as const) {
		const touch = (name: string): [string, string, unknown] => [name, 'shell', { command: `touch ${name}` }]
		const provider = scriptedProvider(toolCalls(touch('one'), touch('two'), touch('three')), answer('done'))
		const runtime = await startRuntime({ provider, approvals: { kind: 'ask' } })
		onTestFinished(runtime.stop)
		await runtime.prompt('go')
		const { approvalId } = (await runtime.until('approval-request')).request
		await runtime.port.send({ type: 'set-approvals', mode: { kind } })
		// Whoever goes through the modes with Shift+Tab has not answered yet.
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')
		assert.deepEqual(
			['one', 'two', 'three'].map(name => existsSync(join(runtime.cwd, name))),
			made,
		)
		const asked = runtime.envelopes.filter(({ event }) => event.type === 'approval-request')
		assert.equal(asked.length, 1)
	}
})
