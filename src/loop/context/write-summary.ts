// Asks a model for the summary: the same request as before, with one message more. Whatever goes wrong is an answer.

import { errorInfo } from '../../core/errors.ts'
import type { Message } from '../../core/messages.ts'
import type { ReplyPart } from '../../core/model.ts'
import type { Account } from '../../core/usage.ts'
import type { CompactDeps } from './context-deps.ts'
import { type Measured, sumTokens } from './measured-request.ts'
import { repair } from './repair.ts'
import { summaryReading, summaryRequest } from './summarise.ts'
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

export type SummaryResult = { ok: true; text: string } | { ok: false; why: string }

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
	const messages = repair([...read, asked])
	const request = {
		system: deps.system,
		messages,
		tools: deps.tools,
		cacheKey: deps.cacheKey,
		promptTokens: Math.ceil(measured.fixedTokens + sumTokens(messages, measured)),
		...(deps.effort && { effort: deps.effort }),
	}
	const over = input.account.exceeded(() => deps.context.summary.estimateCost(request.promptTokens))
	if (over) return { ok: false, why: over.message }
	let text = ''
	let end: SummaryResult | undefined
	for await (const part of deps.context.summary.streamModel(request, signal)) {
		if (signal.aborted) break
		switch (part.type) {
			case 'text-delta':
				text += part.text
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
				end = { ok: false, why: part.error.message }
				break
			default:
				// Calls it was told not to make, thoughts, words about the connection.
				break
		}
	}
	if (signal.aborted) return { ok: false, why: 'cancelled' }
	return end ?? { ok: false, why: 'the reply ended without saying how' }
}

function summaryResult({ reason }: Extract<ReplyPart, { type: 'finish' }>, text: string): SummaryResult {
	switch (reason) {
		case 'refusal':
			return { ok: false, why: 'the model refused to write it' }
		case 'content-filter':
			return { ok: false, why: 'the provider withheld it (content filter)' }
		case 'broken':
			return { ok: false, why: 'the reply broke off' }
		case 'stop':
		case 'tool-calls':
		case 'length':
			return text.trim() === ''
				? { ok: false, why: 'the model answered nothing' }
				: { ok: true, text: text.trim() }
	}
}
