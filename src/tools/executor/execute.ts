// One call from the model's text to a result: prepare → assess → evaluate → approve → run → scrub → truncate. Never throws,
// and the same path for every tool.

import { followSignal } from '../../core/async/follow-signal.ts'
import { messageOf } from '../../core/errors.ts'
import type { Host } from '../../core/host.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { ResultPart, ToolCall } from '../../core/messages.ts'
import type { PermissionDecision, Tier } from '../../core/permission.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { timeIsUp } from '../../core/time/time-limit.ts'
import {
	failedResult,
	type Problem,
	REFUSED_BY_USER,
	type RunPolicy,
	resultWithout,
	STOPPED_BY_USER,
	type ToolContext,
	type ToolResult,
} from '../../core/tool.ts'
import { type AboutCall, decide, NO_RULES } from '../../safety/decide.ts'
import { withHookAnswer } from '../../safety/hook-answer.ts'
import { type ChangedCall, executeAnswered, withNote } from './answered-call.ts'
import { brokenJson, invalidInput, leftOut, unknownTool } from './correct.ts'
import { deniedCall } from './denied-call.ts'
import { type ExecuteHooks, executeHooked, type HookJudgement } from './hooked-call.ts'
import { maskedArtifact } from './masked-artifact.ts'
import type { RunAccess, Unkept } from './run-access.ts'
import type { AssessedCall, CallContext, PreparedCall, Tool } from './tool.ts'
import { truncate } from './truncate.ts'

export type ExecuteDeps = {
	tools: { find(name: string): Tool | undefined; names: readonly string[] }
	host: Host
	signal: AbortSignal
	traceparent?: ToolContext['traceparent']
	/** What the run goes by; read when the call's turn comes. */
	policy(): RunPolicy
	/** The user's rules as they are when the call's turn comes. Left out, there are none and none can be stored. */
	permissions?: ExecutePermissions | undefined
	/** @param command - of the call, where another one may be put in its place */
	approve(
		permission: PermissionDecision,
		until?: AbortSignal,
		command?: string,
	): ReturnType<ToolContext['approve']>
	/** Of the call, where the user may put another one in its place; known while it is executed. */
	command?: string | undefined
	ask: ToolContext['ask']
	/** Keeps what the call may change, once it may run. @returns when it could not be kept. Left out, nothing is. */
	keepFirst?: RunAccess['keepFirst']
	/** For a call that starts an agent. */
	run?: RunAccess | undefined
	/** Awaited before the effect: the intent is on disk by then. Nothing is returned where there is no effect. */
	started(tier: Tier, changed?: ChangedCall): Promise<void> | undefined
	progress(text: string): void
	scrub(text: string): string
	/** A refusal that came from the policy or from nobody being there, not from a person. */
	denied(reason: string): void
	/** Wall time for one call, in milliseconds, without what it waits for answers. Left out, there is none. */
	limitMs: number | undefined
	/** How long somebody has been asked something since the run began. */
	askedMs(): number
	/** Of this call. Left out, nobody has hooks. */
	hooks?: ExecuteHooks | undefined
}

/** The user's rules, as far as they are about a call. */
export type ExecutePermissions = {
	about(
		tool: Tool,
		proposed: PermissionDecision,
		touches: AssessedCall['touches'],
		host: Host,
	): Promise<AboutCall>
}

/** A call whose JSON has been read and whose tool has prepared it, or what is wrong with it. */
export type ReadyCall = { call: ToolCall; tier: Tier; isParallel?: boolean; subject?: string } & (
	| { tool: Tool; prepared: PreparedCall }
	| { problem: ToolResult }
)

/** Never rejects. One that cannot be read runs nothing, so nothing waits for it. */
export async function prepareCall(call: ToolCall, tools: ExecuteDeps['tools']): Promise<ReadyCall> {
	const wrong = (found: string | Problem): ReadyCall => ({
		call,
		tier: 'read-only',
		problem: failedResult(found),
	})
	try {
		const tool = tools.find(call.tool)
		if (!tool) return wrong(unknownTool(call.tool, tools.names))
		const json = NO_ARGUMENTS.has(call.arguments.trim()) ? {} : parseJson(call.arguments)
		if (!isObject(json)) return wrong(brokenJson(tool.spec, call.arguments))
		const prepared = await tool.prepare(json)
		if ('problem' in prepared) return wrong(invalidInput(tool.spec, prepared.problem))
		const { tier, isParallel, subject } = prepared
		return {
			call,
			tier,
			...(isParallel && { isParallel }),
			...(subject !== undefined && { subject }),
			tool,
			prepared,
		}
	} catch (error) {
		return wrong(`${call.tool} failed: ${messageOf(error)}`)
	}
}

/** What servers write for a call without arguments. */
const NO_ARGUMENTS: ReadonlySet<string> = new Set(['', '""', 'null', '[]'])

/** Never rejects. A command that the user changes goes the whole way anew, so that no question is a way around another. */
export function execute(ready: ReadyCall, deps: ExecuteDeps): Promise<ToolResult> {
	return executeAnswered(ready, deps, {
		prepare: call => prepareCall(call, deps.tools),
		execute: executeAsGiven,
	})
}

