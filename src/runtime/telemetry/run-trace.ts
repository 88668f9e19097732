// A run's trace: run → turn → attempt and tool call, each a span that is given away when it has ended, and what there is to
// measure of it.

import type { AgentEvent, EventOf } from '../../core/events.ts'
import type { CallId, RunId, SessionId, UnixMs } from '../../core/ids.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import type { Attributes } from './measures.ts'
import { OpenSpan, type SpanStart, seconds, type TraceSink } from './span.ts'
import {
	approvalAttributes,
	modelAttributes,
	modelChange,
	phaseAttributes,
	spanEvent,
	usageAttributes,
	usd,
} from './span-attributes.ts'
import { contextBelow, newContext, newSpanId, type TraceContext } from './traceparent.ts'

export type RunTraceStart = {
	sessionId: SessionId
	id: RunId | undefined
	agent: string
	/** No prompt and no turns: history is condensed. */
	isCompaction: boolean
	parent: TraceContext | undefined
	/** The names of those there are. */
	tools: readonly string[]
	attributes: Attributes
	at: UnixMs
}

export class RunTrace {
	readonly isCompaction: boolean
	private readonly sessionId: SessionId
	private readonly sink: TraceSink
	private readonly span: OpenSpan
	private readonly about: Attributes
	private readonly tools: ReadonlySet<string>
	private turn: OpenSpan | undefined
	private stop: string | undefined
	/** Who was asked last in this turn. */
	private model: ModelRef | undefined
	private readonly attempts = new Map<string, OpenSpan>()
	private readonly calls = new Map<CallId, OpenSpan>()
	/** Of calls that have not ended: whoever is started by one may have to know before the span begins. */
	private readonly spanIds = new Map<CallId, string>()
	private readonly askedAt = new Map<CallId, UnixMs>()

	constructor(start: RunTraceStart, sink: TraceSink) {
		const { sessionId, agent, isCompaction, parent } = start
		this.sessionId = sessionId
		this.isCompaction = isCompaction
		this.sink = sink
		this.tools = new Set(start.tools)
		this.about = isCompaction ? {} : { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent }
		this.span = new OpenSpan({
			name: isCompaction ? 'compact' : `invoke_agent ${agent}`,
			kind: 'internal',
			context: newContext(parent, sink.keeps),
			parent,
			startMs: start.at,
			attributes: {
				...this.about,
				'gen_ai.conversation.id': sessionId,
				'keelson.run.id': start.id,
				...start.attributes,
			},
		})
		if (!isCompaction) sink.measure('keelson.run.active', 1, this.about)
	}

	get context(): TraceContext {
		return this.span.context
	}

	/** Also before the call has begun. */
	contextOfCall(callId: CallId): TraceContext {
		const spanId = this.spanIds.get(callId) ?? newSpanId()
		this.spanIds.set(callId, spanId)
		return contextBelow(this.context, spanId)
	}

	take(event: AgentEvent, at: UnixMs): void {
		switch (event.type) {
			case 'turn-start':
				this.endTurn(at, {})
				this.turn = this.open({ name: 'turn', attributes: { 'keelson.turn.number': event.turn } }, at)
				return
			case 'turn-end':
				return this.endTurn(at, { 'keelson.turn.stop': this.stop, ...phaseAttributes(event.phases) })
			case 'message-end':
				this.stop = event.message.stop
				return
			case 'attempt-start':
				return this.startAttempt(event, at)
			case 'attempt-end':
				return this.endAttempt(event, at)
			case 'tool-start':
				this.calls.set(event.callId, this.openCall(event, at, { 'keelson.tool.tier': event.tier }))
				return
			case 'tool-end':
				return this.endCall(event, at)
			default:
				return this.note(event, at)
		}
	}

	/** @param error - why it has not done what it was for */
	end(at: UnixMs, attributes: Attributes, error: string | undefined): void {
		for (const callId of this.calls.keys())
			this.finishCall(callId, at, { 'keelson.tool.outcome': 'cancelled' })
		for (const key of this.attempts.keys()) this.finishAttempt(key, at, {})
		this.endTurn(at, {})
		this.sink.span(this.span.end(at, attributes, error))
		if (this.isCompaction) return
		const reason = attributes['keelson.run.reason']
		const ended = { ...this.about, 'keelson.run.reason': reason, 'error.type': error }
		this.sink.measure('keelson.run.active', -1, this.about)
		this.sink.measure('keelson.runs', 1, ended)
		this.sink.measure('gen_ai.invoke_agent.duration', seconds(at - this.span.startMs), ended)
		if (error !== undefined) this.fail('run', error)
	}

	private endTurn(at: UnixMs, attributes: Attributes): void {
		const { turn } = this
		this.turn = this.stop = this.model = undefined
		if (!turn) return
		this.sink.span(turn.end(at, attributes))
		this.sink.measure('keelson.turns', 1, { 'gen_ai.agent.name': this.about['gen_ai.agent.name'] })
	}

	private startAttempt({ model, attempt }: EventOf<'attempt-start'>, at: UnixMs): void {
		const before = this.model
		this.model = model
		if (before && !sameModel(before, model)) {
			const change = modelChange(before, model)
			this.innermost.add('fallback', at, change)
			this.sink.measure('keelson.fallbacks', 1, change)
		}
		this.attempts.set(attemptKey({ model, attempt }), this.openAttempt(model, at, attempt))
	}

