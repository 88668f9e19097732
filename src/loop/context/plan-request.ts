// The compaction plan: which messages leave so that the next request fits, the oldest groups, and if that is not
// enough the middles of the largest results. Values in, values out: the same history always gives the same plan.

import type { Compaction, CompactionCause } from '../../core/events.ts'
import { memoryPassages, withoutMemory } from '../../core/memory.ts'
import type { Message, ToolMessage } from '../../core/messages.ts'
import { type Count, cutMiddle } from '../../core/text/cut-text.ts'
import type { MessageGroup } from './history-units.ts'
import type { WindowBudget } from './window-budget.ts'

export type PlanInput = {
	cause: CompactionCause
	/** All of history, oldest first. */
	units: readonly MessageGroup[]
	/** System prompt, tools and what stands before history. */
	fixedTokens: number
	tokensOf(message: Message): number
	count: Count
	budget: WindowBudget
	/** The newest unit is what the model is to act on now, so it stays. */
	newestStays: boolean
	/** What is kept word for word takes this many tokens, when all that may leave does, within a bound. */
	pinnedTokens(limitTokens: number): number
}

export type CompactionPlan =
	/** There is nothing to take out, or nothing to gain by it. */
	| { kind: 'nothing' }
	| {
			kind: 'replace'
			/** Units that leave, from the oldest on. */
			removes: number
			cut: Compaction['cut']
			/** What the message in their place may take: of it, the summary. */
			messageTokens: number
			summaryTokens: number
			/** Of it: what the summary may have lost. */
			checkTokens: number
			/** The bound within which its pinned text was measured. */
			pinnedLimitTokens: number
	  }
	/** What memory put in front of the newest message leaves, and nothing else may have to. */
	| { kind: 'drop-memory' }
	/** Whatever left, the newest unit would not fit. */
	| { kind: 'too-large'; byTokens: number }

export function planReplacement(input: PlanInput): CompactionPlan {
	const stays = withNewest(input)
	if (stays.kind !== 'too-large') return stays
	const newest = input.units.at(-1)?.[0]
	// A reply may leave like anything else when it is that or nothing; what a user has said may not.
	if (newest?.role === 'assistant') return withNewest({ ...input, newestStays: false })
	if (!input.newestStays || newest?.role !== 'user' || memoryPassages(newest) === 0) return stays
	// How large a window is is not known from a refusal: without its passages the same message may be taken.
	if (input.cause === 'overflow') return { kind: 'drop-memory' }
	const units = [...input.units.slice(0, -1), [withoutMemory(newest)]]
	const lighter = withNewest({ ...input, units })
	return lighter.kind === 'too-large' ? lighter : { kind: 'drop-memory' }
}

function withNewest(input: PlanInput): CompactionPlan {
	const { units, fixedTokens, budget, tokensOf, count } = input
	const newest = (input.newestStays && units.at(-1)) || NO_UNIT
	const newestTokens = sizeOf(newest, tokensOf)
	const older = units.length - (newest === NO_UNIT ? 0 : 1)
	const total = fixedTokens + units.reduce((sum, unit) => sum + sizeOf(unit, tokensOf), 0)
	if (older === 0)
		return total > budget.limitTokens
			? { kind: 'too-large', byTokens: total - budget.limitTokens }
			: { kind: 'nothing' }

	const message = messageSize(input, newestTokens)
	const left = budget.targetTokens - fixedTokens - message.tokens
	const kept = firstKept(input, older, newestTokens, left)
	const cut = kept.tokens > left ? cutResults(newest, left, { tokensOf, count }) : UNCUT
	const after = fixedTokens + message.tokens + kept.tokens - cut.savedTokens
	const plan: CompactionPlan =
		after > budget.limitTokens
			? planSqueezed(input, newest, newestTokens - cut.savedTokens, cut.cut)
			: {
					kind: 'replace',
					removes: kept.from,
					cut: cut.cut,
					messageTokens: message.tokens,
					summaryTokens: message.summaryTokens,
					checkTokens: message.checkTokens,
					pinnedLimitTokens: message.pinnedLimitTokens,
				}
	const fits = total <= budget.limitTokens && input.cause !== 'overflow'
	if (fits && plan.kind === 'too-large') return { kind: 'nothing' }
	// Who asks for it is content with less, but not with more than there was; what the check may take is hardly ever taken.
	const isGain = input.cause === 'user' ? after - message.checkTokens < total : after < total * WORTHWHILE
	return fits && !isGain ? { kind: 'nothing' } : plan
}

