// One session of the engine: the actor, loop and gate of every session, over tools of the host and nothing of a machine.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { Host } from '../../core/host.ts'
import type { IdSource, SessionId } from '../../core/ids.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { Effort, ModelInfo, ReviewRequest, StreamModel } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { Limits } from '../../loop/deps.ts'
import { reviewedStreams } from '../../runtime/compose/reviewed-requests.ts'
import type { RunParts } from '../../runtime/compose/run-parts.ts'
import { runSession } from '../../runtime/compose/run-session.ts'
import { compactSession } from '../../runtime/context/compact-session.ts'
import { createLearnedWindows } from '../../runtime/context/learned-windows.ts'
import { createSentPrefix } from '../../runtime/context/sent-prefix.ts'
import { createTokenGauge } from '../../runtime/context/token-gauge.ts'
import {
	createHistoryEstimate,
	estimateText,
	estimateTools,
} from '../../runtime/context/tokens/context-estimate.ts'
import { promptMask } from '../../runtime/masking/masked-prompt.ts'
import { Envelopes } from '../../runtime/session/envelopes.ts'
import type { LoadedSession } from '../../runtime/session/open-session.ts'
import { SessionActor } from '../../runtime/session/session-actor.ts'
import { EventSubscribers } from '../../runtime/session/subscribers.ts'
import { createAskModel, ownToolsOf } from '../../runtime/tools/own-tools.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import { settingsIn } from '../../sessions/folds/snapshot.ts'
import type { OwnTool } from '../../tools/executor/own-tool.ts'
import { createRegistry } from '../../tools/executor/registry.ts'
import type { SessionPort } from '../session/session.ts'
import { NO_AGENTS, NOTHING_OF_A_MACHINE, NOWHERE } from './absent-services.ts'

export type EngineSessionParts = {
	host: Host
	ids: IdSource
	version: string
	chain: readonly ModelRef[]
	effort: Effort | undefined
	approvals: ApprovalMode
	isInteractive: boolean
	instructions: string
	outputSchema: JsonSchema | undefined
	limits: Limits
	ownTools: () => readonly OwnTool[]
	streamFor(models: readonly ModelRef[]): StreamModel
	info(ref: ModelRef): ModelInfo
	knows(provider: string): boolean
	beforeRequest: ReviewRequest | undefined
}

export async function openEngineSession(
	found: LoadedSession,
	parts: EngineSessionParts,
): Promise<SessionPort> {
	const { host } = parts
	const { sessionId, log } = found
	const { clock } = host
	const subscribers = new EventSubscribers()
	const windows = createLearnedWindows()
	const info = (ref: ModelRef) => windows.over(parts.info(ref))
	const envelopes = new Envelopes({
		mayGoUnstored: true,
		sessionId,
		before: found.envelopes,
		clock,
		append: (batch, options) => log.append(batch, options),
		deliver: envelope => subscribers.deliver(envelope),
	})
	const reply = reviewedStreams(parts.streamFor, parts.beforeRequest)
	const tools = engineTools(parts, { sessionId, reply, info })
	const runs = engineRuns(parts, { sessionId, reply, info, tools, learnWindow: windows.learn })
	const actor = engineActor(found, parts, { envelopes, tools, runs })
	await actor.adopt(found.closing)
	return {
		async send(command) {
			switch (command.type) {
				case 'session-new':
				case 'session-resume':
				case 'session-fork':
				case 'server-restart':
				case 'server-accept':
					throw new AgentError('rejected', `${command.type} is nothing that a session of the engine knows`)
				case 'shutdown':
					await actor.send(command)
					await actor.settled()
					await log.close()
					return subscribers.close()
				default:
					return actor.send(command)
			}
		},
		events(fromSeq, signal) {
			const { stored, nextSettings } = actor
			const open = {
				seq: 0,
				at: clock.now(),
				sessionId,
				event: { type: 'session-open' as const, cwd: NOWHERE, resumed: found.resumed, ...nextSettings },
			}
			const backlog = stored.filter(({ seq }) => seq > fromSeq)
			return subscribers.follow(fromSeq === 0 ? [open, ...backlog] : backlog, signal)
		},
	}
}

