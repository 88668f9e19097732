// Compacts history between two runs, because somebody asked for it.

import type { ApprovalMode } from '../../core/approval.ts'
import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { Account } from '../../core/usage.ts'
import { exceededCost } from '../../loop/budget.ts'
import { beginEarly } from '../../loop/context/begin-early.ts'
import { compact } from '../../loop/context/compact.ts'
import type { CompactDeps } from '../../loop/context/context-deps.ts'
import { EARLY_SHARE } from '../../loop/context/early-summary.ts'
import { NOTHING_TO_GAIN } from '../../loop/context/fit-window.ts'
import { tooLarge } from '../../loop/context/too-large.ts'
import { windowBudget } from '../../loop/context/window-budget.ts'
import type { Limits } from '../../loop/deps.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { CompactContext, IdleContext } from '../session/run-capabilities.ts'
import { type ContextParts, contextOf } from './context-window.ts'

type CompactParts = ContextParts & {
	sessionId: string
	preamble(): Promise<readonly Message[]>
	limits: Limits
	agents: Pick<SessionAgents, 'spentBeside'>
	tools(mode: ApprovalMode): { specs: readonly ToolSpec[] }
}

/** @throws AgentError `storage-failed` */
export async function compactSession(parts: CompactParts, context: CompactContext): Promise<void> {
	const { signal, show } = context
	const { deps, messages } = await sessionWindow(parts, context)
	const measured = await deps.context.measure(messages, 0)
	const budget = windowBudget(deps.context.window(), parts.compactAt)
	parts.early?.summary.drop()
	const done = await compact(
		{
			cause: 'user',
			focus: context.focus,
			messages,
			prompt: undefined,
			measured,
			budget,
			withoutSummary: false,
			account: sessionAccount(parts, context),
		},
		deps,
		signal,
	)
	switch (done.kind) {
		case 'done':
		case 'kept':
		case 'blocked':
			return
		case 'cancelled':
			return show({
				...{ type: 'notice', level: 'info', isPassing: true },
				text: 'Interrupted; history is as it was.',
			})
		case 'nothing':
			return show({ type: 'notice', level: 'info', text: NOTHING_TO_GAIN, isPassing: true })
		case 'too-large': {
			const { byTokens } = done
			const tokens = measured.totalTokens
			const { message, code } = tooLarge({ tokens, byTokens, messages, measured, budget, refusal: undefined })
			return show({ type: 'notice', level: 'error', text: message, code })
		}
	}
}

/**
 * A run has ended and nobody waits: what the next one would have to wait for may be begun. What comes of it is used then.
 * @throws AgentError `storage-failed`
 */
export async function compactEarly(parts: CompactParts, context: IdleContext): Promise<void> {
	if (!parts.early || parts.early.summary.isBegun) return
	const { deps, messages } = await sessionWindow(parts, context)
	if (!deps.context.early) return
	const budget = windowBudget(deps.context.window(), parts.compactAt)
	const measured = await deps.context.measure(messages, budget.compactAtTokens * EARLY_SHARE)
	const account = sessionAccount(parts, context)
	await beginEarly({ messages, prompt: undefined, measured, budget, account }, deps)
}

/** The request that would go out now, and what condenses it. */
async function sessionWindow(
	parts: CompactParts,
	context: IdleContext,
): Promise<{ deps: CompactDeps; messages: readonly Message[] }> {
	const { snapshot, store, show } = context
	const tools = parts.tools(snapshot.approvals).specs
	const preamble = await parts.preamble()
	const messages = [...preamble, ...historyOf(context.stored())]
	const deps: CompactDeps = {
		system: parts.system,
		tools,
		cacheKey: parts.sessionId,
		...(snapshot.effort && { effort: snapshot.effort }),
		store,
		show,
		context: contextOf(parts, context, { tools, preamble }),
	}
	return { deps, messages }
}

/** Between two runs the session pays. What it has paid is in the log with each attempt. */
function sessionAccount(
	{ limits, agents }: Pick<CompactParts, 'limits' | 'agents'>,
	{ stored }: Pick<CompactContext, 'stored'>,
): Account {
	const beside = agents.spentBeside()
	return {
		spend: () => undefined,
		exceeded: estimate => {
			const sessionMicroUsd = snapshotOf(stored()).costMicroUsd + beside()
			return exceededCost({ runMicroUsd: 0, sessionMicroUsd }, limits, estimate)?.error
		},
	}
}
