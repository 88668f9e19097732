import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { compactHistory } from '../../../src/core/condensed.ts'
import type { CompactionCause } from '../../../src/core/events.ts'
import type { CallId } from '../../../src/core/ids.ts'
import { MEMORY_OPENING, PASSAGE_MARK, withoutMemory } from '../../../src/core/memory.ts'
import { type Message, type ToolMessage, userText } from '../../../src/core/messages.ts'
import { groupMessages } from '../../../src/loop/context/history-units.ts'
import {
	type CompactionPlan,
	type PlanInput,
	planReplacement,
} from '../../../src/loop/context/plan-request.ts'
import { windowBudget } from '../../../src/loop/context/window-budget.ts'

const count = (text: string) => Math.ceil(text.length / 4)
const tokensOf = (message: Message) =>
	message.content.reduce(
		(sum, part) => sum + (part.type === 'text' ? count(part.text) : part.type === 'tool-call' ? 10 : 0),
		4,
	)
const model = { provider: 'test', model: 'm' }

let calls = 0
function reply(text: string, results: readonly string[]): readonly Message[] {
	const ids = results.map(() => `c${++calls}` as CallId)
	return [
		{
			role: 'assistant',
			model,
			stop: 'tool-calls',
			content: [
				{ type: 'text', text },
				...ids.map(callId => ({ type: 'tool-call' as const, callId, tool: 'read', arguments: '{}' })),
			],
		},
		...results.map(
			(result, index): ToolMessage => ({
				role: 'tool',
				callId: ids[index]!,
				tool: 'read',
				outcome: 'ok',
				content: [{ type: 'text', text: result }],
			}),
		),
	]
}

const size = fc.oneof(
	{ weight: 6, arbitrary: fc.nat({ max: 400 }) },
	{ weight: 2, arbitrary: fc.nat({ max: 8_000 }) },
	{ weight: 1, arbitrary: fc.nat({ max: 200_000 }) },
)
const words = size.map(length => 'word '.repeat(Math.ceil(length / 5)).slice(0, length))
const anyUnit = fc.oneof(
	words.map((text): readonly Message[] => [userText(text)]),
	fc.tuple(words, fc.array(words, { maxLength: 4 })).map(([text, results]) => reply(text, results)),
)
const anyInput = fc
	.record({
		units: fc.array(anyUnit, { minLength: 1, maxLength: 30 }),
		windowTokens: fc.constantFrom(4_000, 8_000, 32_000, 200_000),
		fixedTokens: fc.nat({ max: 2_500 }),
		pinned: fc.nat({ max: 20_000 }),
		cause: fc.constantFrom<CompactionCause>('window', 'overflow', 'user'),
		newestStays: fc.boolean(),
		compactAt: fc.constantFrom(undefined, 0.1, 0.5, 0.8, 0.95),
	})
	.map(
		({ units, windowTokens, pinned, compactAt, ...rest }): PlanInput => ({
			...rest,
			units: groupMessages(units.flat()),
			tokensOf,
			count,
			budget: windowBudget({ windowTokens, replyTokens: 16_000 }, compactAt),
			pinnedTokens: limitTokens => Math.min(pinned, limitTokens),
		}),
	)

/** The request after the plan, with a message that takes all it may. */
function planned(input: PlanInput, plan: Extract<CompactionPlan, { kind: 'replace' }>): readonly Message[] {
	const history = input.units.flat()
	const kept = input.units.slice(plan.removes).flat().length
	const message = userText('m'.repeat((plan.messageTokens - 4) * 4))
	return compactHistory(history, { message, keeps: kept, cut: plan.cut })
}

function tokens(input: PlanInput, messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + tokensOf(message), input.fixedTokens)
}

function whenReplaced(
	check: (input: PlanInput, plan: Extract<CompactionPlan, { kind: 'replace' }>) => void,
): void {
	let replaced = 0
	fc.assert(
		fc.property(anyInput, input => {
			const plan = planReplacement(input)
			if (plan.kind !== 'replace') return
			replaced += 1
			check(input, plan)
		}),
		{ numRuns: 500 },
	)
	assert.ok(replaced > 100, `${replaced} plans took something out`)
}

