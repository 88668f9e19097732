// Asks the model that writes summaries for a few lines about a text, outside of any run: the session pays, each attempt is
// in its log, and where cost is limited it is asked first.

import { errorInfo } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import { userText } from '../../core/messages.ts'
import { cutMiddle } from '../../core/text/cut-text.ts'
import { exceededCost } from '../../loop/budget.ts'
import type { Limits } from '../../loop/deps.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { ContextParts } from './context-window.ts'
import { requestCost } from './request-cost.ts'
import { estimateText } from './tokens/context-estimate.ts'

export type SummaryModelParts = Pick<ContextParts, 'summaryModel' | 'reply' | 'info'> & {
	sessionId: string
	limits: Limits
	agents: Pick<SessionAgents, 'spentBeside'>
}

export type SummaryLog = { stored(): readonly StoredEnvelope[]; store(event: StoredEvent): Promise<void> }

/**
 * @returns undefined where no model is set, its cost is more than is allowed, or its answer is of no use
 * @throws AgentError `storage-failed`
 */
export async function askSummaryModel(
	{ text, request }: { text: string; request: string },
	{ summaryModel, reply, info, limits, agents, sessionId }: SummaryModelParts,
	{ stored, store }: SummaryLog,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (!summaryModel) return undefined
	const room = Math.min(MOST_READ_TOKENS, Math.floor(info(summaryModel).windowTokens / 2))
	const prompt = `${cutMiddle(text, room, estimateText)}\n\n${request}`
	const promptTokens = estimateText(prompt)
	const sessionMicroUsd = snapshotOf(stored()).costMicroUsd + agents.spentBeside()()
	const estimate = () => requestCost([summaryModel], info, { tokens: promptTokens })
	if (exceededCost({ runMicroUsd: 0, sessionMicroUsd }, limits, estimate)) return undefined
	const asked = { system: '', messages: [userText(prompt)], tools: [], cacheKey: sessionId, promptTokens }
	let summary = ''
	let isWhole = false
	const inTime = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
	for await (const part of reply([summaryModel])(asked, inTime)) {
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

const MOST_READ_TOKENS = 32_000
const LONGEST_MS = 120_000