function executeAsGiven(ready: ReadyCall, deps: ExecuteDeps): Promise<ToolResult> {
	const { hooks, tools } = deps
	if (!hooks || 'problem' in ready) return executeCall(ready, deps)
	return executeHooked<ReadyCall>(ready, hooks, {
		prepare: call => prepareCall(call, tools),
		execute: (each, judgement) => executeCall(each, deps, judgement),
	})
}

async function executeCall(
	ready: ReadyCall,
	deps: ExecuteDeps,
	judgement?: HookJudgement,
): Promise<ToolResult> {
	const { call, tier } = ready
	try {
		if ('problem' in ready) return await finish(call, ready.problem, deps)
		const { tool, prepared } = ready
		const { host, signal } = deps
		const assessed = await prepared.assess({ host, signal })
		const refusal = await refusalOf({ tool, tier, assessed }, deps, judgement)
		if (refusal) return refusal
		if (signal.aborted) return cancelledResult()
		await deps.started(tier)
		const result = await runWithin(call, assessed, {
			...deps,
			...(tool.facts?.hasOwnLimits && { limitMs: undefined }),
		})
		return await finish(call, named(result, call.tool, prepared.unknown), deps)
	} catch (error) {
		if (deps.signal.aborted) return cancelledResult()
		return failedResult(deps.scrub(`${call.tool} failed: ${messageOf(error)}`))
	}
}

function changesOf({ facts }: Tool, { touches: { places = [] } }: AssessedCall): readonly string[] {
	return facts?.access === 'write' ? places.map(({ real }) => real) : []
}

export function cancelledResult(): ToolResult {
	return resultWithout('cancelled', STOPPED_BY_USER)
}

async function refusalOf(
	{ tool, tier, assessed }: { tool: Tool; tier: Tier; assessed: AssessedCall },
	deps: ExecuteDeps,
	judgement?: HookJudgement,
): Promise<ToolResult | undefined> {
	const { proposed, about } = await propose(tool, assessed, deps)
	const policy = { ...deps.policy(), now: deps.host.clock.now() }
	const decision = await unlessChosen(decide(proposed, about, policy), assessed, deps)
	const refusal = await (judgement ? refusalHooked(decision, judgement, deps) : refusalBy(decision, deps))
	if (refusal || deps.signal.aborted) return refusal
	const unkept = await deps.keepFirst?.({ tier, changes: changesOf(tool, assessed) })
	if (!unkept) return undefined
	const refusalUnkept = await refusalBy(decide(askedUnkept(proposed, unkept), NO_RULES, policy), deps)
	if (!refusalUnkept) await unkept.accepted()
	return refusalUnkept
}

/** A question that a rule wants stays one. */
async function unlessChosen(
	decision: PermissionDecision,
	{ chooseUnasked }: AssessedCall,
	{ ask }: ExecuteDeps,
): Promise<PermissionDecision> {
	if (decision.outcome !== 'ask' || decision.decidedBy || !chooseUnasked) return decision
	const chosen = await chooseUnasked(ask)
	return chosen.outcome === 'allow' ? chosen : decision
}

/** Asks whatever the mode and the rules say, and each answer is for this call only. */
function askedUnkept(proposed: PermissionDecision, { why }: Unkept): PermissionDecision {
	return { ...proposed, outcome: 'ask-always', reasons: [why, ...proposed.reasons], sessionKeys: [] }
}

/** What a hook denies is told to the model and is no refusal of the run's: hooks correct, and the run goes on. */
async function refusalHooked(
	decision: PermissionDecision,
	{ answer, asked, isReplaced }: HookJudgement,
	deps: ExecuteDeps,
): Promise<ToolResult | undefined> {
	const judged = withHookAnswer(decision, answer)
	if (decision.outcome !== 'deny' && judged.outcome === 'deny')
		return resultWithout('refused', `not run: ${judged.reasons[0]}`)
	if (!asked || judged.outcome === 'allow' || judged.outcome === 'deny') return refusalBy(judged, deps)
	const answered = withHookAnswer(judged, await asked(judged))
	if (isReplaced?.()) return resultWithout('refused', 'a hook has put another call in its place')
	if (answered.outcome === 'deny') return resultWithout('refused', `not run: ${answered.reasons[0]}`)
	return deps.signal.aborted ? cancelledResult() : refusalBy(answered, deps)
}

/** Asks where somebody has to be asked. */
async function refusalBy(permission: PermissionDecision, deps: ExecuteDeps): Promise<ToolResult | undefined> {
	if (permission.outcome === 'allow') return undefined
	if (permission.outcome === 'deny') {
		const [reason = 'it is denied'] = permission.reasons
		deps.denied(deps.scrub(deniedCall(permission, reason)))
		return resultWithout('refused', problem`not run: ${reason}${advice(permission.advice ?? '')}`)
	}
	const { decision, by } = await deps.approve(permission, undefined, deps.command)
	if (by === 'cancel') return cancelledResult()
	switch (decision.answer) {
		case 'once':
		case 'session':
		case 'project':
			return undefined
		case 'edit':
			return resultWithout('refused', 'the user has put another command in its place')
		case 'no-with-reason':
			return resultWithout('refused', `${REFUSED_BY_USER}: ${decision.reason}`)
		case 'no': {
			if (by === 'user')
				return resultWithout(
					'refused',
					problem`${REFUSED_BY_USER}${advice('; do not try the same in another way, go on without it or ask')}`,
				)
			const reason = 'it needs an approval and nobody is there to give it'
			deps.denied(deps.scrub(deniedCall(permission, reason)))
			return resultWithout('refused', `not run: ${reason}`)
		}
	}
}