	private openAttempt(model: ModelRef, at: UnixMs, attempt: number): OpenSpan {
		const attributes = {
			'gen_ai.operation.name': 'chat',
			...modelAttributes(model),
			'gen_ai.conversation.id': this.sessionId,
			'gen_ai.request.stream': true,
			'keelson.attempt.number': attempt,
		}
		return this.open({ name: `chat ${model.model}`, kind: 'client', attributes }, at)
	}

	private endAttempt(event: EventOf<'attempt-end'>, at: UnixMs): void {
		const { model, attempt, usage, costMicroUsd, durationMs, error, spender } = event
		const key = attemptKey(event)
		// Of what was asked for beside the conversation only the end may be told.
		if (!this.attempts.has(key)) this.attempts.set(key, this.openAttempt(model, at - durationMs, attempt))
		const attributes = {
			...usageAttributes(usage, costMicroUsd),
			'gen_ai.response.model': error ? undefined : model.model,
			'keelson.attempt.for': spender,
		}
		this.finishAttempt(key, at, attributes, error?.code)
		const about = { 'gen_ai.operation.name': 'chat', ...modelAttributes(model) }
		const { measure } = this.sink
		measure('gen_ai.client.operation.duration', seconds(durationMs), { ...about, 'error.type': error?.code })
		const tokens = { input: usage.inputTokens, output: usage.outputTokens }
		for (const [type, count] of Object.entries(tokens))
			if (count > 0) measure('gen_ai.client.token.usage', count, { ...about, 'gen_ai.token.type': type })
		if (costMicroUsd) measure('keelson.cost', usd(costMicroUsd), modelAttributes(model))
		if (error) this.fail('attempt', error.code)
	}

	private finishAttempt(key: string, at: UnixMs, attributes: Attributes, error?: string): void {
		const span = this.attempts.get(key)
		this.attempts.delete(key)
		if (span) this.sink.span(span.end(at, attributes, error))
	}

	private openCall(
		{ callId, tool }: { callId: CallId; tool: string },
		at: UnixMs,
		more: Attributes,
	): OpenSpan {
		const name = this.toolName(tool)
		const attributes = {
			'gen_ai.operation.name': 'execute_tool',
			'gen_ai.tool.name': name,
			'gen_ai.tool.call.id': callId,
			'gen_ai.tool.type': 'function',
			...more,
		}
		return this.open({ name: `execute_tool ${name}`, attributes }, at, this.contextOfCall(callId))
	}

	private endCall({ callId, tool, result }: EventOf<'tool-end'>, at: UnixMs): void {
		const { outcome } = result
		const began = this.calls.get(callId)
		// It never began: refused, or not a call at all.
		if (!began) this.calls.set(callId, this.openCall({ callId, tool }, this.askedAt.get(callId) ?? at, {}))
		const error = outcome === 'failed' || outcome === 'interrupted' ? outcome : undefined
		this.finishCall(callId, at, { 'keelson.tool.outcome': outcome }, error)
		if (error !== undefined) this.fail('tool', error)
		if (!began) return
		this.sink.measure('gen_ai.execute_tool.duration', seconds(at - began.startMs), {
			'gen_ai.operation.name': 'execute_tool',
			'gen_ai.tool.name': this.toolName(tool),
			'error.type': error,
		})
	}

	private finishCall(callId: CallId, at: UnixMs, attributes: Attributes, error?: string): void {
		const span = this.calls.get(callId)
		this.calls.delete(callId)
		this.spanIds.delete(callId)
		this.askedAt.delete(callId)
		if (span) this.sink.span(span.end(at, attributes, error))
	}

	private note(event: AgentEvent, at: UnixMs): void {
		const { measure } = this.sink
		if (event.type === 'approval-request') this.askedAt.set(event.request.callId, at)
		if (event.type === 'approval-end') measure('keelson.approvals', 1, approvalAttributes(event))
		if (event.type === 'retry-wait') measure('keelson.retries', 1, { 'error.type': event.cause.code })
		if (event.type === 'compaction')
			measure('keelson.compactions', 1, { 'keelson.compaction.cause': event.cause })
		const noted = spanEvent(event, tool => this.toolName(tool))
		if (!noted) return
		const callId = 'callId' in event ? event.callId : undefined
		const span = (callId !== undefined && this.calls.get(callId)) || this.innermost
		span.add(noted.name, at, noted.attributes)
	}

	private fail(source: 'attempt' | 'tool' | 'run', error: string): void {
		this.sink.measure('keelson.errors', 1, { 'error.type': error, 'keelson.error.source': source })
	}

	private get innermost(): OpenSpan {
		return this.turn ?? this.span
	}

	private open(
		start: Pick<SpanStart, 'name' | 'attributes'> & { kind?: SpanStart['kind'] },
		startMs: UnixMs,
		context?: TraceContext,
	): OpenSpan {
		const parent = this.innermost.context
		return new OpenSpan({
			kind: 'internal',
			...start,
			startMs,
			parent,
			context: context ?? contextBelow(parent),
		})
	}

	/** A name that a model has made up is its own words. */
	private toolName(tool: string): string {
		return this.tools.has(tool) ? tool : '_OTHER'
	}
}

function attemptKey({ model, attempt }: { model: ModelRef; attempt: number }): string {
	return `${modelName(model)}#${attempt}`
}
