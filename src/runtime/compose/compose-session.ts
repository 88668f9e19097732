// Puts one session together, each part from those before it: whom it reports to comes first, the actor last.

import type { Host } from '../../core/host.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import type { Above } from '../agents/above.ts'
import { SessionAgents } from '../agents/session-agents.ts'
import { createArtefacts } from '../host/artefacts.ts'
import { openSessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import { createSessionCheckpoints } from '../session/checkpoints.ts'
import { earlierLog } from '../session/earlier-log.ts'
import type { LoadedSession } from '../session/open-session.ts'
import { artefactFolder, openSessionTools } from '../tools/session-tools.ts'
import { checkpointsOf, delegateTool, openChild } from './child-session.ts'
import { type ComposedSession, openComposedSession } from './composed-session.ts'
import { openActor } from './open-actor.ts'
import { openEnvelopes } from './open-envelopes.ts'
import { openRunParts } from './run-parts.ts'
import type { SharedParts } from './shared-parts.ts'

export async function composeSession(
	found: LoadedSession,
	options: RuntimeOptions,
	shared: SharedParts,
	above?: Above,
): Promise<ComposedSession> {
	const { base, clock, store, sandbox } = shared
	const { sessionId, parent } = found
	const host: Host = { ...base, artefacts: createArtefacts(artefactFolder(options, sessionId)) }
	const envelopes = openEnvelopes(found, shared)
	const memory = await openSessionMemory({ ...found, stored: () => envelopes.stored }, shared)
	const { maxRunning, maxPerRun } = options.settings.agents
	const agents = new SessionAgents({
		sessionId,
		clock,
		above,
		limits: { maxRunning, maxPerRun },
		open: (order, over) => openChild(order, over, { options, shared, compose: composeSession }),
	})
	const tools = await openSessionTools(options, {
		host,
		sessionId,
		seen: seenDetails(found.envelopes),
		searchPath: shared.searchPath,
		sandbox: { sandbox, reports: envelopes },
		drawing: shared.drawing,
		memory: memory.forTools,
		delegate: delegateTool(agents, options, shared),
	})
	const earlier = earlierLog(store, found)
	const checkpoints = above
		? checkpointsOf(above)
		: createSessionCheckpoints(options, {
				sessionId,
				parentId: parent?.sessionId,
				files: base.files,
				now: () => clock.now(),
				earlier,
				standBack: sandbox.standBack,
			})
	const runs = openRunParts(options, shared, { sessionId, host, tools, memory, agents, above })
	const actor = openActor(found, {
		options,
		shared,
		host,
		envelopes,
		memory,
		tools,
		checkpoints,
		runs,
		agents,
		above,
	})
	await actor.adopt(found.closing)
	return openComposedSession(found, {
		options,
		shared,
		actor,
		runs,
		agents,
		tools,
		checkpoints,
		earlier,
	})
}
