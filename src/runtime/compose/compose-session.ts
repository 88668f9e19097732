// Puts one session together, each part from those before it: whom it reports to comes first, the actor last.

import type { Host } from '../../core/host.ts'
import { preambleIn } from '../../sessions/folds/preamble.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import type { Above } from '../agents/above.ts'
import { SessionAgents } from '../agents/session-agents.ts'
import { createSessionCheckpoints } from '../checkpoints/session-checkpoints.ts'
import { agentInstructions } from '../context/context-preamble.ts'
import { hasMap, sessionPreamble } from '../context/session-preamble.ts'
import { costLimits } from '../cost-limits.ts'
import type { SessionSource } from '../extensions/hooks/session-hooks.ts'
import { openSessionExtensions } from '../extensions/session-extensions.ts'
import { createArtefacts } from '../host/artefacts.ts'
import { openSessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import { openReview } from '../review/open-review.ts'
import { earlierLog } from '../session/earlier-log.ts'
import type { LoadedSession } from '../session/open-session.ts'
import { SessionAccount } from '../session/session-account.ts'
import { createAskModel } from '../tools/own-tools.ts'
import { artefactFolder, openSessionTools } from '../tools/session-tools.ts'
import { checkpointsOf, delegateTool, openChild } from './child-session.ts'
import { type ComposedSession, openComposedSession } from './composed-session.ts'
import { openIdleSummaries } from './idle-summaries.ts'
import { hooksOfRuns, loadHooks } from './load-hooks.ts'
import { openActor } from './open-actor.ts'
import { openEnvelopes } from './open-envelopes.ts'
import { reviewedStreams } from './reviewed-requests.ts'
import { openRunParts } from './run-parts.ts'
import { serverTools } from './server-tools.ts'
import type { SharedParts } from './shared-parts.ts'

/** `source`: how the user came to it. `above`: of a sub-agent's session, the run it works for. */
export type SessionPlace = { source?: SessionSource; above?: Above }

export async function composeSession(
	found: LoadedSession,
	options: RuntimeOptions,
	shared: SharedParts,
	{ source, above }: SessionPlace,
): Promise<ComposedSession> {
	const { base, clock, sandbox } = shared
	const { sessionId } = found
	const artefacts = createArtefacts(artefactFolder(options, sessionId))
	const host: Host = { ...base, files: shared.toolFiles, artefacts }
	const account: SessionAccount = new SessionAccount(costLimits(options.settings), () => envelopes)
	const envelopes = openEnvelopes(found, shared, {
		payer: account.now,
		mayGoUnstored: options.isInteractive,
	})
	const hooks = above ? undefined : await loadHooks(options, { found, host, shared })
	const extensions = openSessionExtensions(await shared.extensions(), options, () => envelopes.stored)
	const stored = () => envelopes.stored
	const sections = async () => [
		...(await shared.preamble()).sections,
		...(above ? [] : agentInstructions(options)),
	]
	// A sub-agent is told what it is to know, and who may not read has no use for names of files.
	const map = above || hasMap(preambleIn(found.envelopes)) ? undefined : shared.maps?.forSession()
	const preamble = sessionPreamble(
		stored,
		sections,
		map && (async prompt => (canRead() ? map(prompt) : undefined)),
	)
	const memory = await openSessionMemory(
		{ ...found, stored },
		{
			...shared,
			payers: account,
			preamble: preamble.messages,
			cwd: options.cwd,
			artefactsFolder: options.folders.artefacts,
		},
	)
	const { maxRunning, maxPerRun } = options.settings.agents
	const agents = new SessionAgents({
		sessionId,
		clock,
		above,
		hooks: above ? above.hooks : hooks,
		limits: { maxRunning, maxPerRun },
		open: (order, over) => openChild(order, over, { options, shared, compose: composeSession }),
	})
	const own = await openSessionTools(options, {
		host,
		sessionId,
		seen: seenDetails(found.envelopes),
		searchPath: shared.searchPath,
		sandbox: { sandbox, reports: envelopes, choice: shared.sandboxed },
		drawing: shared.drawing,
		memory: memory.forTools,
		extensions,
		delegate: delegateTool(agents, options, shared),
		show: event => envelopes.show(event),
		askModel: createAskModel({
			...shared,
			streamFor: reviewedStreams(shared.streamFor, options.beforeRequest),
		}),
	})
	const canRead = () => own.toolsFor({ kind: 'ask' }).find('read') !== undefined
	const tools = await serverTools(own, { found, options, shared, envelopes })
	const earlier = earlierLog(shared.store, found)
	const checkpoints = above
		? checkpointsOf(above)
		: createSessionCheckpoints(options, {
				sessionId,
				parentId: found.parent?.sessionId,
				files: base.files,
				now: () => clock.now(),
				earlier,
				standBack: sandbox.standBack,
			})
	const review = openReview(options, {
		...found,
		checkpoints,
		files: base.files,
		stored,
		standBack: sandbox.standBack,
	})
	const runHooks = hooksOfRuns(hooks, { above, sessionId })
	const runs = openRunParts(options, shared, {
		sessionId,
		host,
		tools,
		memory,
		hooks: runHooks,
		agents,
		above,
		account,
		preamble,
	})
	const idle = await openIdleSummaries(options, { runs, envelopes, above })
	const parts = { options, shared, tools, checkpoints, review, runs, agents, hooks, idle }
	const actor = openActor(found, { ...parts, host, envelopes, memory, extensions, above, preamble })
	await actor.adopt(found.closing)
	if (source) hooks?.start(source)
	return openComposedSession(found, { ...parts, actor, earlier, memory })
}
