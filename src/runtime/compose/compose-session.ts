// Puts one session together, each part from those before it: whom it reports to comes first, the actor last.

import type { Host } from '../../core/host.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import type { Above } from '../agents/above.ts'
import { SessionAgents } from '../agents/session-agents.ts'
import type { SessionHooks, SessionSource } from '../extensions/hooks/session-hooks.ts'
import { openSessionExtensions } from '../extensions/session-extensions.ts'
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
	origin: { source: SessionSource } | { above: Above; hooks: SessionHooks | undefined },
): Promise<ComposedSession> {
	const { base, clock, store, sandbox, servers } = shared
	const { sessionId, parent } = found
	const above = 'above' in origin ? origin.above : undefined
	const host: Host = { ...base, artefacts: createArtefacts(artefactFolder(options, sessionId)) }
	const envelopes = openEnvelopes(found, shared)
	const extensions = openSessionExtensions(await shared.extensions(), options, () => envelopes.stored)
	const memory = await openSessionMemory({ ...found, stored: () => envelopes.stored }, shared)
	// A sub-agent has those of the session it works for.
	const hooks = 'above' in origin ? origin.hooks : await openHooks(options, { found, host, shared })
	const { maxRunning, maxPerRun } = options.settings.agents
	const agents = new SessionAgents({
		sessionId,
		clock,
		above,
		limits: { maxRunning, maxPerRun },
		open: (order, over) => openChild(order, over, { options, shared, hooks, compose: composeSession }),
	})
	const own = await openSessionTools(options, {
		host,
		sessionId,
		seen: seenDetails(found.envelopes),
		searchPath: shared.searchPath,
		sandbox: { sandbox, reports: envelopes },
		drawing: shared.drawing,
		memory: memory.forTools,
		delegate: delegateTool(agents, options, shared),
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
	const runs = openRunParts(options, shared, { sessionId, host, tools, memory, agents, above, hooks })
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
		agents,
		above,
		hooks,
	})
	await actor.adopt(found.closing)
	if ('source' in origin) hooks?.start(origin.source)
	return openComposedSession(found, {
		options,
		shared,
		actor,
		runs,
		agents,
		tools,
		checkpoints,
		earlier,
		hooks: above ? undefined : hooks,
	})
}

/** Loaded only where somebody has any. */
async function openHooks(
	options: RuntimeOptions,
	{ found, host, shared }: { found: LoadedSession; host: Host; shared: SharedParts },
): Promise<SessionHooks | undefined> {
	const configs = options.bare ? [] : (options.extensions?.hooks ?? [])
	if (configs.length === 0) return undefined
	const { openSessionHooks } = await import('../extensions/hooks/open-hooks.ts')
	const first = found.envelopes[0]?.event
	return openSessionHooks(configs, options, {
		sessionId: found.sessionId,
		begunIn: first?.type === 'session-start' ? first.cwd : options.cwd,
		host,
		scrub: shared.scrub,
		warn: text => shared.warnings.put(text),
	})
}
