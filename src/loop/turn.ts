// One turn: a request, the reply as it streams, the calls it makes, their results.

import { AgentError, type ErrorInfo, errorInfo } from '../core/errors.ts'
import { assertNever } from '../core/exhaustive.ts'
import { errorFacts } from '../core/logging/logger.ts'
import type { Message, StopReason } from '../core/messages.ts'
import type { ReplyPart } from '../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../core/model-ref.ts'
import type { Phase } from '../core/usage.ts'
import { ReplyAssembler } from './assemble.ts'
import type { createRepair } from './context/repair.ts'
import type { CallOutcome } from './corrections.ts'
import type { CallHooks, LoopDeps } from './deps.ts'
import { Storing } from './storing.ts'
import { runningText, startToolStep } from './tool-step.ts'

export type TurnInput = {
	turn: number
	messages: readonly Message[]
	repair: ReturnType<typeof createRepair>
	promptTokens: number
	/** The turn before is in the log. The request does not wait for it, but what comes back does. */
	stored: Promise<unknown>
	/** Every call id of the session; the turn adds its own. */
	usedIds: Set<string>
	denied(reason: string): void
	spend: CallHooks['spend']
	exceeded: CallHooks['exceeded']
}

export type TurnOutcome = {
	/** What this turn adds to history: at most one assistant message, then its results in call order. */
	added: readonly Message[]
	outcomes: readonly CallOutcome[]
	/** All of it is in the log. @throws AgentError `storage-failed` */
	stored: Promise<unknown>
	stop: StopReason
	/** Why the reply did not come to its end, and who says so. */
	error?: ErrorInfo
	failed?: ModelRef
}

export async function takeTurn(input: TurnInput, deps: LoopDeps, signal: AbortSignal): Promise<TurnOutcome> {
	const { turn } = input
	const progress = (text: string) =>
		deps.show({ type: 'progress', turn, maxTurns: deps.limits.maxTurns, text })
	const storing = new Storing()
	storing.add(deps.store({ type: 'turn-start', turn }))

	const step = startToolStep(deps, { ...input, running: tools => progress(runningText(tools)) }, signal)
	const draft = new ReplyAssembler(deps.chain[0]!, input.usedIds)
	const end = await readReply({ ...input, storing }, draft, step, progress, deps, signal)
	if (end.error?.code === 'looping') draft.cutRepetition()
	const message = draft.message(end.stop)
	// Calls go on meanwhile: whatever they store is behind the message in the log.
	if (message) storing.add(deps.store({ type: 'message-end', message }))
	deps.phases.enter('tools')
	const { outcomes, stored: callsStored } = await step.finish()
	deps.phases.enter('assembling')
	storing.add(deps.store({ type: 'turn-end', turn, phases: deps.phases.takeTurn() }))
	storing.add(callsStored)
	return {
		...end,
		outcomes,
		stored: storing.all(),
		added: [...(message ? [message] : []), ...outcomes.map(outcome => outcome.message)],
	}
}

/** `storing`: what the turn has stored so far. */
type ReplyInput = TurnInput & { storing: Storing }

type ReplyOutcome = Pick<TurnOutcome, 'stop' | 'error' | 'failed'>

