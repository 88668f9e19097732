// Puts one session together: its tools, its log, what its runs are made with, and the actor in front of them.

import type { NoteScope } from '../../core/commands.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { Host } from '../../core/host.ts'
import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { denialOf } from '../../safety/permissions/hidden-places.ts'
import { missingSandbox } from '../../sandbox/session-sandbox.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import { systemPrompt } from '../../workspace/prompt/system-prompt.ts'
import { parseModel } from '../../workspace/settings/model-choice.ts'
import { createHistoryEstimate, estimateText, estimateTools } from '../context/context-estimate.ts'
import { createTokenGauge } from '../context/token-gauge.ts'
import { createArtefacts } from '../host/artefacts.ts'
import type { MemorySession } from '../memory/memory.ts'
import { keptNote } from '../memory/memory-notes.ts'
import { storedMessage } from '../memory/stored-message.ts'
import type { RuntimeOptions } from '../options.ts'
import { createSessionCheckpoints } from '../session/checkpoints.ts'
import { earlierLog } from '../session/earlier-log.ts'
import type { FoundSession } from '../session/open-session.ts'
import { withImages } from '../session/prompt-images.ts'
import { SessionActor } from '../session/session-actor.ts'
import { checkModel, sessionSettings } from '../session/session-settings.ts'
import { artefactFolder, openSessionTools } from '../tools/session-tools.ts'
import { openEnvelopes } from './open-envelopes.ts'
import { type RunParts, runSession } from './run-session.ts'
import type { SharedParts } from './shared-parts.ts'

