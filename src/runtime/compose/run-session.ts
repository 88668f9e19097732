// Puts one run together: what the model sees, what it may call, and how a call gets its approval.

import type { CallId } from '../../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { Message, ToolCall } from '../../core/messages.ts'
import { type ModelRef, sameModel } from '../../core/model-ref.ts'
import type { LoopDeps, RunnableCall } from '../../loop/deps.ts'
import { type RunEnd, run } from '../../loop/run.ts'
import { looksLikeCall } from '../../providers/wire/calls/looks-like-call.ts'
import { createCertainScrubber } from '../../safety/redaction/certain.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { ExecuteDeps } from '../../tools/executor/execute.ts'
import type { RunAccess } from '../../tools/executor/run-access.ts'
import { contextOf } from '../context/context-window.ts'
import { requestCost } from '../context/request-cost.ts'
import type { RunHooks } from '../extensions/hooks/run-hooks.ts'
import { notForThisRun, openingCalls } from '../extensions/run-calls.ts'
import { type MaskedReplies, maskedReplies } from '../masking/masked-replies.ts'
import { maskedTexts, sameText } from '../masking/masked-texts.ts'
import type { RunContext } from '../session/run-capabilities.ts'
import type { RunParts } from './run-parts.ts'

export async function runSession(parts: RunParts, context: RunContext): Promise<RunEnd> {
	const { snapshot } = context
	const tools = parts.tools(snapshot.approvals)
	const named = { find: tools.find, names: tools.specs.map(spec => spec.name) }
	const [first] = snapshot.chain
	const asked = parts.reply(snapshot.chain)
	const { streamModel, asWritten } = maskedReplies(
		parts.telemetry?.toProviders?.streamOf(parts.sessionId, asked) ?? asked,
		parts.host.secrets.known,
	)
	const preamble = await parts.preamble()
	const hooks = parts.hooks?.forRun(context)
	const about = (messages: readonly Message[]) => ({
		model: first!,
		system: parts.system,
		tools: tools.specs,
		messages,
	})
	const measured: LoopDeps['replied'] = ({ model, usage }, messages) => {
		parts.sent.sent(about(messages), preamble.length)
		if (sameModel(model, first!)) parts.gauge.report(about(messages), usage.inputTokens)
		const showUse = (warning?: string) => {
			if (warning !== undefined) context.show({ type: 'notice', level: 'warning', text: warning })
			context.show({
				type: 'context-use',
				usedTokens: usage.inputTokens + usage.outputTokens,
				windowTokens: parts.info(model).windowTokens,
			})
		}
		const watching = parts.watchWindow({ model, messages, inputTokens: usage.inputTokens })
		if (watching) return watching.then(showUse)
		showUse()
		return undefined
	}
	// Many an answer calls nothing.
	let executor: Executor | undefined
	const loadExecutor = async () => (executor ??= await import('../../tools/executor/execute.ts'))
	const { outputSchema = parts.outputSchema } = context
	const end = await run(
		context.prompt,
		{
			streamModel,
			replied: measured,
			chain: snapshot.chain,
			system: parts.system,
			get tools() {
				return tools.specs
			},
			history: historyOf(context.before),
			opening: openingCalls(context.commands ?? [], context.before.at(-1)?.seq ?? 0),
			context: contextOf(hooks ? { ...parts, hooks } : parts, context, { tools: tools.specs, preamble }),
			cacheKey: parts.sessionId,
			...(snapshot.effort && { effort: snapshot.effort }),
			...(outputSchema && {
				answer: { schema: outputSchema, checkSchema: parts.host.checkSchema },
			}),
			unreadCall: answer => looksLikeCall(answer, tools.specs, outputSchema !== undefined),
			prepare: async call =>
				notForThisRun(call, snapshot.tools, named.names) ??
				runnable(call, executor ?? (await loadExecutor()), {
					tools: named,
					parts,
					context,
					hooks,
					asWritten,
				}),
			store: context.store,
			show: context.show,
			takeNews: parts.takeNews,
			takeSteering: () => context.queue.takeSteering(),
			hasSteering: () => context.queue.hasSteering(),
			limits: parts.limits,
			estimateCost: costEstimate(parts, snapshot.chain),
			account: account => parts.account.runBegins(account, context.store),
			spentBefore: snapshotOf(context.before).costMicroUsd,
			spentBeside: parts.agents.spentBeside(),
			above: parts.above,
			...(parts.waitsForAgents && { waitForMore: signal => parts.agents.heardOf(signal) }),
			clock: parts.host.clock,
			phases: context.phases,
			logger: parts.logger,
			hooks: hooks?.loop,
		},
		context.signal,
	)
	parts.account.runEnds()
	return end
}

