// A sub-agent's session: composed like any other, from less. It keeps a log of its own, and everything beyond that it has
// from the run it works for.

import { once } from '../../core/async/once.ts'
import { AgentError } from '../../core/errors.ts'
import { knownModels } from '../../providers/discovery/catalogue.ts'
import type { Workspace } from '../../safety/paths/paths.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import type { Above } from '../agents/above.ts'
import { agentKinds } from '../agents/agent-kinds.ts'
import type { AgentOrder } from '../agents/agent-order.ts'
import { createDelegateTool } from '../agents/delegate-tool.ts'
import { createIsolation } from '../agents/isolation.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { ChildSession } from '../agents/sub-agent.ts'
import type { SessionCheckpoints } from '../checkpoints/session-checkpoints.ts'
import { wishedModel } from '../extensions/wished-model.ts'
import { createRunGit } from '../host/run-git.ts'
import type { RuntimeOptions } from '../options.ts'
import { type LoadedSession, newSession } from '../session/open-session.ts'
import type { OpenSession } from '../session/port.ts'
import { EventSubscribers } from '../session/subscribers.ts'
import type { SharedParts } from './shared-parts.ts'

type Compose = (
	found: LoadedSession,
	options: RuntimeOptions,
	shared: SharedParts,
	place: { above: Above },
) => Promise<OpenSession>

/** @param given - what the session above was composed of, and how one is */
export async function openChild(
	order: AgentOrder,
	above: Above,
	given: { options: RuntimeOptions; shared: SharedParts; compose: Compose },
): Promise<ChildSession> {
	const { store, ids, memory } = given.shared
	const options = optionsFor(order, above, given.options)
	const subscribers = new EventSubscribers()
	const shared: SharedParts = {
		...given.shared,
		subscribers,
		// What an agent says on the way is read from its log behind the others'.
		...(options.cwd !== given.options.cwd && { preamble: once(() => given.shared.preambleIn(options.cwd)) }),
		memory: memory && { ...memory, noted: () => {}, withMemory: async prompt => ({ prompt }) },
	}
	const found = newSession(ids.session(), { store, cwd: options.cwd })
	const closing = new AbortController()
	const events = subscribers.follow([], closing.signal)
	const session = await given.compose(found, options, shared, { above })
	const { actor } = session
	let closed: Promise<void> | undefined
	const close = async () => {
		await actor.send({ type: 'shutdown' })
		await session.close('shutdown')
		subscribers.close()
		closing.abort()
	}
	return {
		sessionId: actor.sessionId,
		events,
		prompt: message => actor.send({ type: 'prompt', message, whenBusy: 'queue' }),
		close: () => (closed ??= close()),
	}
}

function optionsFor(order: AgentOrder, above: Above, options: RuntimeOptions): RuntimeOptions {
	const { tools, chain, effort, maxTurns, words, worktree } = order
	const { settings, systemPrompt, permissions } = options
	return {
		...options,
		...(worktree !== undefined && {
			cwd: worktree,
			addDirs: [],
			...(permissions && { permissions: { ...permissions, root: worktree } }),
		}),
		chain: { models: chain, isChosen: true },
		approvals: { mode: above.mode(), isChosen: true },
		effort: { level: effort, isChosen: true },
		outputSchema: undefined,
		tools: { only: tools, without: options.tools.without },
		systemPrompt: {
			...systemPrompt,
			addition: [systemPrompt.addition, words].filter(text => text !== undefined).join('\n\n'),
		},
		// What it spends counts for the run above, whose limits are asked each time.
		settings: {
			...settings,
			budget: { ...settings.budget, maxTurns, maxCostUsd: undefined, maxSessionCostUsd: undefined },
		},
		notices: [],
	}
}

/** @returns nothing where agents this deep may have none of their own */
export function delegateTool(
	agents: SessionAgents,
	options: RuntimeOptions,
	{ extensions, base, ids }: Pick<SharedParts, 'extensions' | 'base' | 'ids'>,
): ((workspace: Workspace) => Tool) | undefined {
	const { settings, providers, tools } = options
	const { maxDepth } = settings.agents
	if (agents.depth >= maxDepth) return undefined
	const git = createRunGit(options)
	const { checkSchema } = base
	return workspace =>
		createDelegateTool({
			agents,
			kinds: async () => agentKinds((await extensions()).agents),
			maxDepth,
			hasAll: agents.depth === 0 && tools.only === undefined && tools.without.length === 0,
			choose: (wish, chain) =>
				wishedModel(wish, { chain, providers: providers.map(({ id }) => id), known: knownModels }),
			checkSchema,
			isolation: createIsolation({
				cwd: options.cwd,
				folder: options.folders.worktrees,
				newName: ids.session,
				workspace,
				checkSchema,
				git,
			}),
		})
}

/** Files are kept by the run above, before the first of its agents changes one. */
export function checkpointsOf({ keepFirst }: Above): SessionCheckpoints {
	return {
		during: (context, run) => run(keepFirst ? { ...context, keepFirst } : context),
		points: async () => [],
		rewind: async () => {
			throw new AgentError('rejected', 'files go back with the session that this agent works for')
		},
		name: async () => {
			throw new AgentError('rejected', 'checkpoints are made in the session that this agent works for')
		},
		kept: async () => 'Files are kept with the session that this agent works for.',
		lastRun: async () => undefined,
	}
}
