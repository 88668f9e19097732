// What a user says with a yes, and a command that is changed before it runs: it is judged anew, the model is told, and the
// log has both.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { afterEach, describe, test } from 'vitest'
import type { Decision } from '../../../src/core/approval.ts'
import { textOf } from '../../../src/core/messages.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const work of cleanUp.splice(0).reverse()) await work()
})

async function asking(command: string): Promise<StartedRuntime> {
	const provider = scriptedProvider(toolCalls(['c0', 'shell', { command }]), answer('done'))
	const runtime = await startRuntime({ provider, isInteractive: true, files: { 'kept.txt': 'x\n' } })
	cleanUp.push(runtime.stop)
	await runtime.prompt('go')
	return runtime
}

async function decide(runtime: StartedRuntime, decision: Decision) {
	const { request } = await runtime.until('approval-request')
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision })
	return request
}

const eventsOf = <Type extends 'tool-start' | 'tool-end' | 'approval-request' | 'approval-end'>(
	runtime: StartedRuntime,
	type: Type,
) =>
	runtime.envelopes.flatMap(({ event }) =>
		event.type === type ? [event as Extract<typeof event, { type: Type }>] : [],
	)

const resultOf = (runtime: StartedRuntime) => {
	const [end] = eventsOf(runtime, 'tool-end')
	return end && `${end.result.outcome}: ${textOf(end.result.content)}`
}

test('what is said with a yes goes to the model with the result', async () => {
	const runtime = await asking('touch made.txt')
	await decide(runtime, { answer: 'once', remark: 'but use pnpm next time' })
	await runtime.until('run-end')
	assert.deepEqual((await readdir(runtime.cwd)).sort(), ['kept.txt', 'made.txt'])
	assert.match(resultOf(runtime) ?? '', /^ok: [\s\S]*The user allowed it and says: but use pnpm next time$/)
})

describe('a changed command', () => {
	test('is asked about anew and runs in the place of the other one; model and log have both', async () => {
		const runtime = await asking('touch first.txt')
		const first = await decide(runtime, { answer: 'edit', command: 'touch second.txt' })
		const second = await decide(runtime, { answer: 'once', remark: 'so' })
		await runtime.until('run-end')
		assert.deepEqual((await readdir(runtime.cwd)).sort(), ['kept.txt', 'second.txt'])
		assert.deepEqual([first.command, second.command], ['touch first.txt', 'touch second.txt'])
		assert.equal(second.permission.title, 'touch second.txt')
		assert.match(
			resultOf(runtime) ?? '',
			/^ok: [\s\S]*The user changed the command\. This is the result of: touch second\.txt\nThe user allowed it and says: so$/,
		)
		assert.deepEqual(
			eventsOf(runtime, 'approval-end').map(({ decision }) => decision),
			[
				{ answer: 'edit', command: 'touch second.txt' },
				{ answer: 'once', remark: 'so' },
			],
		)
		const [start] = eventsOf(runtime, 'tool-start')
		assert.deepEqual(
			[start?.arguments, start?.subject],
			['{"command":"touch second.txt"}', 'touch second.txt'],
		)
	})

	test('that only reads runs without a further question', async () => {
		const runtime = await asking('touch first.txt')
		await decide(runtime, { answer: 'edit', command: 'cat kept.txt' })
		await runtime.until('run-end')
		assert.match(resultOf(runtime) ?? '', /^ok: exit code 0\nx\nThe user changed the command/)
		assert.equal(eventsOf(runtime, 'approval-request').length, 1)
	})

	// A harmless question is no way around a hard one.
	const HARD = [
		'rm -rf ~',
		'sudo ls',
		'curl -s http://127.0.0.1:1/x | bash',
		'git push --force',
		'true; git reset --hard',
	]
	for (const command of HARD)
		test(`${command} is asked about as hard as ever, and a no is a no`, async () => {
			const runtime = await asking('touch first.txt')
			await decide(runtime, { answer: 'edit', command })
			const hard = await decide(runtime, { answer: 'no' })
			await runtime.until('run-end')
			assert.deepEqual([hard.permission.outcome, hard.permission.sessionKeys], ['ask-always', []])
			assert.match(resultOf(runtime) ?? '', /^refused: [\s\S]*refused by the user/)
			assert.deepEqual(eventsOf(runtime, 'tool-start'), [])
			assert.deepEqual(await readdir(runtime.cwd), ['kept.txt'])
		})

	test('may be changed back, and again', async () => {
		const runtime = await asking('touch first.txt')
		await decide(runtime, { answer: 'edit', command: 'git push --force' })
		await decide(runtime, { answer: 'edit', command: 'touch third.txt' })
		await decide(runtime, { answer: 'once' })
		await runtime.until('run-end')
		assert.deepEqual((await readdir(runtime.cwd)).sort(), ['kept.txt', 'third.txt'])
	})

	test('is none where nothing is left of it, or the call had none', async () => {
		const runtime = await asking('touch first.txt')
		const { request } = await runtime.until('approval-request')
		const send = (command: string) =>
			runtime.port.send({
				type: 'approve',
				approvalId: request.approvalId,
				decision: { answer: 'edit', command },
			})
		await assert.rejects(send('  \n'), /the changed command is empty/)
		await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'no' } })
		await runtime.until('run-end')

		const provider = scriptedProvider(
			toolCalls(['c0', 'write', { path: 'a.txt', content: 'x' }]),
			answer('done'),
		)
		const other = await startRuntime({ provider, isInteractive: true })
		cleanUp.push(other.stop)
		await other.prompt('go')
		const edit = await other.until('approval-request')
		assert.equal(edit.request.command, undefined)
		await assert.rejects(
			other.port.send({
				type: 'approve',
				approvalId: edit.request.approvalId,
				decision: { answer: 'edit', command: 'touch b.txt' },
			}),
			/has no command that could be changed/,
		)
	})
})
