// Puts one session together, each part from those before it: whom it reports to comes first, the actor last.

import type { Host } from '../../core/host.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import { openSessionExtensions } from '../extensions/session-extensions.ts'
import { createArtefacts } from '../host/artefacts.ts'
import { openSessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import { createSessionCheckpoints } from '../session/checkpoints.ts'
import { earlierLog } from '../session/earlier-log.ts'
import type { LoadedSession } from '../session/open-session.ts'
import { artefactFolder, openSessionTools } from '../tools/session-tools.ts'
import { type ComposedSession, openComposedSession } from './composed-session.ts'
import { openActor } from './open-actor.ts'
import { openEnvelopes } from './open-envelopes.ts'
import { openRunParts } from './run-parts.ts'
import type { SharedParts } from './shared-parts.ts'

export async function composeSession(
	found: LoadedSession,
	options: RuntimeOptions,
	shared: SharedParts,
): Promise<ComposedSession> {
	const { base, clock, store, sandbox, servers } = shared
	const { sessionId, parent } = found
	const host: Host = { ...base, artefacts: createArtefacts(artefactFolder(options, sessionId)) }
	const envelopes = openEnvelopes(found, shared)
	const extensions = openSessionExtensions(await shared.extensions(), options, () => envelopes.stored)
	const memory = await openSessionMemory({ ...found, stored: () => envelopes.stored }, shared)
	const own = await openSessionTools(options, {
		host,
		sessionId,
		seen: seenDetails(found.envelopes),
		searchPath: shared.searchPath,
		sandbox: { sandbox, reports: envelopes },
		drawing: shared.drawing,
		memory: memory.forTools,
		extensions,
	})
	const tools = servers
		? (await import('../extensions/mcp/with-servers.ts')).withServers(own, {
				servers,
				options,
				checkSchema: host.checkSchema,
				before: found.envelopes,
				show: event => envelopes.show(event),
			})
		: own
	const earlier = earlierLog(store, found)
	const checkpoints = createSessionCheckpoints(options, {
		sessionId,
		parentId: parent?.sessionId,
		files: base.files,
		now: () => clock.now(),
		earlier,
		standBack: sandbox.standBack,
	})
	const runs = openRunParts(options, shared, { sessionId, host, tools, memory })
	const actor = openActor(found, {
		options,
		shared,
		host,
		envelopes,
		memory,
		tools,
		extensions,
		checkpoints,
		runs,
	})
	await actor.adopt(found.closing)
	return openComposedSession(found, { options, shared, actor, runs, tools, checkpoints, earlier })
}
