// Condensing history: one message takes the place of the oldest ones, with a summary the model writes of them and
// what is kept word for word. When no summary can be had they leave all the same, with a digest of the log in its
// place, and the message says so; only who asked for it without need keeps what there is.

import { followSignal } from '../../core/async/follow-signal.ts'
import { compactHistory } from '../../core/condensed.ts'
import { AgentError, type ErrorInfo, errorInfo } from '../../core/errors.ts'
import type { Compaction, CompactionCause, FailedCall, KnownFile } from '../../core/events.ts'
import { callsOf, type Message, promptText, textOf, type UserMessage } from '../../core/messages.ts'
import { cutMiddle } from '../../core/text/cut-text.ts'
import { loadedTexts, newestLoaded } from '../../core/text/loaded-text.ts'
import type { Account } from '../../core/usage.ts'
import type { CompactDeps, CompactionFacts } from './context-deps.ts'
import { digestText } from './digest.ts'
import type { BegunSummary } from './early-summary.ts'
import type { KnownInput } from './files/known-files.ts'
import { groupMessages } from './history-units.ts'
import { type Measured, sumTokens } from './measured-request.ts'
import { type Pinned, pinnedText } from './pinned.ts'
import {
	type CompactionPlan,
	FRAME_TOKENS,
	type PlanInput,
	planReplacement,
	planWritten,
} from './plan-request.ts'
import { compactionMessage } from './summarise.ts'
import { type WindowBudget, windowBudget } from './window-budget.ts'
import { writeSummary } from './write-summary.ts'

export type CompactInput = {
	cause: CompactionCause
	focus: string | undefined
	/** The preamble and all of history. */
	messages: readonly Message[]
	/** Of the run that is going on. */
	prompt: UserMessage | undefined
	measured: Measured
	budget: WindowBudget
	/** Without asking a model: what leaves is only in the log. */
	withoutSummary: boolean
	account: Account
	/** A summary that was begun before, for what history begins with. */
	early?: BegunSummary | undefined
	/** Only with that one; else history stays as it is for now. */
	onlyEarly?: boolean
}

export type Compacted =
	| { kind: 'done'; messages: readonly Message[]; tokensAfter: number }
	| { kind: 'nothing' }
	/** A hook says no. The user has been told. */
	| { kind: 'blocked'; by: string }
	/** Somebody asked, no summary could be had, and it fits as it is. The user has been told. */
	| { kind: 'kept' }
	| { kind: 'drop-memory' }
	| { kind: 'too-large'; byTokens: number }
	| { kind: 'cancelled' }

export async function compact(
	input: CompactInput,
	deps: CompactDeps,
	signal: AbortSignal,
): Promise<Compacted> {
	const { knownFiles } = await import('./files/known-files.ts')
	const withEarly = draftWithEarly(input, deps, knownFiles)
	if (!withEarly && input.onlyEarly) return { kind: 'nothing' }
	let draft = withEarly ?? draftOf(input, deps, knownFiles)
	if (draft.plan.kind !== 'replace') return draft.plan
	const { cause, focus } = input
	const { hooks } = deps.context
	const by = await hooks?.before(cause, focus)
	if (by !== undefined) return { kind: 'blocked', by }
	const withoutSummary = !asksForSummary(draft, input)
	deps.show({ type: 'compaction-start', cause, ...(withoutSummary && { withoutSummary }) })
	let error: ErrorInfo | undefined
	try {
		let summary = withEarly && (await writtenEarly(input.early, signal))
		if (!summary && !signal.aborted) {
			if (withEarly) draft = draftOf(input, deps, knownFiles)
			if (draft.plan.kind !== 'replace') return draft.plan
			summary = await summaryOf(draft, input, deps, signal)
		}
		if (signal.aborted) {
			error = errorInfo(new AgentError('cancelled', 'condensing history was interrupted'))
			return { kind: 'cancelled' }
		}
		if (summary === undefined) return { kind: 'kept' }
		return await replace(draft, summary, input, deps)
	} catch (thrown) {
		error = errorInfo(thrown)
		throw thrown
	} finally {
		deps.show({ type: 'compaction-end', ...(error && { error }) })
	}
}

export type CompactionDraft = {
	facts: CompactionFacts
	plan: CompactionPlan
	leaving: readonly Message[]
	staying: readonly Message[]
	known: readonly KnownFile[]
}

type KnowFiles = (input: KnownInput) => readonly KnownFile[]

/** @returns undefined where no summary was begun for this history, or it has grown by too much since */
function draftWithEarly(
	input: CompactInput,
	deps: CompactDeps,
	knownFiles: KnowFiles,
): CompactionDraft | undefined {
	if (!input.early) return undefined
	const { leaving, result, limitTokens } = input.early
	const removes = groupMessages(leaving).length
	const tokens = result?.ok ? input.measured.count(result.text) : limitTokens
	const draft = draftOf(input, deps, knownFiles, { removes, tokens })
	return draft.plan.kind === 'replace' ? draft : undefined
}