describe('a plan', () => {
	test('never leaves more than the window takes', () => {
		whenReplaced((input, plan) => {
			const { limitTokens } = input.budget
			assert.ok(tokens(input, planned(input, plan)) <= limitTokens)
		})
	})

	test('comes down to 40 % of the window, unless what cannot leave takes more', () => {
		whenReplaced((input, plan) => {
			const { targetTokens, windowTokens } = input.budget
			assert.ok(targetTokens <= 0.4 * windowTokens)
			const messages = planned(input, plan)
			if (tokens(input, messages) <= targetTokens) return
			// What is left besides the message is one unit that stays, and its results have lost what they can.
			const [, ...kept] = messages
			const results = kept.filter(message => message.role === 'tool')
			const isLeast = results.every(message => tokensOf(message) <= 130)
			const others = tokens(
				input,
				kept.filter(message => message.role !== 'tool'),
			)
			assert.ok(groupMessages(kept).length <= 1, 'only the newest unit is left')
			assert.ok(isLeast || others + plan.messageTokens > targetTokens - 130 * results.length)
		})
	})

	test('takes whole units from the front, keeps the order of the rest, and always takes at least one', () => {
		whenReplaced((input, plan) => {
			assert.ok(plan.removes >= 1)
			const [, ...kept] = planned(input, plan)
			const expected = input.units.slice(plan.removes).flat()
			assert.deepEqual(
				kept.map(message => [message.role, message.role === 'tool' ? message.callId : message]),
				expected.map(message => [message.role, message.role === 'tool' ? message.callId : message]),
			)
			assert.deepEqual(
				groupMessages(kept).map(unit => unit.length),
				groupMessages(expected).map(unit => unit.length),
			)
		})
	})

	test('keeps what a user has just said, whole', () => {
		whenReplaced((input, plan) => {
			const newest = input.units.at(-1)!
			if (!input.newestStays || newest[0]!.role !== 'user') return
			assert.equal(planned(input, plan).at(-1), newest[0])
		})
	})

	test('is the same for the same history', () => {
		fc.assert(
			fc.property(anyInput, input => {
				assert.equal(JSON.stringify(planReplacement(input)), JSON.stringify(planReplacement(input)))
			}),
		)
	})

	test('takes out no more in a larger window', () => {
		fc.assert(
			fc.property(anyInput, input => {
				const larger = windowBudget({ windowTokens: input.budget.windowTokens * 4, replyTokens: 16_000 }, 0.8)
				const small = planReplacement({
					...input,
					budget: windowBudget({ windowTokens: input.budget.windowTokens, replyTokens: 16_000 }, 0.8),
				})
				const large = planReplacement({ ...input, budget: larger })
				if (large.kind === 'too-large') assert.equal(small.kind, 'too-large')
				if (small.kind === 'replace' && large.kind === 'replace' && input.cause !== 'user')
					assert.ok(large.removes <= small.removes)
			}),
			{ numRuns: 300 },
		)
	})

	test('made again and again, with nothing new, comes to an end', () => {
		whenReplaced((input, plan) => {
			let units = groupMessages(planned(input, plan))
			for (let again = 0; ; again++) {
				assert.ok(again < 30, 'each plan takes a tenth away at least')
				const next = planReplacement({ ...input, cause: 'window', units })
				if (next.kind !== 'replace') return
				units = groupMessages(planned({ ...input, units }, next))
			}
		})
	})
})

describe('what memory put in front of the newest message', () => {
	const found = (tokens: number) => ({
		type: 'text' as const,
		text: `${MEMORY_OPENING}${PASSAGE_MARK}>`.padEnd(tokens * 4, 'x'),
	})
	const inFront = fc.record({ input: anyInput, passages: fc.integer({ min: 20, max: 1_500 }), said: words })

	test('leaves only where the message would be too large with it and is not without', () => {
		let dropped = 0
		fc.assert(
			fc.property(inFront, ({ input, passages, said }) => {
				const typed = userText(said)
				const newest = { ...typed, content: [found(passages), ...typed.content] }
				assert.deepEqual(withoutMemory(newest), typed)
				const with_ = { ...input, newestStays: true, units: [...input.units, [newest]] }
				const without = planReplacement({ ...with_, units: [...input.units, [typed]] })
				const plan = planReplacement(with_)
				if (without.kind === 'too-large' && input.cause !== 'overflow') assert.deepEqual(plan, without)
				if (plan.kind !== 'drop-memory') return
				dropped += 1
				// What a server refused is tried without it, for how large its window is was never said.
				if (input.cause !== 'overflow') assert.notEqual(without.kind, 'too-large')
				const plain = userText(`${found(passages).text}${said}`)
				assert.equal(planReplacement({ ...with_, units: [...input.units, [plain]] }).kind, 'too-large')
			}),
			{ numRuns: 2_000 },
		)
		assert.ok(dropped > 5, `${dropped} plans dropped it`)
	})
})

test('says by how much the newest message is too large', () => {
	const budget = windowBudget({ windowTokens: 10_000, replyTokens: 16_000 }, 0.8)
	const units = groupMessages([...reply('done', []), userText('x'.repeat(60_000))])
	const input: PlanInput = {
		cause: 'window',
		units,
		fixedTokens: 1_000,
		tokensOf,
		count,
		budget,
		newestStays: true,
		pinnedTokens: () => 0,
	}
	assert.equal(budget.limitTokens, 8_500)
	const plan = planReplacement(input)
	assert.equal(plan.kind, 'too-large')
	const alone = planReplacement({ ...input, units: units.slice(-1) })
	assert.deepEqual(alone, { kind: 'too-large', byTokens: 1_000 + 15_004 - 8_500 })
})
