// Asks a model for the summary: the same request as before, with one message more. Whatever goes wrong is an answer.

import { errorInfo } from '../../core/errors.ts'
import { type Message, textOf, userText } from '../../core/messages.ts'
import type { ReplyPart, ToolSpec } from '../../core/model.ts'
import { cutMiddle } from '../../core/text/cut-text.ts'
import type { Account } from '../../core/usage.ts'
import type { CompactDeps } from './context-deps.ts'
import type { SummaryResult } from './early-summary.ts'
import { type Measured, sumTokens } from './measured-request.ts'
import { repair } from './repair.ts'
import { summaryReading, summaryRequest } from './summarise.ts'
import { type SummaryTime, startSummaryTime } from './summary-time.ts'
import { transcriptText } from './transcript.ts'
import type { WindowBudget } from './window-budget.ts'

export type SummaryInput = {
	preamble: readonly Message[]
	leaving: readonly Message[]
	staying: readonly Message[]
	focus: string | undefined
	/** How long the summary may be. */
	limitTokens: number
	measured: Measured
	/** Of the model that reads. */
	budget: Pick<WindowBudget, 'limitTokens'>
	account: Account
}

/** Once as the conversation goes on, and, when the answer is of no use, once more without tools. */
export async function writeSummary(
	input: SummaryInput,
	deps: CompactDeps,
	signal: AbortSignal,
): Promise<SummaryResult> {
	const { measured, budget } = input
	const asked = summaryRequest(input.limitTokens, input.focus)
	const budgetTokens = budget.limitTokens - measured.fixedTokens - measured.tokensOf(asked)
	const read = summaryReading({ ...input, budgetTokens })
	if (read.length === input.preamble.length)
		return { ok: false, why: 'it does not fit the window to be read' }
	const time = startSummaryTime(deps.context.summary.limits, signal)
	const ask = (messages: readonly Message[], tools: readonly ToolSpec[]) =>
		askOnce({ messages, tools, input, deps, time }, signal)
	try {
		const judge = judgeOf(input, read, asked)
		const first = await judge(await ask(repair([...read, asked]), deps.tools))
		if (first.kind !== 'unusable' || signal.aborted) return resultOf(first)
		const again = await ask([...input.preamble, asTranscript(read, input, budgetTokens), asked], [])
		const second = await judge(again)
		if (second.kind === 'written') return resultOf(second)
		// One that only is too long says more than none.
		const longer = [second, first].find(each => each.kind === 'unusable' && each.tooLong !== undefined)
		if (longer?.kind === 'unusable' && longer.tooLong) return { ok: true, text: longer.tooLong }
		return resultOf(second)
	} finally {
		time.end()
	}
}

function judgeOf(input: SummaryInput, read: readonly Message[], asked: Message) {
	return async (answer: Asked): Promise<Asked> => {
		if (answer.kind !== 'written') return answer
		const { isFarTooLong, worthlessBecause } = await import('./check/worthless.ts')
		const { text } = answer
		const { limitTokens, measured } = input
		const tokens = measured.count(text)
		const transcript = transcriptText(read)
		const judged = { text, asked: textOf(asked.content), read: transcript, tokens, limitTokens }
		const why = worthlessBecause(judged)
		if (why) return { kind: 'unusable', why }
		if (isFarTooLong(judged)) return { kind: 'unusable', why: 'it is far too long', tooLong: text }
		return answer
	}
}

function asTranscript(read: readonly Message[], { preamble, measured }: SummaryInput, budgetTokens: number) {
	const room = budgetTokens - sumTokens(preamble, measured) - TOKENS_AROUND_A_MESSAGE
	return userText(cutMiddle(transcriptText(read.slice(preamble.length)), room, measured.count))
}

const TOKENS_AROUND_A_MESSAGE = 16

type Asked =
	| { kind: 'written'; text: string }
	/** Another request may do better. */
	| { kind: 'unusable'; why: string; tooLong?: string }
	| { kind: 'failed'; why: string }

function resultOf(asked: Asked): SummaryResult {
	return asked.kind === 'written' ? { ok: true, text: asked.text } : { ok: false, why: asked.why }
}

async function askOnce(
	given: {
		messages: readonly Message[]
		tools: readonly ToolSpec[]
		input: SummaryInput
		deps: CompactDeps
		time: SummaryTime
	},
	signal: AbortSignal,
): Promise<Asked> {
	const { messages, tools, input, deps, time } = given
	const { measured } = input
	const request = {
		system: deps.system,
		messages,
		tools,
		cacheKey: deps.cacheKey,
		promptTokens: Math.ceil(measured.fixedTokens + sumTokens(messages, measured)),
		...(deps.effort && { effort: deps.effort }),
	}
	const over = input.account.exceeded(() => deps.context.summary.estimateCost(request.promptTokens))
	if (over) return { kind: 'failed', why: over.message }
	let text = ''
	let end: Asked | undefined
	for await (const part of deps.context.summary.streamModel(request, time.signal)) {
		if (signal.aborted) break
		switch (part.type) {
			case 'text-delta':
				text += part.text
				time.progressed()
				break
			case 'restart':
				text = ''
				break
			case 'attempt-start':
				await deps.store(part)
				break
			case 'attempt-end': {
				const { error, ...rest } = part
				input.account.spend(part.usage, part.costMicroUsd)
				await deps.store({ ...rest, spender: 'summary', ...(error && { error: errorInfo(error) }) })
				break
			}
			case 'retry-wait':
				deps.show({ ...part, cause: errorInfo(part.cause) })
				break
			case 'finish':
				end = summaryResult(part, text)
				break
			case 'error':
				end = { kind: 'failed', why: part.error.message }
				break
			case 'still-waiting':
			case 'notice':
				break
			default:
				// Calls it was told not to make, and thoughts: it is at work.
				time.progressed()
		}
	}
	if (signal.aborted) return { kind: 'failed', why: 'cancelled' }
	const overdue = time.overdue()
	if (overdue !== undefined && end?.kind !== 'written') return { kind: 'failed', why: overdue }
	return end ?? { kind: 'failed', why: 'the reply broke off before it was complete' }
}

function summaryResult({ reason }: Extract<ReplyPart, { type: 'finish' }>, text: string): Asked {
	switch (reason) {
		case 'refusal':
			return { kind: 'failed', why: 'the model refused to write it' }
		case 'content-filter':
			return { kind: 'failed', why: 'the provider withheld it (content filter)' }
		case 'broken':
			return { kind: 'unusable', why: 'the reply broke off' }
		case 'tool-calls':
			// Words in front of a call announce the call, unless they are what was asked for.
			return HEADING.test(text) ? written(text) : { kind: 'unusable', why: 'the model called a tool instead' }
		case 'stop':
		case 'paused':
		case 'length':
			return text.trim() === '' ? { kind: 'unusable', why: 'the model answered nothing' } : written(text)
	}
}

const HEADING = /^## /m

function written(text: string): Asked {
	return { kind: 'written', text: text.trim() }
}