const CHARACTERS_PER_TOKEN = 4

/** It may still be on its way; asking for another one would take longer. */
async function writtenEarly(
	early: BegunSummary | undefined,
	signal: AbortSignal,
): Promise<SummaryText | undefined> {
	if (!early) return undefined
	const stop = followSignal(signal)
	const stopped = new Promise<undefined>(resolve =>
		stop.signal.addEventListener('abort', () => resolve(undefined)),
	)
	const result = await Promise.race([early.ended, stopped])
	stop.leave()
	return result?.ok ? { text: result.text, isWritten: true } : undefined
}

/** @param written - of a summary that is there: the units that leave for it, and its size */
export function draftOf(
	input: CompactInput,
	deps: CompactDeps,
	knownFiles: KnowFiles,
	written?: { removes: number; tokens: number },
): CompactionDraft {
	const { preamble } = deps.context
	const { messages, measured, budget, cause, prompt } = input
	const history = messages.slice(preamble.length)
	const units = groupMessages(history)
	const facts = deps.context.facts()
	const newestStays = prompt !== undefined
	const mayLeave = written
		? units.slice(0, written.removes).flat()
		: newestStays
			? units.slice(0, -1).flat()
			: history
	const knownIn = (leaving: readonly Message[]) =>
		knownFiles({
			before: facts.before.read,
			leaving,
			files: facts.files,
			limitCharacters: budget.targetTokens * CHARACTERS_PER_TOKEN,
		})
	const mayBeKnown = knownIn(mayLeave)
	const given: PlanInput = {
		cause,
		units,
		fixedTokens: measured.fixedTokens + sumTokens(preamble, measured),
		tokensOf: measured.tokensOf,
		count: measured.count,
		budget,
		newestStays,
		pinnedTokens: limitTokens => {
			const text = pinnedText(
				pinnedOf(mayLeave, facts, prompt, mayBeKnown),
				boundsOf(limitTokens, input),
			).text
			return measured.count(text) + imageTokens(mayLeave, prompt)
		},
	}
	const plan = written ? planWritten(given, written) : planReplacement(given)
	const from = plan.kind === 'replace' ? plan.removes : 0
	const leaving = units.slice(0, from).flat()
	return { facts, plan, leaving, staying: units.slice(from).flat(), known: knownIn(leaving) }
}

/** What only users said is kept word for word; there is nothing to summarise in it. */
export function asksForSummary({ leaving }: Pick<CompactionDraft, 'leaving'>, input: CompactInput): boolean {
	return !input.withoutSummary && leaving.some(message => message.role === 'assistant')
}

type SummaryText = { text: string | undefined; isWritten: boolean }

/** @returns undefined when history is better left as it is */
async function summaryOf(
	draft: CompactionDraft,
	input: CompactInput,
	deps: CompactDeps,
	signal: AbortSignal,
): Promise<SummaryText | undefined> {
	const { plan, leaving, staying, facts } = draft
	const before = facts.before.summary
	if (!leaving.some(message => message.role === 'assistant')) return { text: before, isWritten: true }
	if (plan.kind !== 'replace') return { text: before, isWritten: false }
	const digest = () => {
		const { count } = input.measured
		return digestText({ before, leaving, commands: facts.commands, limitTokens: plan.summaryTokens, count })
	}
	if (!asksForSummary(draft, input)) return { text: digest(), isWritten: false }
	const { context } = deps
	const written = await writeSummary(
		{
			preamble: context.preamble,
			leaving,
			staying,
			focus: input.focus,
			limitTokens: plan.summaryTokens,
			measured: input.measured,
			budget: context.summary.window ? windowBudget(context.summary.window, undefined) : input.budget,
			account: input.account,
		},
		deps,
		signal,
	)
	if (written.ok) return { text: written.text, isWritten: true }
	if (signal.aborted) return { text: before, isWritten: false }
	const isKept = input.cause === 'user' && input.measured.totalTokens <= input.budget.limitTokens
	const outcome = isKept
		? 'history is as it was'
		: `${leaving.length} earlier messages have left the window, and a digest from the log stands in their place`
	deps.show({
		type: 'notice',
		level: 'warning',
		text: `no summary could be had (${written.why}); ${outcome}`,
	})
	return isKept ? undefined : { text: digest(), isWritten: false }
}

