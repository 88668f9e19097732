// Run parts: what a session brings to each of its runs, whatever the prompt.

import type { ApprovalMode } from '../../core/approval.ts'
import { once } from '../../core/async/once.ts'
import type { Host } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { Logger } from '../../core/logging/logger.ts'
import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { RequestEstimate } from '../../core/usage.ts'
import type { Limits } from '../../loop/deps.ts'
import type { ExecutePermissions } from '../../tools/executor/execute.ts'
import type { RulePlace } from '../../tools/executor/ruled-call.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import { systemPrompt } from '../../workspace/prompt/system-prompt.ts'
import { parseModel } from '../../workspace/settings/model-choice.ts'
import type { Above } from '../agents/above.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import { createHistoryEstimate, estimateText, estimateTools } from '../context/context-estimate.ts'
import type { ContextParts } from '../context/context-window.ts'
import { earlySummaries } from '../context/early-summaries.ts'
import { createSentPrefix, type SentPrefix } from '../context/sent-prefix.ts'
import type { SessionPreamble } from '../context/session-preamble.ts'
import { createTokenGauge } from '../context/token-gauge.ts'
import { loadTokenCounter } from '../context/tokens/token-counter.ts'
import type { WatchedReply, WindowWatch } from '../context/window-watch.ts'
import { costLimits } from '../cost-limits.ts'
import type { SessionMemory } from '../memory/session-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import type { SessionAccount } from '../session/session-account.ts'
import type { RuntimeTelemetry } from '../telemetry/runtime-telemetry.ts'
import type { SessionTools } from '../tools/session-tools.ts'
import type { HooksOfRuns } from './load-hooks.ts'
import { reviewedStreams } from './reviewed-requests.ts'
import type { SharedParts } from './shared-parts.ts'
import { spendersBeside, unpricedSearch } from './spenders.ts'

export type RunParts = ContextParts & {
	host: Host
	sessionId: SessionId
	/** What a session's first prompt is preceded by: instructions of the folder, where we are. */
	preamble(): Promise<readonly Message[]>
	/** What the model is to know of the background. Asking takes it. */
	takeNews(): string | undefined
	tools(mode: ApprovalMode): { specs: readonly ToolSpec[]; find(name: string): Tool | undefined }
	/** What was sent last, to tell why a cache did not hold. */
	sent: SentPrefix
	scrub(text: string): string
	/** What the final answer must fit. */
	outputSchema: JsonSchema | undefined
	yolo: boolean
	/** Left out, there are no rules to go by. */
	permissions?: ExecutePermissions | undefined
	limits: Limits
	/** Paid for as well, so none of them may be without a price where cost is limited. */
	spendersBeside: readonly ModelRef[]
	unpricedSearch(chain: readonly ModelRef[]): RequestEstimate | undefined
	callLimitMs: number
	watchWindow(reply: Omit<WatchedReply, 'fixedTokens'>): ReturnType<WindowWatch>
	estimateTokens(messages: readonly Message[]): number
	/** Left out, nobody has any. */
	hooks?: HooksOfRuns | undefined
	agents: Pick<SessionAgents, 'heardOf' | 'spentBeside'>
	/** A run does not end before its agents in the background have. */
	waitsForAgents: boolean
	/** Of a sub-agent's session: the run it works for. */
	above: Above | undefined
	/** Told of each run, which pays for what is spent beside its turns. */
	account: Pick<SessionAccount, 'runBegins' | 'runEnds'>
	logger: Logger | undefined
	/** Left out, nobody follows it. */
	telemetry?: RuntimeTelemetry | undefined
}

/** @throws AgentError when the model that is to write summaries is served by no provider */
export function openRunParts(
	options: RuntimeOptions,
	shared: SharedParts,
	session: {
		sessionId: SessionId
		host: Host
		tools: Pick<SessionTools, 'toolsFor' | 'workspace' | 'takeNews'>
		memory: Pick<SessionMemory, 'scratchpad'>
		hooks?: HooksOfRuns | undefined
		agents: SessionAgents
		above: Above | undefined
		account: RunParts['account']
		preamble: SessionPreamble
	},
): RunParts {
	const { permissions, settings } = options
	const { streamFor, info, scrub, learnWindow, compactAt } = shared
	const { sessionId, host, tools, memory, hooks, agents, above, account, preamble } = session
	const offered = tools.toolsFor({ kind: 'ask' })
	const system = systemPrompt({
		hasTools: offered.names.length > 0,
		guidance: offered.guidance,
		interactive: options.isInteractive,
		...options.systemPrompt,
	})
	const tokensWith = (specs: typeof offered.specs) => estimateText(system) + estimateTools(specs)
	let fixed = { tools: offered.specs.length, tokens: tokensWith(offered.specs) }
	// MCP servers bring more of them later.
	const fixedTokens = () => {
		const { specs } = tools.toolsFor({ kind: 'ask' })
		if (specs.length !== fixed.tools) fixed = { tools: specs.length, tokens: tokensWith(specs) }
		return fixed.tokens
	}
	const estimateHistory = createHistoryEstimate()
	return {
		host,
		sessionId,
		agents,
		above,
		account,
		logger: options.log?.logger,
		telemetry: options.telemetry,
		waitsForAgents: (options.endsWithRun ?? !options.isInteractive) || above !== undefined,
		reply: reviewedStreams(streamFor, options.beforeRequest),
		info,
		system,
		preamble: preamble.messages,
		takeNews: tools.takeNews,
		tools: tools.toolsFor,
		scrub,
		outputSchema: options.outputSchema,
		yolo: options.yolo,
		permissions: permissions && laterRules({ ...permissions, workspace: tools.workspace }),
		limits: {
			maxTurns: settings.budget.maxTurns,
			...costLimits(settings),
		},
		callLimitMs: CALL_LIMIT_MS,
		watchWindow: reply => shared.watchWindow({ ...reply, fixedTokens: fixedTokens() }),
		estimateTokens: messages => fixedTokens() + estimateHistory(messages),
		gauge: createTokenGauge(loadTokenCounter),
		sent: createSentPrefix(),
		learnWindow,
		compactAt,
		early: earlySummaries(options),
		streamIdleMs: settings.network.streamIdleMs,
		summaryModel: summaryModel(options),
		spendersBeside: spendersBeside(options, offered.names),
		unpricedSearch: unpricedSearch(options, info),
		notes: memory.scratchpad,
		hooks,
	}
}

/** What judges by rules loads with the first call. */
function laterRules(place: RulePlace): ExecutePermissions {
	const load = once(async () => (await import('../../tools/executor/ruled-call.ts')).ruledCalls(place))
	return { about: async (...call) => (await load()).about(...call) }
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