/** A compaction that leaves more than this of a request is not worth a broken prompt cache. */
const WORTHWHILE = 0.9

/** Of the tokens there are: first the summary and what is pinned, within bounds that leave the newest unit its share. */
function messageSize(
	{ budget, fixedTokens, pinnedTokens }: PlanInput,
	newestTokens: number,
): { tokens: number; summaryTokens: number; checkTokens: number; pinnedLimitTokens: number } {
	const free = Math.max(0, budget.targetTokens - fixedTokens)
	const wanted = Math.min(MOST_SUMMARY_TOKENS, Math.round(budget.windowTokens * SUMMARY_SHARE))
	const summaryTokens = Math.max(LEAST_SUMMARY_TOKENS, Math.min(wanted, Math.floor(free / 4)))
	const forNewest = Math.min(newestTokens, Math.floor(free / 2))
	const wantedForCheck = Math.min(MOST_CHECK_TOKENS, Math.round(budget.windowTokens * CHECK_SHARE))
	const checkTokens = Math.max(LEAST_CHECK_TOKENS, Math.min(wantedForCheck, Math.floor(free / 5)))
	const others = summaryTokens + checkTokens + FRAME_TOKENS
	const pinnedLimitTokens = Math.max(leastPinnedTokens({ budget, fixedTokens }), free - forNewest - others)
	return { tokens: others + pinnedTokens(pinnedLimitTokens), summaryTokens, checkTokens, pinnedLimitTokens }
}

/** System prompt and tools may fill a small window to more than a compaction aims at; what the user said has its share. */
function leastPinnedTokens({ budget, fixedTokens }: Pick<PlanInput, 'budget' | 'fixedTokens'>): number {
	const share = Math.min(budget.windowTokens * PINNED_SHARE, (budget.limitTokens - fixedTokens) * 0.6)
	return Math.max(LEAST_PINNED_TOKENS, Math.floor(share))
}

/** For sentences that the summary has lost. */
const CHECK_SHARE = 0.04
const MOST_CHECK_TOKENS = 4_000
const LEAST_CHECK_TOKENS = 80
/** At least so much for the prompt, the plan and what the user said, of which this is the larger part. */
const PINNED_SHARE = 0.2

const SUMMARY_SHARE = 0.05
const MOST_SUMMARY_TOKENS = 6_000
const LEAST_SUMMARY_TOKENS = 100
const LEAST_PINNED_TOKENS = 150
/** The words around summary and pinned text. */
export const FRAME_TOKENS = 160

/** As many of the newest units as fit. The oldest always leaves, or nothing would come of it. */
function firstKept(
	{ units, cause, tokensOf }: PlanInput,
	older: number,
	newestTokens: number,
	leftTokens: number,
): { from: number; tokens: number } {
	const sizes = units.map(unit => sizeOf(unit, tokensOf))
	const all = sizes.reduce((sum, size) => sum + size, 0)
	// Who asks for it wants less than there is, however much would fit.
	const most = cause === 'user' ? Math.min(leftTokens, Math.floor(all / 4)) : leftTokens
	let from = older
	let tokens = newestTokens
	while (from > 1 && tokens + sizes[from - 1]! <= most) {
		from -= 1
		tokens += sizes[from]!
	}
	return { from, tokens }
}

/**
 * For a summary that is there already: just these units leave, and what is pinned takes what those that stay leave it.
 * `nothing` where a compaction would leave more than it may.
 */
export function planWritten(
	input: PlanInput,
	{ removes, tokens }: { removes: number; tokens: number },
): CompactionPlan {
	const { units, fixedTokens, budget, tokensOf } = input
	const newest = (input.newestStays && units.at(-1)) || NO_UNIT
	if (removes > units.length - (newest === NO_UNIT ? 0 : 1)) return { kind: 'nothing' }
	const size = messageSize(input, sizeOf(newest, tokensOf))
	const { checkTokens } = size
	const summaryTokens = Math.min(size.summaryTokens, tokens)
	const staying = units.slice(removes).reduce((sum, unit) => sum + sizeOf(unit, tokensOf), 0)
	const others = summaryTokens + checkTokens + FRAME_TOKENS
	const left = budget.targetTokens - fixedTokens - staying - others
	const pinnedLimitTokens = Math.max(leastPinnedTokens(input), Math.min(size.pinnedLimitTokens, left))
	const pinned = input.pinnedTokens(pinnedLimitTokens)
	if (pinned > left) return { kind: 'nothing' }
	const messageTokens = others + pinned
	return { kind: 'replace', removes, cut: [], messageTokens, summaryTokens, checkTokens, pinnedLimitTokens }
}