type Proposal = { proposed: PermissionDecision; about: AboutCall }

/** What the tool says of the call, and what the user's rules do. */
async function propose(
	tool: Tool,
	{ permission, touches }: AssessedCall,
	{ host, scrub, permissions }: ExecuteDeps,
): Promise<Proposal> {
	// A command is shown as it will run; the content of files is masked like every other output.
	const { diff } = permission
	const proposed = diff === undefined ? permission : { ...permission, diff: scrub(diff) }
	return { proposed, about: (await permissions?.about(tool, proposed, touches, host)) ?? NO_RULES }
}

async function runWithin(call: ToolCall, assessed: AssessedCall, deps: ExecuteDeps): Promise<ToolResult> {
	const { limitMs, askedMs, host } = deps
	const run = (signal: AbortSignal) => assessed.run(callContext(call, deps, signal))
	if (limitMs === undefined) return orCancelled(await run(deps.signal), deps)
	const askedBeforeMs = askedMs()
	const limit = { clock: host.clock, timeoutMs: limitMs, waitedMs: () => askedMs() - askedBeforeMs }
	const going = followSignal(deps.signal)
	const clock = new AbortController()
	let isTooLate = false
	void timeIsUp(limit, clock.signal).then(() => {
		isTooLate = !clock.signal.aborted
		if (isTooLate) going.abort()
	})
	try {
		const result = await run(going.signal)
		if (isTooLate && !deps.signal.aborted && result.outcome === 'cancelled')
			return { ...result, outcome: 'failed', content: [timedOut(limitMs), ...result.content] }
		return orCancelled(result, deps)
	} finally {
		going.leave()
		clock.abort(null)
	}
}

function orCancelled(result: ToolResult, { signal }: Pick<ExecuteDeps, 'signal'>): ToolResult {
	return signal.aborted ? { ...result, outcome: 'cancelled' } : result
}

function callContext(call: ToolCall, deps: ExecuteDeps, signal: AbortSignal): CallContext {
	return {
		host: deps.host,
		signal,
		callId: call.callId,
		traceparent: deps.traceparent,
		progress: (text: string) => deps.progress(deps.scrub(text)),
		denied: (reason: string) => deps.denied(deps.scrub(reason)),
		ask: deps.ask,
		// What has begun is not put in the place of by another command.
		approve: (permission, until) => deps.approve(permission, until),
		policy: deps.policy,
		run: deps.run,
		perform: tool => perform(tool, call, deps),
	}
}

/** Begun already: its intent is that of the call it is part of. */
async function perform(tool: Tool, call: ToolCall, deps: ExecuteDeps): Promise<ToolResult> {
	const part = { ...call, tool: tool.spec.name, arguments: '{}' }
	const ready = await prepareCall(part, { find: () => tool, names: [part.tool] })
	return execute(ready, { ...deps, started: async () => {} })
}

/** What was left out stands at the end, where it is kept when the middle of a long result goes. */
function named(result: ToolResult, tool: string, unknown: readonly string[]): ToolResult {
	return unknown.length === 0 ? result : withNote(result, leftOut(tool, unknown))
}

function timedOut(limitMs: number): ResultPart {
	return { type: 'text', text: `stopped after ${limitMs / 1000} s, the limit for one call\n` }
}

async function finish(call: ToolCall, result: ToolResult, deps: ExecuteDeps): Promise<ToolResult> {
	const { detail, problem } = result
	const lostCharacters = detail?.type === 'command' ? detail.lostCharacters : undefined
	const content = await Promise.all(
		result.content.map(async (part): Promise<ResultPart> => {
			if (part.type !== 'text') return part
			const text = deps.scrub(part.text)
			const saved = (full: string) => deps.host.artefacts.save(`${call.callId}-${call.tool}.txt`, full)
			return { type: 'text', text: await truncate(text, saved, { lostCharacters }) }
		}),
	)
	return {
		...result,
		content,
		...(problem && { problem: scrubbed(problem, deps.scrub) }),
		...(detail?.type === 'files' &&
			detail.diff !== undefined && { detail: { ...detail, diff: deps.scrub(detail.diff) } }),
		...(result.artifacts && {
			artifacts: result.artifacts.map(artifact => maskedArtifact(artifact, deps.scrub)),
		}),
	}
}

function scrubbed(
	{ cause, told }: NonNullable<ToolResult['problem']>,
	scrub: (text: string) => string,
): NonNullable<ToolResult['problem']> {
	return { cause: scrub(cause), ...(told !== undefined && { told: scrub(told) }) }
}
