import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { expectedOutcome, FAULTS, GOOD, replyOf, WELL, WIRES } from '../support/faults/fault-cases.ts'
import { type Outcome, play, type Scene } from '../support/faults/fault-scene.ts'
import type { ScriptedReply } from '../support/model-server/reply/reply.ts'
import { SOAK_TIMES } from '../support/soak.ts'

/** Plays the scene, and holds that the session goes on after it as if nothing had been. */
async function outcomeOf(scene: Scene): Promise<Outcome> {
	const { outcome, next } = await play(scene)
	assert.deepEqual(next, { ...WELL, shown: ['Still here.'], answer: 'Still here.' })
	return outcome
}

/** Nobody compares ten megabytes by eye. */
const shortened = ({ shown, answer, ...rest }: Outcome) => ({
	...rest,
	shown: shown.map(withLength),
	answer: withLength(answer),
})

function withLength(text: string): string {
	return text.length > 1_000 ? `${text.slice(0, 20)}… (${text.length} characters)` : text
}

/** Each fault over one wire, another one for the next; over all of them in the soak. */
function wiresOf<Wire>(wires: readonly Wire[], index: number): readonly Wire[] {
	return SOAK_TIMES > 1 || wires.length < 3
		? wires
		: wires.filter((_, place) => place === index % wires.length)
}

for (const [group, faults] of Object.entries(FAULTS)) {
	describe(group, () => {
		for (const [index, fault] of faults.entries()) {
			for (const wire of wiresOf(fault.on ?? WIRES, index)) {
				test(`${fault.fault}, over ${wire}`, async () => {
					const outcome = await outcomeOf({ wire, replyTo: (_, index) => replyOf(fault, index) })
					const { reason, ...expected } = shortened(expectedOutcome(fault, wire))
					const { reason: words, ...observed } = shortened(outcome)
					assert.deepEqual(observed, expected)
					assert.ok(words.toLowerCase().includes(reason.toLowerCase()), `${words} does not say: ${reason}`)
				})
			}
		}
	})
}

describe('a turn that fails', () => {
	const failing: ScriptedReply = { status: 500 }
	const lacking = (message: string): ScriptedReply => ({ status: 400, error: { message } })

	test('has sent ten requests, those included that asked for less', async () => {
		const replies = [
			lacking('stream_options is not supported'),
			...Array(6).fill(failing),
			lacking('stream_options is not supported'),
			lacking('max_tokens is too large'),
		]
		const outcome = await outcomeOf({
			wire: 'chat',
			models: ['test-model', 'other-model'],
			replyTo: (_, index) => replies[index] ?? failing,
		})
		assert.deepEqual(
			{ requests: outcome.requests, end: outcome.end, waits: outcome.waits.length },
			{ requests: 10, end: 'failed server-error', waits: 5 },
		)
	})

	test('has sent no more than ten requests, whatever went wrong with each of them', async () => {
		const anyFault = fc.constantFrom<ScriptedReply>(
			failing,
			{ status: 503, headers: { 'retry-after': '2' } },
			{ status: 408 },
			{ status: 429 },
			lacking('stream_options is not supported'),
			lacking('max_tokens is too large'),
			lacking('Unknown parameter: include'),
			lacking('Unknown parameter: prompt_cache_key'),
			lacking('cache_control: Extra inputs are not permitted'),
			{ ...GOOD, fault: { kind: 'drop', after: 'nothing' } },
			{ ...GOOD, fault: { kind: 'drop', after: 'headers' } },
			{ ...GOOD, fault: { kind: 'drop', after: 'text' } },
			{ ...GOOD, fault: { kind: 'end', after: 'text' } },
			{ ...GOOD, fault: { kind: 'error', after: 'text' } },
			{ body: '' },
		)
		const anyScene = fc.record({
			wire: fc.constantFrom(...WIRES),
			models: fc.constantFrom<NonNullable<Scene['models']>>(['test-model'], ['test-model', 'other-model']),
			faults: fc.array(anyFault, { minLength: 10, maxLength: 20 }),
		})
		await fc.assert(
			fc.asyncProperty(anyScene, async ({ wire, models, faults }) => {
				// Without a stream to break, a reply would be whole.
				const replyTo: Scene['replyTo'] = ({ body }, index) =>
					(body.stream === true ? faults[index] : undefined) ?? failing
				const outcome = await outcomeOf({ wire, models, replyTo })
				assert.ok(outcome.requests <= 10, `${outcome.requests} requests`)
				assert.notEqual(outcome.end, 'finished')
				assert.notEqual(outcome.reason, '')
			}),
			{ numRuns: 40 },
		)
	})

	test('lets the next model answer when the first one cannot', async () => {
		const outcome = await outcomeOf({
			wire: 'messages',
			models: ['test-model', 'other-model'],
			replyTo: ({ body }) => (body.model === 'test-model' ? failing : GOOD),
		})
		assert.deepEqual([outcome.requests, outcome.end, outcome.shown], [7, 'finished', WELL.shown])
		assert.match(outcome.notices[0] ?? '', /test-model failed: .*Going on with mine\/other-model/)
	})
})

test('a run that is stopped in its pause ends at once', async () => {
	const outcome = await outcomeOf({
		wire: 'responses',
		isStoppedWaiting: true,
		replyTo: () => ({ status: 429, headers: { 'retry-after': '240' } }),
	})
	assert.deepEqual(outcome, {
		...WELL,
		waits: ['rate-limited 240000'],
		shown: [''],
		answer: '',
		end: 'cancelled',
		exitCode: 130,
	})
})
