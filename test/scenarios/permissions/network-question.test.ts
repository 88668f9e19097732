// `sandbox.network: ask` through a whole runtime: a real sandboxed command, a server that plays the internet, and
// whoever answers.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { Decision } from '../../../src/core/approval.ts'
import type { Clock } from '../../../src/core/host.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelPart } from '../../../src/core/model.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { handClock } from '../../support/hand-clock.ts'
import { leastMs } from '../../support/least-time.ts'
import {
	canHold,
	type FakeInternet,
	type NetworkGiven,
	openInternet,
	startAsking,
} from '../../support/runtime/asking-network.ts'
import type { Step } from '../../support/runtime/script.ts'
import { toolCalls } from '../../support/runtime/scripted-provider.ts'
import type { StartedRuntime } from '../../support/runtime/start-runtime.ts'

const works = await canHold()

const started: StartedRuntime[] = []
let internet: FakeInternet
let visits: readonly string[]
beforeEach(async () => {
	internet = await openInternet()
	visits = internet.visits
})
afterEach(async () => {
	for (const runtime of started.splice(0)) await runtime.stop()
	internet.close()
})

async function start(replies: readonly (readonly Step<ModelPart>[])[], given: NetworkGiven = {}) {
	const runtime = await startAsking(internet, replies, given)
	started.push(runtime)
	await runtime.prompt('go')
	return runtime
}

const get = (...urls: readonly string[]) => shell(`bash get ${urls.join(' ')}`)
const shell = (command: string, more: object = {}) => toolCalls(['1', 'shell', { command, ...more }])

async function visited(address: string): Promise<void> {
	while (!visits.includes(address)) await new Promise(resolve => setTimeout(resolve, 5))
}

const eventsOf = (runtime: StartedRuntime, type: string) =>
	runtime.envelopes.flatMap(({ event }) => (event.type === type ? [event] : []))
const asked = (runtime: StartedRuntime) => eventsOf(runtime, 'approval-request').length
const results = (runtime: StartedRuntime) =>
	runtime.envelopes.flatMap(({ event }) => (event.type === 'tool-end' ? [textOf(event.result.content)] : []))

async function decide(runtime: StartedRuntime, decision: Decision) {
	const { request } = await runtime.until('approval-request')
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision })
	return request
}