export async function composeSession(found: FoundSession, options: RuntimeOptions, shared: SharedParts) {
	const { settings, cwd } = options
	const { base, clock, ids, store, info, memory, notes, preface, reply, sandbox, scrub } = shared
	const { sessionId } = found
	const host: Host = { ...base, artefacts: createArtefacts(artefactFolder(options, sessionId)) }
	const envelopes = openEnvelopes(found, shared)
	const earlier = earlierLog(store, found)
	const memorySession = (stored: readonly Envelope<StoredEvent>[]): MemorySession => ({
		sessionId,
		parentId: found.parent?.sessionId,
		visible: async () => [...(await preface()).messages, ...historyOf(stored)],
		isCondensed: stored.some(({ event }) => event.type === 'compaction'),
	})
	let scratchpad = found.resumed ? await notes.scratchpad(sessionId) : []
	const remember = async (text: string, scope: NoteScope) => {
		const kept = await notes.keep(text, scope, sessionId)
		if (scope === 'session') scratchpad = await notes.scratchpad(sessionId)
		return kept
	}
	const tools = await openSessionTools(options, {
		host,
		seen: seenDetails(found.envelopes),
		sessionId,
		searchPath: shared.searchPath,
		sandbox: {
			sandbox,
			known: state => {
				envelopes.show({ type: 'sandbox-state', sandbox: state })
				const text = missingSandbox(state)
				if (text !== undefined) envelopes.warn(text)
			},
			told: text => envelopes.warn(text),
		},
		drawing: shared.drawing,
		memory: memory && {
			recall: {
				recall: (query, signal) => memory.recall(query, memorySession(envelopes.stored), signal),
				message: (session, number) => storedMessage(store, session, number),
			},
			remember,
		},
	})
	const checkpoints = createSessionCheckpoints(options, {
		standBack: sandbox.standBack,
		sessionId,
		parentId: found.parent?.sessionId,
		files: base.files,
		now: () => clock.now(),
		earlier,
	})
	const offered = tools.offered({ kind: 'ask' })
	const system = systemPrompt({
		hasTools: offered.names.length > 0,
		guidance: offered.guidance,
		interactive: options.isInteractive,
		...options.systemPrompt,
	})
	const fixedTokens = estimateText(system) + estimateTools(offered.specs)
	const estimateHistory = createHistoryEstimate()
	const parts: RunParts = {
		host,
		sessionId,
		reply,
		info,
		system,
		preface: async () => (await preface()).messages,
		tools: tools.offered,
		scrub,
		outputSchema: options.outputSchema,
		yolo: options.yolo,
		permissions: options.permissions && {
			rules: options.permissions.rules,
			root: options.permissions.root,
			workspace: tools.workspace,
		},
		limits: {
			maxTurns: settings.budget.maxTurns,
			runMicroUsd: microUsd(settings.budget.maxCostUsd),
			sessionMicroUsd: microUsd(settings.budget.maxSessionCostUsd),
		},
		callLimitMs: CALL_LIMIT_MS,
		watchWindow: reply => shared.watchWindow({ ...reply, fixedTokens }),
		estimateTokens: messages => fixedTokens + estimateHistory(messages),
		gauge: createTokenGauge(),
		learnWindow: shared.learnWindow,
		compactAt: shared.compactAt,
		summaryModel: summaryModel(options),
		notes: () => scratchpad,
	}
	const actor = new SessionActor({
		sessionId,
		cwd,
		version: options.version,
		parent: found.parent,
		envelopes,
		ids,
		clock,
		isInteractive: options.isInteractive,
		settings: sessionSettings(options, found.envelopes),
		toolNames: mode => tools.offered(mode).names,
		maxTurns: settings.budget.maxTurns,
		runLimitMs: settings.budget.timeoutMs,
		checkModel: ref => checkModel(ref, options),
		withImages: (message, ref) =>
			withImages(message, {
				cwd,
				home: options.home,
				model: info(ref),
				host,
				deniedBy: path =>
					denialOf(path, { workspace: tools.workspace, permissions: options.permissions }, host.files),
			}),
		withMemory: async (message, before, signal) =>
			memory ? memory.withMemory(message, memorySession(before), signal) : message,
		remember: async (text, scope) => keptNote(await remember(text, scope)),
		effortDoubt: ref => effortDoubt(info(ref)),
		allowForProject: options.permissions?.allowForProject,
		run: context => checkpoints.during(context, watched => runSession(parts, watched)),
		goBack: checkpoints.rewind,
		wentBack: stored => tools.knows(seenDetails(stored)),
		compact: async context => (await import('../context/compact-session.ts')).compactSession(parts, context),
	})
	await actor.adopt(found.closing)
	const doubt = options.effort?.isChosen ? effortDoubt(info(actor.nextSettings.chain[0]!)) : undefined
	const notices = [
		...found.notices,
		...(await preface()).problems,
		...options.notices,
		...(doubt === undefined ? [] : [doubt]),
	]
	return {
		actor,
		resumed: found.resumed,
		isTail: found.isTail,
		notices,
		prefix: async () => ({
			system,
			tools: tools.offered(actor.nextSettings.approvals).specs,
			preface: (await preface()).messages,
			gauge: parts.gauge,
		}),
		rewindPoints: (toSeq?: number) => checkpoints.points(actor.stored, toSeq),
		prompts: () => earlier.withAll(['run-start'], actor.stored),
		probeSandbox: () => tools.probeSandbox(),
		close: async () => {
			await tools.close()
			await found.log.close()
		},
	}
}

/** A tool that has not come to an end by itself is stopped after this; the shell has a limit of its own. */
const CALL_LIMIT_MS = 15 * 60_000

/** @throws AgentError when no provider can serve it */
function summaryModel({ settings, providers, provider }: RuntimeOptions): ModelRef | undefined {
	const name = settings.context.summaryModel
	if (name === undefined) return undefined
	const known = provider ? [name.split('/', 1)[0]!] : providers.map(({ id }) => id)
	return parseModel(name, known)
}

function effortDoubt({ ref, reasoning }: ModelInfo): string | undefined {
	if (reasoning) return undefined
	const name = modelName(ref)
	return `${name} is not known to reason, so effort changes nothing; if it does, set models.${name}.reasoning to true`
}

function microUsd(usd: number | undefined): number | undefined {
	return usd === undefined ? undefined : Math.round(usd * 1_000_000)
}
