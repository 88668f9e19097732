// What is left behind when a conversation goes back, in a few lines that go along: by the model that writes summaries where
// one is set, else put together from the log.

import { errorInfo } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import { userText } from '../../core/messages.ts'
import { exceededCost } from '../../loop/budget.ts'
import { cutMiddle } from '../../loop/context/cut-text.ts'
import { transcriptText } from '../../loop/context/transcript.ts'
import type { Limits } from '../../loop/deps.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { factLines, runFacts } from '../../sessions/folds/run-facts.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import { estimateText } from './context-estimate.ts'
import type { ContextParts } from './context-window.ts'
import { requestCost } from './request-cost.ts'

type SummaryParts = Pick<ContextParts, 'summaryModel' | 'reply' | 'info'> & {
	sessionId: string
	limits: Limits
	agents: Pick<SessionAgents, 'spentBeside'>
}

/**
 * @param left - the events that no longer count
 * @param log - the session's, which pays, and where each attempt is stored
 * @returns undefined when nothing was said
 */
export async function leftSummary(
	left: readonly StoredEnvelope[],
	parts: SummaryParts,
	log: { stored: readonly StoredEnvelope[]; store(event: StoredEvent): Promise<void> },
): Promise<string | undefined> {
	const facts = runFacts(left)
		.map(run => factLines(run).join('\n'))
		.slice(-MOST_RUNS)
		.join('\n\n')
	if (facts === '') return undefined
	return (await written(left, parts, log).catch(() => undefined)) ?? facts
}

/** @returns undefined where no model is set, its cost is more than is allowed, or its answer is of no use */
async function written(
	left: readonly StoredEnvelope[],
	{ summaryModel, reply, info, limits, agents, sessionId }: SummaryParts,
	{ stored, store }: Parameters<typeof leftSummary>[2],
): Promise<string | undefined> {
	if (!summaryModel) return undefined
	const room = Math.min(MOST_READ_TOKENS, Math.floor(info(summaryModel).windowTokens / 2))
	const text = cutMiddle(transcriptText(historyOf(left)), room, estimateText)
	const promptTokens = estimateText(text) + estimateText(REQUEST)
	const sessionMicroUsd = snapshotOf(stored).costMicroUsd + agents.spentBeside()()
	const estimate = () => requestCost([summaryModel], info, { tokens: promptTokens })
	if (exceededCost({ runMicroUsd: 0, sessionMicroUsd }, limits, estimate)) return undefined
	const request = {
		system: '',
		messages: [userText(`${text}\n\n${REQUEST}`)],
		tools: [],
		cacheKey: sessionId,
	}
	let summary = ''
	let isWhole = false
	const signal = AbortSignal.timeout(LONGEST_MS)
	for await (const part of reply([summaryModel])({ ...request, promptTokens }, signal)) {
		if (part.type === 'text-delta') summary += part.text
		else if (part.type === 'restart') summary = ''
		else if (part.type === 'attempt-start') await store(part)
		else if (part.type === 'attempt-end') {
			const { error, ...rest } = part
			await store({ ...rest, spender: 'summary', ...(error && { error: errorInfo(error) }) })
		} else if (part.type === 'finish') isWhole = part.reason === 'stop'
	}
	return isWhole && summary.trim() !== '' ? summary.trim() : undefined
}

const REQUEST =
	'The conversation above is being left: it goes on from before it began. Write at most ten short lines for whoever goes on: ' +
	'what was tried and what came of it, what was decided and why, which files matter, what must not be tried again. ' +
	'Only what is in the transcript; no heading, no advice.'

const MOST_RUNS = 20
const MOST_READ_TOKENS = 32_000
const LONGEST_MS = 120_000