describe.skipIf(!works)('a host that is not on the list', () => {
	test('is asked about while the command waits, with the command, the host and what an answer covers', async () => {
		const runtime = await start([get('http://api.test/a', 'http://api.test/b', 'http://api.test/c')])
		const { request } = await runtime.until('approval-request')
		assert.deepEqual(visits, [])
		assert.deepEqual(
			[request.callId, request.tool, request.permission.title, request.permission.outcome],
			['1', 'shell', 'connect to api.test:80', 'ask'],
		)
		assert.deepEqual(request.permission.sessionKeys, ['connect:api.test:80'])
		assert.deepEqual(request.permission.projectRules, ['fetch(api.test)'])
		assert.match(request.permission.parts?.[0]?.command ?? '', /^bash get http:\/\/api\.test\/a /)
		await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(asked(runtime), 1)
		assert.deepEqual(visits.toSorted(), ['api.test/a', 'api.test/b', 'api.test/c'])
		assert.match(results(runtime)[0]!, /^exit code 0\n[\s\S]*hello from api\.test/)
	})

	test('once is for this command, this session for every later one, and another port is another question', async () => {
		const runtime = await start([
			get('http://api.test/1'),
			get('http://api.test/2'),
			get('http://api.test/3'),
			get('http://api.test:8080/4'),
		])
		await decide(runtime, { answer: 'once' })
		await decide(runtime, { answer: 'session' })
		const other = await decide(runtime, { answer: 'no' })
		assert.equal(other.permission.title, 'connect to api.test:8080')
		await runtime.until('run-end')
		assert.equal(asked(runtime), 3)
		assert.deepEqual(visits, ['api.test/1', 'api.test/2', 'api.test/3'])
	})

	test('a no holds for the session, for that host and port', async () => {
		const runtime = await start([
			get('http://api.test/1'),
			get('http://api.test/2'),
			get('http://other.test/3'),
			get('http://api.test/4'),
		])
		await decide(runtime, { answer: 'no' })
		await decide(runtime, { answer: 'once' })
		await runtime.until('run-end')
		assert.deepEqual([asked(runtime), visits], [2, ['other.test/3']])
		const [, again] = results(runtime)
		assert.match(
			again!,
			/^\[api\.test:80 is not allowed: refused by the user before in this session; do not/m,
		)
	})

	test('two hosts at once are two questions, one after the other', async () => {
		const runtime = await start([get('http://one.test/', 'http://two.test/')])
		const first = await runtime.until('approval-request')
		assert.equal(asked(runtime), 1)
		const { approvalId } = first.request
		await runtime.port.send({ type: 'approve', approvalId, decision: { answer: 'once' } })
		const second = await decide(runtime, { answer: 'no' })
		assert.notEqual(second.permission.title, first.request.permission.title)
		await runtime.until('run-end')
		assert.equal(visits.length, 1)
		assert.match(first.request.permission.title, new RegExp(`connect to ${visits[0]!.replace('/', ':80')}`))
	})

	test('a command that makes up names is refused the rest after ten', async () => {
		const runtime = await start([shell('for n in {1..14}; do bash get http://x$n.test/; done')], {
			isInteractive: false,
		})
		await runtime.until('run-end')
		assert.equal(asked(runtime), 10)
		assert.match(
			results(runtime)[0]!,
			/^\[x14\.test:80 is not allowed: this command has been refused 10 hosts/m,
		)
		assert.deepEqual(visits, [])
	})

	test('always stores the rule that was shown, and it answers from then on', async () => {
		const runtime = await start([get('http://api.test/1'), get('http://api.test:8080/2')])
		await decide(runtime, { answer: 'project' })
		await runtime.until('run-end')
		assert.equal(asked(runtime), 1)
		assert.equal(visits.length, 2)
		assert.deepEqual(
			runtime.permissions.listed().map(({ list, text, scope }) => [list, text, scope]),
			[['allow', 'fetch(api.test)', 'project']],
		)
	})

	test('refused by the user: named in the result, not asked about again, and no way around is offered', async () => {
		const runtime = await start([
			shell('bash get http://api.test/; bash get http://api.test/; echo "Could not resolve host"; exit 6'),
		])
		await decide(runtime, { answer: 'no-with-reason', reason: 'use the copy in vendor' })
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.equal(asked(runtime), 1)
		assert.deepEqual(visits, [])
		const [result] = results(runtime)
		assert.match(result!, /^\[api\.test:80 is not allowed: refused by the user: use the copy in vendor\]$/m)
		assert.equal(result!.match(/^\[api\.test:80/gm)?.length, 1)
	})

	const unasked: readonly [string, NetworkGiven, RegExp][] = [
		[
			'nobody is there',
			{ isInteractive: false },
			/nobody is there to answer; .*fetch\(api\.test\) can name it/,
		],
		['approvals are off', { approvals: { kind: 'none' } }, /approvals are switched off/],
		['--yolo asks nothing', { yolo: true, approvals: { kind: 'all' } }, /--yolo asks nothing/],
		[
			'a rule denies it',
			{ approvals: { kind: 'all' }, rules: [{ list: 'deny', text: 'fetch(*.test)' }] },
			/the rule fetch\(\*\.test\) in your settings \(\/home\/me\/settings\.json\) denies it/,
		],
	]
	for (const [name, given, expected] of unasked)
		test(`stays out of reach when ${name}: in the result, and in how the run ended`, async () => {
			const runtime = await start([get('http://api.test/')], given)
			const end = await runtime.until('run-end')
			// A question without anybody is in the log with its answer.
			assert.equal(asked(runtime), given.isInteractive === false ? 1 : 0)
			assert.deepEqual(visits, [])
			assert.match(results(runtime)[0]!, /^\[api\.test:80 is not allowed: /m)
			assert.match(results(runtime)[0]!, expected)
			// With --yolo the user has waived being asked, so that nothing was refused that could have been had.
			assert.equal(end.reason, given.yolo ? 'finished' : 'tool-denied')
			if (!given.yolo) assert.match(end.error?.message ?? '', /^api\.test:80 is not allowed: /)
		})

	test('a mode that allows everything does not open the wall by itself', async () => {
		const runtime = await start([get('http://api.test/')], { approvals: { kind: 'all' } })
		await decide(runtime, { answer: 'no' })
		await runtime.until('run-end')
		assert.deepEqual(visits, [])
	})

	test('a rule that allows it answers with nobody there, and one that says to ask asks each time', async () => {
		const allowed = await start([get('http://api.test/')], {
			isInteractive: false,
			rules: [{ list: 'allow', text: 'fetch(api.test)' }],
		})
		assert.equal((await allowed.until('run-end')).reason, 'finished')
		assert.deepEqual([visits, asked(allowed)], [['api.test/'], 0])
		const asking = await start([get('http://api.test/'), get('http://api.test/')], {
			rules: [
				{ list: 'allow', text: 'fetch(api.test)' },
				{ list: 'ask', text: 'fetch(*.test)' },
			],
		})
		for (let time = 0; time < 2; time++) {
			const { permission: assessment } = await decide(asking, { answer: 'once' })
			assert.deepEqual([assessment.sessionKeys, assessment.projectRules], [[], undefined])
			assert.match(assessment.reasons[0]!, /^The rule fetch\(\*\.test\) in your settings .* says to ask\.$/)
		}
		await asking.until('run-end')
	})

	test('a rule about a tool says nothing about hosts', async () => {
		const runtime = await start([get('http://api.test/')], {
			rules: [
				{ list: 'allow', text: 'fetch' },
				{ list: 'allow', text: 's*' },
			],
		})
		await decide(runtime, { answer: 'no' })
		await runtime.until('run-end')
	})

	test('waiting for an answer is no time of the command’s', async () => {
		const byHand = handClock()
		const sleep: Clock['sleep'] = (ms, signal) => (ms === 1_000 ? byHand : nodeClock).sleep(ms, signal)
		const clock = { ...byHand, sleep }
		const runtime = await start([shell('bash get http://api.test/', { timeout_ms: 1_000 })], { clock })
		const { request } = await runtime.until('approval-request')
		await byHand.asleepFor(1_000)
		// Longer than the command may take, which then has all of its time still before it.
		byHand.advance(1_500)
		await byHand.asleepFor(1_000)
		await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
		await runtime.until('run-end')
		assert.match(results(runtime)[0]!, /^exit code 0\n/)
		assert.deepEqual(visits, ['api.test/'])
	})

	test('cancel ends the question and the command within half a second', async () => {
		const tookMs = await leastMs(500, async () => {
			const runtime = await start([get('http://api.test/')])
			await runtime.until('approval-request')
			const startedMs = performance.now()
			await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
			assert.equal((await runtime.until('run-end')).reason, 'cancelled')
			const took = performance.now() - startedMs
			const end = await runtime.until('approval-end')
			assert.deepEqual([end.decision, end.by], [{ answer: 'no' }, 'cancel'])
			return took
		})
		assert.ok(tookMs < 500, `${tookMs} ms`)
		assert.deepEqual(visits, [])
	})

	test('a command that ends takes its question with it', async () => {
		const command = 'bash get http://api.test/ & until [ -e asked ]; do sleep 0.01; done; exit 3'
		const runtime = await start([shell(command)])
		const { request } = await runtime.until('approval-request')
		await writeFile(join(runtime.cwd, 'asked'), '')
		await runtime.until('run-end')
		assert.match(results(runtime)[0]!, /^exit code 3\n/)
		await assert.rejects(
			runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } }),
			/is not waiting/,
		)
		assert.deepEqual(visits, [])
	})

	test('a command in the background asks nobody, but goes by rules and by what is covered', async () => {
		const runtime = await start([
			get('http://api.test/1'),
			shell('bash get http://other.test/3; bash get http://api.test/2', { background: true }),
			[async () => visited('api.test/2'), ...toolCalls(['2', 'shell_output', { id: 'bg-1' }])],
		])
		await decide(runtime, { answer: 'session' })
		await runtime.until('run-end')
		assert.deepEqual(visits, ['api.test/1', 'api.test/2'])
		assert.match(
			results(runtime).at(-1)!,
			/\[other\.test:80 is not allowed: a command in the background cannot ask/,
		)
	})

	test('one on the list needs no question', async () => {
		const runtime = await start([get('http://api.test/')], { sandbox: { allowedHosts: ['*.test'] } })
		await runtime.until('run-end')
		assert.deepEqual([visits, asked(runtime)], [['api.test/'], 0])
	})
})