async function readReply(
	input: ReplyInput,
	draft: ReplyAssembler,
	step: ReturnType<typeof startToolStep>,
	progress: (text: string) => void,
	deps: LoopDeps,
	signal: AbortSignal,
): Promise<ReplyOutcome> {
	const request = {
		system: deps.system,
		messages: input.repair(input.messages),
		tools: deps.tools,
		cacheKey: deps.cacheKey,
		promptTokens: input.promptTokens,
		...(deps.effort && { effort: deps.effort }),
		...(deps.answer && { outputSchema: deps.answer.schema }),
	}
	const taking = { ...input, sent: request.messages }
	let isStreaming = false
	let asked = deps.chain[0]!
	let failure: AgentError | undefined
	let isBeforeStored = false
	deps.phases.enter('waiting')
	for await (const part of deps.streamModel(request, signal)) {
		// Nothing comes of a reply to what may not be in the log. That an attempt begins is told before it is sent, and that
		// nothing has come is no reply: whoever measures the silence goes on meanwhile.
		if (!isBeforeStored && part.type !== 'attempt-start' && part.type !== 'still-waiting') {
			deps.phases.enter('storing')
			await input.stored
			await input.storing.all()
			deps.phases.enter('waiting')
			isBeforeStored = true
		}
		if (signal.aborted) break
		const phase = PHASE_FROM[part.type]
		if (phase) deps.phases.enter(phase)
		if (part.type === 'text-delta' && !isStreaming) {
			isStreaming = true
			progress('Answering')
		}
		if (part.type === 'finish') {
			showText(draft.settle(), deps)
			return { stop: part.reason }
		}
		if (part.type === 'error') {
			// What the model said before it broke is kept; the error says why there is no more of it.
			return {
				stop: signal.aborted ? 'cancelled' : 'broken',
				error: errorInfo(part.error),
				failed: part.model,
			}
		}
		const taken = take(part, taking, draft, step, deps)
		// A microtask for each of 5 000 deltas adds up.
		if (taken) await taken
		if (part.type === 'restart') isStreaming = false
		if (part.type === 'attempt-end') failure = part.error
		if (part.type === 'attempt-start') {
			const isOther = !sameModel(part.model, asked)
			if (isOther && failure) showSwitch({ from: asked, to: part.model, failure }, deps)
			progress(`Waiting for ${modelName(part.model)}`)
			asked = part.model
		}
	}
	if (signal.aborted) return { stop: 'cancelled' }
	return {
		stop: 'broken',
		error: errorInfo(new AgentError('internal', 'the reply broke off before it was complete')),
	}
}

/** The phase that begins with a part; those left out change nothing. */
const PHASE_FROM: Partial<Record<ReplyPart['type'], Phase>> = {
	'attempt-start': 'waiting',
	'retry-wait': 'waiting',
	restart: 'waiting',
	'text-delta': 'streaming',
	'reasoning-delta': 'streaming',
	'reasoning-end': 'streaming',
	'tool-call': 'streaming',
}

/** Another model may cost and know something else than the one that was chosen. */
function showSwitch(change: { from: ModelRef; to: ModelRef; failure: AgentError }, deps: LoopDeps): void {
	const { from, to, failure } = change
	const why = failure.message.replace(/[.!]$/, '')
	const text = `${modelName(from)} failed: ${why}. Going on with ${modelName(to)}.`
	deps.show({ type: 'notice', level: 'warning', text, code: failure.code })
}

function showText({ text, isRestart }: { text: string; isRestart: boolean }, deps: LoopDeps): void {
	if (isRestart) deps.show({ type: 'reply-restart' })
	if (text !== '') deps.show({ type: 'text-delta', text })
}

function take(
	part: Exclude<ReplyPart, { type: 'finish' } | { type: 'error' }>,
	input: ReplyInput & { sent: readonly Message[] },
	draft: ReplyAssembler,
	step: ReturnType<typeof startToolStep>,
	deps: LoopDeps,
): Promise<void> | void {
	switch (part.type) {
		case 'text-delta':
			return showText(draft.addText(part.text), deps)
		case 'text-end':
			return draft.endText()
		case 'reasoning-delta':
			return deps.show({ type: 'reasoning-delta', text: part.text })
		case 'reasoning-end':
			return draft.addReasoning(part.text, part.opaque)
		case 'tool-call':
			return step.add(draft.addCall(part.callId, part.tool, part.arguments))
		case 'attempt-start':
			draft.attempt(part.model)
			input.storing.add(deps.store(part))
			return
		case 'attempt-end': {
			const { error, ...rest } = part
			input.spend(part.usage, part.costMicroUsd)
			if (error) deps.logger?.log('debug', 'attempt-error', errorFacts(error))
			input.storing.add(deps.store(error ? { ...rest, error: errorInfo(error) } : rest))
			return error ? undefined : deps.replied(part, input.sent)
		}
		case 'restart':
			return showText('isAnew' in part ? draft.startAnew() : draft.reset(), deps)
		case 'retry-wait':
			return deps.show({ ...part, cause: errorInfo(part.cause) })
		case 'notice':
			return deps.show({ ...part, level: 'info' })
		case 'still-waiting': {
			const text = `still waiting: nothing has come for ${Math.round(part.silentMs / 1000)} s`
			return deps.show({ type: 'notice', level: 'info', text })
		}
		default:
			return assertNever(part)
	}
}