/** When not even the least fits beside the newest unit as it should: the message gets what is left of the window itself. */
function planSqueezed(
	input: PlanInput,
	newest: MessageGroup,
	newestTokens: number,
	cut: Compaction['cut'],
): CompactionPlan {
	const { budget, fixedTokens, units } = input
	const checkTokens = LEAST_CHECK_TOKENS
	const least = LEAST_SUMMARY_TOKENS + checkTokens + LEAST_PINNED_TOKENS + FRAME_TOKENS
	const left = budget.limitTokens - fixedTokens - newestTokens
	if (left < least) return { kind: 'too-large', byTokens: least - left }
	const removes = units.length - (newest === NO_UNIT ? 0 : 1)
	const summaryTokens = LEAST_SUMMARY_TOKENS
	const pinnedLimitTokens = left - summaryTokens - checkTokens - FRAME_TOKENS
	return { kind: 'replace', removes, cut, messageTokens: left, summaryTokens, checkTokens, pinnedLimitTokens }
}

type Cutting = { cut: Compaction['cut']; savedTokens: number }

const UNCUT: Cutting = { cut: [], savedTokens: 0 }
const NO_UNIT: MessageGroup = []

/** The largest results lose their middles, down to one common size, until the unit takes no more than it may. */
export function cutResults(
	unit: MessageGroup,
	limitTokens: number,
	{ tokensOf, count }: Pick<PlanInput, 'tokensOf' | 'count'>,
): Cutting {
	const results = unit.filter(message => message.role === 'tool')
	const sizes = results.map(tokensOf)
	const excess = sizeOf(unit, tokensOf) - limitTokens
	const level = Math.max(LEAST_RESULT_TOKENS, waterLevel(sizes, excess))
	const shortened = results.flatMap((result, index) =>
		sizes[index]! > level ? [{ result, shorter: shortenedResult(result, level, tokensOf, count) }] : [],
	)
	return {
		cut: shortened.map(({ shorter: { callId, content } }) => ({ callId, content })),
		savedTokens: shortened.reduce(
			(sum, { result, shorter }) => sum + tokensOf(result) - tokensOf(shorter),
			0,
		),
	}
}

const LEAST_RESULT_TOKENS = 120

/** The size that, as a cap on each of these, takes the excess away. */
function waterLevel(sizes: readonly number[], excess: number): number {
	const sorted = sizes.toSorted((a, b) => b - a)
	let saved = 0
	for (const [index, size] of sorted.entries()) {
		const next = sorted[index + 1] ?? 0
		const step = (size - next) * (index + 1)
		if (saved + step >= excess) return Math.floor(size - (excess - saved) / (index + 1))
		saved += step
	}
	return 0
}

/** Pictures go first: the model can look at the file again. */
function shortenedResult(
	result: ToolMessage,
	limitTokens: number,
	tokensOf: PlanInput['tokensOf'],
	count: Count,
): ToolMessage {
	const text = result.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
	let textTokens = limitTokens
	for (;;) {
		const short = cutMiddle(text, textTokens, count, ' to make room; call again for a part of it')
		const shorter: ToolMessage = { ...result, content: [{ type: 'text', text: short || REMOVED }] }
		const over = tokensOf(shorter) - limitTokens
		if (over <= 0 || textTokens <= 0) return shorter
		// Counting may be corrected upwards by what the provider said, so the text is made shorter than the figure.
		textTokens = Math.min(textTokens - over, Math.floor(textTokens * 0.9))
	}
}

const REMOVED = '[removed to make room; call again for a part of it]'

function sizeOf(unit: MessageGroup, tokensOf: PlanInput['tokensOf']): number {
	return unit.reduce((sum, message) => sum + tokensOf(message), 0)
}
