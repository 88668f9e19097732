import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { deferred, whenAborted } from '../../support/deferred.ts'
import { delegate, eventsOf, resultOf, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'

const inBackground = { background: true }

describe('an agent in the background', () => {
	test('is waited for without a screen: its result comes into the run', async () => {
		const go = deferred()
		const provider = routedProvider({
			'ask somebody': [
				toolCalls(delegate('c1', 'explore', 'think long', inBackground)),
				answer('I wait'),
				answer('it said 42'),
			],
			'think long': [[() => go.promise, ...answer('42')]],
		})
		const runtime = await startDelegating({ provider, isInteractive: false })
		await runtime.prompt('ask somebody')
		// The agent ends when the one that waits for it has said all it had to.
		await runtime.until('message-end')
		await runtime.until('message-end')
		go.resolve()
		const end = await runtime.until('run-end')

		assert.equal(end.reason, 'finished')
		assert.match(resultOf(runtime, 'c1').text, /^The agent explore works in the background as \S+\./)
		const [, , third] = provider.requests('ask somebody')
		const message = third!.messages.at(-1)!
		assert.equal(message.role, 'user')
		assert.match(
			textOf(message.content),
			/^<agent-result agent="explore" id="\S+">\n42\n<\/agent-result>\n\nThe agent explore in the background has ended\./,
		)
		// Three turns of its own and one of the agent's.
		assert.equal(end.usage.inputTokens, 40)
		provider.assertFinished()
	})

	test('starts a run of its own where nothing runs when it ends', async () => {
		const go = deferred()
		const provider = routedProvider({
			'ask somebody': [
				toolCalls(delegate('c1', 'explore', 'think long', inBackground)),
				answer('on its way'),
				answer('it said 42'),
			],
			'think long': [[() => go.promise, ...answer('42')]],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const [running] = await runtime.port.queries.agents()
		assert.deepEqual(
			[running?.agent, running?.state, running?.task],
			['explore', 'in-background', 'think long'],
		)

		go.resolve()
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		const [ended] = await runtime.port.queries.agents()
		assert.deepEqual([ended?.state, ended?.reason, ended?.tokens], ['ended', 'finished', 12])
		provider.assertFinished()
	})

	test('is what a running one becomes when it is sent away', async () => {
		const go = deferred()
		const begun = deferred()
		const provider = routedProvider({
			'ask somebody': [
				toolCalls(delegate('c1', 'explore', 'think long')),
				answer('so it waits'),
				answer('it said 42'),
			],
			'think long': [[async () => begun.resolve(), () => go.promise, ...answer('42')]],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		await begun.promise
		await runtime.port.send({ type: 'agent-background' })
		await runtime.until('run-end')
		assert.match(resultOf(runtime, 'c1').text, /works in the background/)
		await assert.rejects(runtime.port.send({ type: 'agent-background' }), /no call waits for an agent/)

		go.resolve()
		await runtime.until('run-end')
		provider.assertFinished()
	})

	test('can be stopped, and nobody hears of it again', async () => {
		const provider = routedProvider({
			'ask somebody': [
				toolCalls(delegate('c1', 'explore', 'think long', inBackground)),
				answer('on its way'),
			],
			'think long': [[whenAborted]],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const { agentId } = eventsOf(runtime, 'agent-start')[0]!
		await runtime.port.send({ type: 'agent-stop', agentId })
		assert.equal((await runtime.until('agent-end')).reason, 'cancelled')
		await assert.rejects(runtime.port.send({ type: 'agent-stop', agentId }), /no agent \S+ runs/)
		assert.equal(eventsOf(runtime, 'run-start').length, 1)
	})

	test('that may write has the folder for itself: another one is told what to do instead', async () => {
		const go = deferred()
		const provider = routedProvider({
			'ask two': [
				toolCalls(delegate('c1', 'general', 'work long', inBackground)),
				toolCalls(delegate('c2', 'general', 'work too'), delegate('c3', 'explore', 'look around')),
				answer('so be it'),
			],
			'work long': [[() => go.promise, ...answer('worked')]],
			'look around': [answer('seen')],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask two')
		await runtime.until('run-end')
		assert.deepEqual(resultOf(runtime, 'c2'), {
			outcome: 'failed',
			text: 'the agent general works in this folder in the background; wait for its result, or use isolation: worktree',
		})
		assert.match(resultOf(runtime, 'c3').text, /^seen/)
	})

	test('is still waited for when another one was stopped', async () => {
		const go = deferred()
		const provider = routedProvider({
			'ask two': [
				toolCalls(
					delegate('c1', 'explore', 'never end', inBackground),
					delegate('c2', 'explore', 'think long', inBackground),
				),
				answer('I wait'),
				answer('one is enough'),
			],
			'never end': [[whenAborted]],
			'think long': [[() => go.promise, ...answer('42')]],
		})
		const runtime = await startDelegating({ provider, isInteractive: false })
		await runtime.prompt('ask two')
		await runtime.until('message-end')
		await runtime.until('message-end')
		const stopped = eventsOf(runtime, 'agent-start').find(({ task }) => task === 'never end')!
		await runtime.port.send({ type: 'agent-stop', agentId: stopped.agentId })
		await runtime.until('agent-end')
		go.resolve()
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(provider.requests('ask two').length, 3)
	})
})