async function replace(
	{ facts, plan, leaving, staying, known }: CompactionDraft,
	summary: SummaryText,
	input: CompactInput,
	deps: CompactDeps,
): Promise<Compacted> {
	if (plan.kind !== 'replace') return plan
	const { measured, prompt, cause } = input
	const { preamble } = deps.context
	const pinned = pinnedOf(leaving, facts, prompt, known)
	const forOthers = plan.summaryTokens + plan.checkTokens + FRAME_TOKENS
	const forPinned = plan.messageTokens - forOthers - imageTokens(leaving, prompt)
	const wanted = pinnedText(pinned, boundsOf(plan.pinnedLimitTokens, input))
	const isOver = measured.count(wanted.text) > forPinned
	const kept = isOver ? pinnedText(pinned, boundsOf(forPinned, input)) : wanted
	const told = summary.text && cutMiddle(summary.text, plan.summaryTokens, measured.count)
	// Nothing of this is needed before history is full.
	const { checkSummary } = await import('./check/check-summary.ts')
	const { check, text: lost } = checkSummary({
		leaving,
		staying,
		before: facts.before,
		summary: told ?? '',
		pinned: kept.text,
		isSaid: facts.isSaid,
		// Of little that leaves, little is to be kept.
		limitTokens: Math.min(plan.checkTokens, sumTokens(leaving, measured) * MOST_OF_LEAVING),
		count: measured.count,
	})
	const message = compactionMessage({
		summary: told,
		unsummarised: summary.isWritten ? 0 : leaving.length,
		pinned: [kept.text, lost].filter(text => text !== '').join('\n\n'),
		images: prompt && leaving.includes(prompt) ? imagesOf(prompt) : [],
		recallTool: deps.context.recallTool,
	})
	const change = { message, keeps: staying.length, cut: plan.cut }
	const messages = [...preamble, ...compactHistory(input.messages.slice(preamble.length), change)]
	const tokensAfter = Math.ceil(measured.fixedTokens + sumTokens(messages, measured))
	const said = pinned.goal === undefined ? kept.said : [...kept.said, pinned.goal]
	const compaction: Compaction = {
		cause,
		...change,
		summary: summary.isWritten ? 'written' : 'dropped',
		tokensBefore: measured.totalTokens,
		tokensAfter,
		...(check && { check }),
		carried: {
			...facts.carried,
			pinned: {
				said,
				failed: pinned.failed,
				...(pinned.loaded.length > 0 && { loaded: pinned.loaded }),
				...(check && check.pinned.length > 0 && { facts: check.pinned }),
				...(known.length > 0 && { read: known }),
			},
		},
	}
	await deps.store({ type: 'compaction', ...compaction })
	await deps.context.hooks?.after(compaction)
	deps.show({ type: 'context-use', usedTokens: tokensAfter, windowTokens: input.budget.windowTokens })
	return { kind: 'done', messages, tokensAfter }
}

const MOST_OF_LEAVING = 0.25

function boundsOf(limitTokens: number, { budget, measured }: CompactInput) {
	const saidTokens = Math.min(MOST_SAID_TOKENS, Math.floor(budget.windowTokens * SAID_SHARE))
	return { limitTokens, saidTokens, count: measured.count }
}

const MOST_SAID_TOKENS = 20_000
const SAID_SHARE = 0.25

function pinnedOf(
	leaving: readonly Message[],
	facts: CompactionFacts,
	prompt: UserMessage | undefined,
	known: readonly KnownFile[],
): Pinned {
	const { before, todo, open, notes, files, changed } = facts
	// Once its own prompt has left, a run may be compacted again.
	const hasLeft = prompt && (leaving.includes(prompt) || before.said.at(-1) === promptText(prompt))
	const goal = prompt && hasLeft ? promptText(prompt) : undefined
	const earlier = goal === undefined ? before.said : before.said.filter(text => text !== goal)
	const said = leaving.flatMap(message =>
		message.role === 'user' && message !== prompt && facts.isSaid(message) ? [promptText(message)] : [],
	)
	const failed = [...before.failed, ...failedCalls(leaving)].slice(-FAILED_CALLS)
	const loaded = newestLoaded([...before.loaded, ...loadedTexts(leaving)])
	return { goal, changed, todo, open, notes, files, failed, known, loaded, said: [...earlier, ...said] }
}

const FAILED_CALLS = 3

function failedCalls(messages: readonly Message[]): readonly FailedCall[] {
	const made = new Map(
		messages.flatMap(message =>
			message.role === 'assistant' ? callsOf(message).map(call => [call.callId, call] as const) : [],
		),
	)
	return messages.flatMap(message => {
		if (message.role !== 'tool' || message.outcome !== 'failed') return []
		const { tool, callId, content } = message
		const args = made.get(callId)?.arguments ?? '{}'
		return [{ tool, arguments: cutText(args), error: cutText(textOf(content)) }]
	})
}

/** The end of an error is where most programs say what it was. */
function cutText(text: string): string {
	if (text.length <= FAILED_CHARACTERS) return text
	const half = FAILED_CHARACTERS / 2
	return `${text.slice(0, half).toWellFormed()} … ${text.slice(-half).toWellFormed()}`
}

const FAILED_CHARACTERS = 600

function imagesOf({ content }: UserMessage) {
	return content.filter(part => part.type === 'image')
}

function imageTokens(leaving: readonly Message[], prompt: UserMessage | undefined): number {
	return prompt && leaving.includes(prompt) ? imagesOf(prompt).length * IMAGE_TOKENS : 0
}

const IMAGE_TOKENS = 1_600