type Executor = typeof import('../../tools/executor/execute.ts')

async function runnable(
	call: ToolCall,
	{ execute, prepareCall }: Executor,
	{
		tools,
		parts,
		context,
		hooks,
		asWritten,
	}: {
		tools: ExecuteDeps['tools']
		parts: RunParts
		context: RunContext
		hooks: RunHooks | undefined
		asWritten: MaskedReplies['asWritten']
	},
): Promise<RunnableCall> {
	const written = asWritten(call)
	const ready = await prepareCall(written, tools)
	// What is told of a call that was masked is masked as well.
	const told = written === call ? sameText : createCertainScrubber(parts.host.secrets.known)
	const { callId } = call
	const around = hooks?.aroundCall(ready)
	return {
		tier: ready.tier === 'read-only' && around?.isAlone ? 'side-effecting' : ready.tier,
		...(ready.isParallel && { isParallel: true }),
		...(ready.subject !== undefined && { subject: told(ready.subject) }),
		execute: ({ spend, exceeded, ...events }, signal) =>
			execute(ready, {
				...events,
				run: runAccess({ callId, granted: tools.names, spend, exceeded }, parts, context),
				tools,
				host: parts.host,
				signal,
				traceparent: parts.telemetry?.ofCall(parts.sessionId, callId),
				policy: () => ({
					mode: context.approvals(),
					sessionGrants: context.sessionGrants(),
					yolo: parts.yolo,
				}),
				permissions: parts.permissions,
				approve: (permission, until, command) =>
					context.approve(
						{
							callId,
							tool: call.tool,
							// What is masked would be changed by being changed.
							...(command !== undefined && told(command) === command && { command }),
							...inputOf(call),
							permission: maskedTexts(permission, told),
						},
						until,
					),
				ask: question => context.ask({ callId, ...question }),
				keepFirst: context.keepFirst,
				scrub: parts.scrub,
				limitMs: parts.callLimitMs,
				askedMs: context.askedMs,
				hooks: around,
			}),
	}
}

function runAccess(
	call: { callId: CallId; granted: readonly string[] } & Pick<RunAccess, 'spend' | 'exceeded'>,
	{ above }: RunParts,
	{ runId, snapshot, approve, ask, keepFirst, store, show, deliver }: RunContext,
): RunAccess {
	const { callId, ...rest } = call
	return {
		...rest,
		runId: above?.runId ?? runId,
		snapshot,
		approve: (asked, until) => approve({ callId, ...asked }, until),
		ask: question => ask({ callId, ...question }),
		keepFirst,
		store,
		show,
		deliver,
	}
}

function costEstimate(parts: RunParts, chain: readonly ModelRef[]): LoopDeps['estimateCost'] {
	// Whoever is to write summaries may be asked in every run, and so may those beside.
	const models = [...chain, ...(parts.summaryModel ? [parts.summaryModel] : []), ...parts.spendersBeside]
	return (messages, sentTokens) => {
		const tokens = parts.estimateTokens(messages)
		const cost = requestCost(models, parts.info, { tokens, cachedTokens: Math.min(sentTokens, tokens) })
		return (cost.costMicroUsd === undefined ? undefined : parts.unpricedSearch(chain)) ?? cost
	}
}

/** Whoever is asked may not have seen the call: that of an agent, or of a reply that is still coming in. */
function inputOf(call: ToolCall): { input?: JsonObject } {
	const input = parseJson(call.arguments)
	return isObject(input) ? { input } : {}
}
