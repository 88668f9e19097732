// Opens a session's actor: what it takes commands with, and what a run of it is done by.

import type { Host } from '../../core/host.ts'
import { errorFacts } from '../../core/logging/logger.ts'
import { denialOf } from '../../safety/permissions/hidden-places.ts'
import { requireFree } from '../../sessions/select.ts'
import { findProject, gitBranch } from '../../workspace/places/project.ts'
import type { Above } from '../agents/above.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { SessionCheckpoints } from '../checkpoints/session-checkpoints.ts'
import type { SummaryLog } from '../context/ask-summary-model.ts'
import type { SessionPreamble } from '../context/session-preamble.ts'
import type { SessionHooks } from '../extensions/hooks/session-hooks.ts'
import { withMentions } from '../extensions/mcp/with-mentions.ts'
import type { SessionExtensions } from '../extensions/session-extensions.ts'
import { promptMask } from '../masking/masked-prompt.ts'
import type { IdleWriter } from '../memory/run-summaries/idle-writer.ts'
import type { SessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import type { SessionReview } from '../review/session-review.ts'
import type { ActorDeps } from '../session/actor-deps.ts'
import type { Envelopes } from '../session/envelopes.ts'
import type { LoadedSession } from '../session/open-session.ts'
import { withImages } from '../session/prompt-images.ts'
import type { IdleContext, RunContext } from '../session/run-capabilities.ts'
import { SessionActor } from '../session/session-actor.ts'
import { sessionModels, sessionSettings } from '../session/session-settings.ts'
import type { SessionTools } from '../tools/session-tools.ts'
import type { RunParts } from './run-parts.ts'
import { runSession } from './run-session.ts'
import type { SharedParts } from './shared-parts.ts'

export type ActorParts = {
	options: RuntimeOptions
	shared: Pick<SharedParts, 'ids' | 'clock' | 'info' | 'store' | 'servers' | 'scrub' | 'sandboxed'>
	host: Host
	envelopes: Envelopes
	memory: SessionMemory
	tools: SessionTools
	extensions: SessionExtensions
	checkpoints: SessionCheckpoints
	review: SessionReview
	runs: RunParts
	agents: SessionAgents
	above: Above | undefined
	preamble: SessionPreamble
	hooks?: SessionHooks | undefined
	/** Left out, nothing is written about runs while nothing else is going on. */
	idle?: IdleWriter | undefined
}

export function openActor(found: LoadedSession, parts: ActorParts): SessionActor {
	const { options, shared, host, envelopes, memory, tools, extensions, checkpoints, runs } = parts
	const { agents, above, hooks } = parts
	const { cwd, home, permissions, settings } = options
	const { workspace } = tools
	const readImages: ActorDeps['withImages'] = async (message, ref) =>
		withImages(await withMentions(message, shared), {
			cwd,
			home,
			model: shared.info(ref),
			host,
			deniedBy: path => denialOf(path, { workspace, permissions }, host.files),
		})
	const { idle } = parts
	const run = (context: RunContext) => (idle ? idle.during(() => doRun(context)) : doRun(context))
	const doRun = (context: RunContext) =>
		checkpoints
			.during(context, watched => runSession(runs, watched))
			.catch((error: unknown) => {
				runs.logger?.log('debug', 'run-error', errorFacts(error))
				throw error
			})
	const actor = new SessionActor({
		sessionId: found.sessionId,
		parent: found.parent,
		cwd,
		version: options.version,
		isInteractive: options.isInteractive,
		sandboxed: () => ({
			mode: settings.sandbox.mode ?? 'workspace-write',
			commands: shared.sandboxed.current() === 'run' ? 'run' : 'ask',
		}),
		settings: sessionSettings(options, found.envelopes),
		maxTurns: settings.budget.maxTurns,
		branch: above ? undefined : async () => gitBranch(await findProject(cwd)),
		runLimitMs: settings.budget.timeoutMs,
		requireFreeName: async name => requireFree(name, found.sessionId, await shared.store.list()),
		allowForProject: permissions?.allowForProject,
		ids: shared.ids,
		clock: shared.clock,
		envelopes,
		agents,
		above,
		memory: besideTmux(memory, parts),
		preamble: parts.preamble,
		tools,
		extensions: above ? AS_IT_IS : extensions,
		checkpoints,
		review: parts.review,
		models: sessionModels(options, shared.info),
		withoutSecrets: promptMask(options.secrets.known),
		withImages: above
			? async given => given
			: hooks
				? async (given, ref) => readImages(await hooks.submitted(given), ref)
				: readImages,
		run: hooks ? context => hooks.during(context, run) : run,
		summarizeLeft: async left =>
			(await import('../context/left-summary.ts')).leftSummary(left, runs, summaryLog(envelopes)),
		...(runs.early && {
			early: {
				drop: runs.early.summary.drop,
				settled: runs.early.summary.settled,
				...(!above &&
					!(options.endsWithRun ?? !options.isInteractive) && {
						idle: async (context: IdleContext) =>
							(await import('../context/compact-session.ts')).compactEarly(runs, context),
					}),
			},
		}),
		compact: async context => (await import('../context/compact-session.ts')).compactSession(runs, context),
	})
	hooks?.follow(() => actor.nextSettings)
	return actor
}

/** What is spent on summaries between two runs is the session's. */
function summaryLog(envelopes: Envelopes): SummaryLog {
	return { stored: () => envelopes.stored, store: event => envelopes.store(event) }
}

/** A sub-agent is told what it is to know. */
function besideTmux(memory: SessionMemory, { options, shared, above }: ActorParts): ActorDeps['memory'] {
	const { settings, env } = options
	if (above || !settings.tmux.pane || !env.TMUX) return memory
	return {
		...memory,
		withMemory: async (...given) => {
			const { withPaneNote } = await import('../context/pane-note.ts')
			return withPaneNote(await memory.withMemory(...given), options, shared)
		},
	}
}

/** What an agent is asked, nobody has typed: a model may not call commands, name files or stand for the user. */
const AS_IT_IS: ActorDeps['extensions'] = {
	expand: async message => ({ message, run: { commands: [] }, notices: [] }),
}
