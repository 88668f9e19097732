// Runs whose files cannot be kept, because a file stands where the checkpoints' folder should be.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'

const started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
})

const folderOf = ({ cwd, home }: StartedRuntime) =>
	homeFolders({ env: { KEELSON_HOME: home }, home, cwd }).checkpoints

async function startUnkept(
	options: StartOptions,
	deletions: readonly (readonly string[])[],
): Promise<StartedRuntime> {
	const provider = scriptedProvider(
		...deletions.map(names =>
			toolCalls(
				...names.map(
					(name, at) => [`${names[0]}${at}`, 'shell', { command: `rm ${name}` }] as [string, string, object],
				),
			),
		),
		answer('Done.'),
	)
	const files = Object.fromEntries(deletions.flat().map(name => [name, name]))
	const runtime = await startRuntime({ approvals: { kind: 'all' }, provider, files, ...options })
	started.push(runtime)
	const folder = folderOf(runtime)
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(dirname(folder), { recursive: true })
	writeFileSync(folder, '')
	return runtime
}

const isThere = ({ cwd }: StartedRuntime, name: string) => existsSync(join(cwd, name))

test('what cannot be undone is asked about although everything is allowed, and only once when the answer is yes', async () => {
	const runtime = await startUnkept({}, [['a.txt'], ['b.txt']])
	await runtime.prompt('delete them')
	const { request } = await runtime.until('approval-request')
	assert.equal(isThere(runtime, 'a.txt'), true)
	const { outcome, reasons, sessionKeys, projectRules } = request.permission
	assert.deepEqual([outcome, sessionKeys, projectRules], ['ask-always', [], undefined])
	assert.match(reasons[0] ?? '', /^No checkpoint could be made \(.+\), so this cannot be undone\.$/)
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
	await runtime.until('run-end')
	assert.deepEqual([isThere(runtime, 'a.txt'), isThere(runtime, 'b.txt')], [false, false])
	assert.equal(runtime.envelopes.filter(({ event }) => event.type === 'approval-request').length, 1)

	// The log says so, and nobody is led to believe that the files could go back there.
	const failed = runtime.envelopes.flatMap(({ event }) => (event.type === 'checkpoint-failed' ? [event] : []))
	assert.deepEqual(
		failed.map(({ isAccepted, paths }) => [isAccepted, paths]),
		[
			[false, undefined],
			[true, undefined],
		],
	)
	const [point] = await runtime.port.queries.rewindPoints()
	assert.equal(point?.isLost, true)
	await assert.rejects(
		runtime.port.send({ type: 'rewind', toSeq: point!.toSeq, conversation: true, files: true }),
		/could not be kept .+the conversation alone can/,
	)
	await runtime.port.send({ type: 'rewind', toSeq: point!.toSeq, conversation: true, files: false })
})

test('refused, it does not happen, and the next change tries to be kept again', async () => {
	const runtime = await startUnkept({}, [['a.txt'], ['b.txt']])
	await runtime.prompt('delete them')
	const { request } = await runtime.until('approval-request')
	rmSync(folderOf(runtime))
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'no' } })
	await runtime.until('run-end')
	assert.deepEqual([isThere(runtime, 'a.txt'), isThere(runtime, 'b.txt')], [true, false])
	const [point] = await runtime.port.queries.rewindPoints()
	await runtime.port.send({ type: 'rewind', toSeq: point!.toSeq, conversation: false, files: true })
	assert.equal(isThere(runtime, 'b.txt'), true)
})

test('with nobody there it is refused like whatever else needs an approval', async () => {
	const runtime = await startUnkept({ isInteractive: false }, [['a.txt']])
	await runtime.prompt('delete it')
	const { result } = await runtime.until('tool-end')
	assert.equal(result.outcome, 'refused')
	assert.equal(textOf(result.content), 'not run: it needs an approval and nobody is there to give it')
	const { reason } = await runtime.until('run-end')
	assert.deepEqual([reason, isThere(runtime, 'a.txt')], ['tool-denied', true])
})

test('--yolo asks nothing and says so', async () => {
	const runtime = await startUnkept({ runtime: { yolo: true } }, [['a.txt']])
	await runtime.prompt('delete it')
	const { level, text } = await runtime.until('notice')
	assert.equal(level, 'warning')
	assert.match(text, /^What this run changes cannot be undone: /)
	await runtime.until('run-end')
	assert.equal(isThere(runtime, 'a.txt'), false)
	assert.equal(
		runtime.envelopes.some(({ event }) => event.type === 'approval-request'),
		false,
	)
})