type EngineTools = ReturnType<typeof engineTools>

/** The host's own tools: those there are now, and in plan mode those that may be used then. */
function engineTools(
	parts: EngineSessionParts,
	{
		sessionId,
		reply,
		info,
	}: { sessionId: SessionId; reply: EngineSessionParts['streamFor']; info(ref: ModelRef): ModelInfo },
) {
	const { clock, checkSchema } = parts.host
	const askModel = createAskModel({ streamFor: reply, info, clock })
	const takeOwn = ownToolsOf(parts, { sessionId, checkSchema, askModel })
	const registries = () => {
		const { tools } = takeOwn()
		const planning = tools.filter(({ facts }) => facts?.phase === 'plan')
		return { normal: createRegistry(tools), planning: createRegistry(planning) }
	}
	let offered = registries()
	return {
		all: () => offered.normal,
		toolsFor: (mode: ApprovalMode) => (mode.kind === 'plan' ? offered.planning : offered.normal),
		ready: async () => {
			if (!takeOwn().isSame) offered = registries()
		},
		knows() {},
	}
}

function engineRuns(
	parts: EngineSessionParts,
	{
		sessionId,
		reply,
		info,
		tools,
		learnWindow,
	}: Pick<RunParts, 'sessionId' | 'reply' | 'info' | 'learnWindow'> & { tools: EngineTools },
): RunParts {
	const { host, limits } = parts
	const system = [parts.instructions, ...tools.all().guidance].filter(text => text !== '').join('\n\n')
	const estimateHistory = createHistoryEstimate()
	return {
		host,
		sessionId,
		agents: NO_AGENTS,
		above: undefined,
		waitsForAgents: false,
		reply,
		info,
		system,
		preamble: async () => [],
		takeNews: () => undefined,
		tools: tools.toolsFor,
		scrub: createScrubber(host.secrets.known),
		outputSchema: parts.outputSchema,
		yolo: false,
		limits,
		callLimitMs: CALL_LIMIT_MS,
		watchWindow: () => undefined,
		estimateTokens: messages =>
			estimateText(system) + estimateTools(tools.all().specs) + estimateHistory(messages),
		gauge: createTokenGauge(async () => estimateText),
		sent: createSentPrefix(),
		learnWindow,
		compactAt: COMPACT_AT,
		streamIdleMs: STREAM_IDLE_MS,
		summaryModel: undefined,
		logger: undefined,
		account: { runBegins() {}, runEnds() {} },
		notes: () => [],
		spendersBeside: [],
		unpricedSearch: () => undefined,
	}
}

function engineActor(
	found: LoadedSession,
	parts: EngineSessionParts,
	{ envelopes, tools, runs }: { envelopes: Envelopes; tools: EngineTools; runs: RunParts },
): SessionActor {
	const { host, limits } = parts
	const last = settingsIn(found.envelopes)
	return new SessionActor({
		...NOTHING_OF_A_MACHINE,
		sessionId: found.sessionId,
		parent: found.parent,
		version: parts.version,
		isInteractive: parts.isInteractive,
		settings: {
			chain: parts.chain,
			approvals: last.approvals ?? parts.approvals,
			effort: parts.effort ?? last.effort,
		},
		maxTurns: limits.maxTurns,
		ids: parts.ids,
		clock: host.clock,
		envelopes,
		tools,
		models: {
			check({ provider, model }) {
				if (!parts.knows(provider))
					throw new AgentError(
						'model-unknown',
						`${modelName({ provider, model })}: there is no provider "${provider}"`,
					)
			},
			effortDoubt: () => undefined,
		},
		withoutSecrets: promptMask(host.secrets.known),
		run: context => runSession(runs, context),
		compact: context => compactSession(runs, context),
	})
}

const CALL_LIMIT_MS = 15 * 60_000
const COMPACT_AT = 0.8
const STREAM_IDLE_MS = 90_000
