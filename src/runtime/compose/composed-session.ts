// Composed session: one that is open, whether it may be changed here or is only looked at, and what may be asked of it.

import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { ChangeQueries } from '../../core/review/changes.ts'
import type { OfferedTool, RuntimeQueries } from '../../core/runtime-port.ts'
import { denialOf } from '../../safety/permissions/hidden-places.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { SessionCheckpoints } from '../checkpoints/session-checkpoints.ts'
import type { TokenGauge } from '../context/token-gauge.ts'
import type { SessionEndReason, SessionHooks } from '../extensions/hooks/session-hooks.ts'
import type { IdleWriter } from '../memory/run-summaries/idle-writer.ts'
import type { SessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import type { SessionReview } from '../review/session-review.ts'
import type { EarlierLog } from '../session/earlier-log.ts'
import type { LoadedSession } from '../session/open-session.ts'
import type { OpenSession, WhyClosed } from '../session/port.ts'
import { pictureAt } from '../session/prompt-images.ts'
import type { SessionActor } from '../session/session-actor.ts'
import { effortNotices } from '../session/session-settings.ts'
import type { SessionTools } from '../tools/session-tools.ts'
import type { RunParts } from './run-parts.ts'
import type { SharedParts } from './shared-parts.ts'

export type ComposedSession = OpenSession & {
	/** What every request of the session begins with. */
	prefix(): Promise<RequestPrefix>
	offeredTools(): readonly OfferedTool[]
	rewindPoints: RuntimeQueries['rewindPoints']
	changes: ChangeQueries
	/** What was typed in it, among other events. */
	prompts(): Promise<readonly Envelope<StoredEvent>[]>
	/** A picture by its path, if no rule denies reading it. */
	pictureAt: NonNullable<RuntimeQueries['pictureAt']>
	/** Finds out whether commands can be held, which otherwise the first command does. */
	probeSandbox(): Promise<void>
	agents: RuntimeQueries['agents']
	/** Left out where it is switched off, or the session is only looked at. */
	memoryState?: RuntimeQueries['memoryState']
}

export type RequestPrefix = {
	system: string
	tools: readonly ToolSpec[]
	preamble: readonly Message[]
	gauge: TokenGauge
	/** In what the last request did not begin like the one before it, as far as this process has sent both. */
	difference?: string | undefined
}

/** Of a session that is gone on with here. */
export async function openComposedSession(
	found: LoadedSession,
	parts: {
		options: RuntimeOptions
		shared: Pick<SharedParts, 'info' | 'preamble' | 'extensions' | 'base'>
		actor: SessionActor
		runs: RunParts
		agents: SessionAgents
		tools: SessionTools
		checkpoints: SessionCheckpoints
		review: Pick<SessionReview, 'changes'>
		earlier: EarlierLog
		hooks?: SessionHooks | undefined
		idle?: IdleWriter | undefined
		memory: Pick<SessionMemory, 'state'>
	},
): Promise<ComposedSession> {
	const { options, shared, actor, runs, agents, tools, checkpoints, earlier, hooks, idle } = parts
	const { problems } = await shared.preamble()
	const doubts = effortNotices(options, () => shared.info(actor.nextSettings.chain[0]!))
	return {
		actor,
		resumed: found.resumed,
		isTail: found.isTail,
		notices: [
			...found.notices,
			...problems,
			...(await shared.extensions()).problems,
			...options.notices,
			...doubts,
			...(hooks?.problems ?? []),
		],
		prefix: async () => ({
			system: runs.system,
			tools: tools.toolsFor(actor.nextSettings.approvals).specs,
			preamble: await runs.preamble(),
			gauge: runs.gauge,
			difference: runs.sent.difference(),
		}),
		offeredTools: () => {
			const { specs, find } = tools.toolsFor(actor.nextSettings.approvals)
			return specs.map(spec => {
				const facts = find(spec.name)?.facts
				return facts ? { spec, facts } : { spec }
			})
		},
		rewindPoints: toSeq => checkpoints.points(actor.stored, toSeq),
		changes: parts.review.changes,
		prompts: () => earlier.withAll(['run-start'], actor.stored),
		pictureAt: path => {
			const { cwd, home, permissions } = options
			const { workspace } = tools
			const host = shared.base
			const deniedBy = (file: string) => denialOf(file, { workspace, permissions }, host.files)
			return pictureAt(path, { cwd, home, host, deniedBy })
		},
		probeSandbox: () => tools.probeSandbox(),
		agents: async () => agents.states(),
		memoryState: parts.memory.state,
		close: async why => {
			await idle?.close()
			await agents.close()
			await hooks?.end(endReason(why, options))
			await tools.close()
			await actor.settled()
			await found.log.close()
		},
	}
}

function endReason(why: WhyClosed, { isInteractive }: RuntimeOptions): SessionEndReason {
	if (why !== 'shutdown') return why
	return isInteractive ? 'prompt_input_exit' : 'other'
}
