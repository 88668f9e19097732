// A session's trace, a fold over its envelopes: run → turn → attempt and tool call, each a span that is given away when it
// has ended, and what there is to measure of it.

import type { AgentEvent, Envelope } from '../../core/events.ts'
import type { CallId, QueueId, RunId, SessionId, UnixMs } from '../../core/ids.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import type { Attributes, Measure } from './measures.ts'
import { OpenSpan, type SpanRecord, type SpanStart } from './span.ts'
import {
	approvalAttributes,
	modelAttributes,
	modelChange,
	phaseAttributes,
	runError,
	spanEvent,
	usageAttributes,
	usd,
} from './span-attributes.ts'
import { newContext, newSpanId, readTraceparent, type TraceContext } from './traceparent.ts'

/** Who hears of what has ended. */
export type TraceSink = { span(record: SpanRecord): void; measure: Measure }

/** `parent`: what its runs belong to where their prompts do not say. `agent`: whose session it is. */
export type SessionPlace = { parent: TraceContext | undefined; agent: string }

type Of<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

type ActiveRun = { id: RunId | undefined; span: OpenSpan; about: Attributes; tools: ReadonlySet<string> }

export class SessionTrace {
	private readonly sessionId: SessionId
	private readonly place: SessionPlace
	private readonly sink: TraceSink
	private run: ActiveRun | undefined
	private turn: OpenSpan | undefined
	private stop: string | undefined
	private model: ModelRef | undefined
	private readonly attempts = new Map<string, OpenSpan>()
	private readonly calls = new Map<CallId, OpenSpan>()
	/** Of calls that have not ended: whoever is started by one may have to know before the span begins. */
	private readonly spanIds = new Map<CallId, string>()
	private readonly askedAt = new Map<CallId, UnixMs>()
	private readonly queuedAt = new Map<QueueId, UnixMs>()
	/** Of the prompt that left the queue last, with no run for it yet. */
	private leftQueue: UnixMs | undefined

	constructor(sessionId: SessionId, place: SessionPlace, sink: TraceSink) {
		this.sessionId = sessionId
		this.place = place
		this.sink = sink
	}

	/** A prompt of it has waited, or does so: its next run will have to know. */
	get isWaiting(): boolean {
		return this.queuedAt.size > 0 || this.leftQueue !== undefined
	}

	/** @returns undefined outside of a run */
	contextOfRun(): TraceContext | undefined {
		return this.run?.span.context
	}

	/** @returns undefined outside of a run */
	contextOfCall(callId: CallId): TraceContext | undefined {
		if (!this.run) return undefined
		const spanId = this.spanIds.get(callId) ?? newSpanId()
		this.spanIds.set(callId, spanId)
		return newContext(this.run.span.context, spanId)
	}

	take({ at, runId, event }: Envelope): void {
		switch (event.type) {
			case 'run-start':
				return this.startRun(event, at, runId)
			case 'run-end':
				return this.endRun(event, at)
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
			case 'compaction-start':
				return this.startCompaction(at, runId)
			case 'compaction-end':
				return this.endCompaction(event, at)
			case 'queue-change':
				return this.countQueue(event, at)
			default:
				return this.note(event, at)
		}
	}

	/** Ends what is open: nothing more will come. */
	close(at: UnixMs): void {
		if (this.run) this.finishRun(at, { 'keelson.run.reason': 'cancelled' }, undefined)
	}

	private startRun({ snapshot, traceparent }: Of<'run-start'>, at: UnixMs, id: RunId | undefined): void {
		this.close(at)
		const [model] = snapshot.own?.chain ?? snapshot.chain
		const { agent } = this.place
		const about = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent }
		this.beginRun(id, {
			about,
			name: `invoke_agent ${agent}`,
			parent: readTraceparent(traceparent) ?? this.place.parent,
			at,
			tools: snapshot.tools,
			attributes: {
				...(model && modelAttributes(model)),
				'keelson.approvals': snapshot.approvals.kind,
				'keelson.sandbox': snapshot.sandbox?.mode,
			},
		})
		this.sink.measure('keelson.run.active', 1, about)
		if (this.leftQueue === undefined) return
		this.sink.measure('keelson.queue.wait', seconds(at - this.leftQueue), { 'keelson.queue': 'session' })
		this.leftQueue = undefined
	}

	private beginRun(
		id: RunId | undefined,
		given: {
			name: string
			about: Attributes
			parent: TraceContext | undefined
			at: UnixMs
			attributes: Attributes
			tools: readonly string[]
		},
	): void {
		const { name, about, parent, at, attributes, tools } = given
		const span = new OpenSpan({
			name,
			kind: 'internal',
			context: newContext(parent),
			parent,
			startMs: at,
			attributes: {
				...about,
				'gen_ai.conversation.id': this.sessionId,
				'keelson.run.id': id,
				...attributes,
			},
		})
		this.run = { id, span, about, tools: new Set(tools) }
		this.model = undefined
	}

	private endRun({ reason, error, usage, costMicroUsd, turns, phases }: Of<'run-end'>, at: UnixMs): void {
		if (!this.run) return
		const attributes = {
			'keelson.run.reason': reason,
			'keelson.run.turns': turns,
			...usageAttributes(usage, costMicroUsd),
			...phaseAttributes(phases),
		}
		this.finishRun(at, attributes, runError(reason, error))
	}

	private finishRun(at: UnixMs, attributes: Attributes, error: string | undefined): void {
		const { run } = this
		if (!run) return
		for (const callId of this.calls.keys())
			this.finishCall(callId, at, { 'keelson.tool.outcome': 'cancelled' })
		for (const key of this.attempts.keys()) this.finishAttempt(key, at, {})
		this.endTurn(at, {})
		this.sink.span(run.span.end(at, attributes, error))
		this.run = undefined
		for (const map of [this.spanIds, this.askedAt]) map.clear()
		if (run.about['gen_ai.operation.name'] === undefined) return
		const reason = attributes['keelson.run.reason']
		const ended = { ...run.about, 'keelson.run.reason': reason, 'error.type': error }
		this.sink.measure('keelson.run.active', -1, run.about)
		this.sink.measure('keelson.runs', 1, ended)
		this.sink.measure('gen_ai.invoke_agent.duration', seconds(at - run.span.startMs), ended)
		if (error !== undefined) this.fail('run', error)
	}

	private endTurn(at: UnixMs, attributes: Attributes): void {
		const { turn } = this
		this.turn = undefined
		this.stop = undefined
		this.model = undefined
		if (!turn) return
		this.sink.span(turn.end(at, attributes))
		this.sink.measure('keelson.turns', 1, { 'gen_ai.agent.name': this.place.agent })
	}

	private startAttempt({ model, attempt }: Of<'attempt-start'>, at: UnixMs): void {
		const before = this.model
		this.model = model
		if (before && !sameModel(before, model)) {
			const change = modelChange(before, model)
			this.innermost()?.add('fallback', at, change)
			this.sink.measure('keelson.fallbacks', 1, change)
		}
		this.attempts.set(attemptKey({ model, attempt }), this.openAttempt(model, at, attempt))
	}

	private openAttempt(model: ModelRef, at: UnixMs, attempt: number): OpenSpan {
		return this.open(
			{
				name: `chat ${model.model}`,
				kind: 'client',
				attributes: {
					'gen_ai.operation.name': 'chat',
					...modelAttributes(model),
					'gen_ai.conversation.id': this.sessionId,
					'gen_ai.request.stream': true,
					'keelson.attempt.number': attempt,
				},
			},
			at,
		)
	}

	private endAttempt(event: Of<'attempt-end'>, at: UnixMs): void {
		if (!this.run) return
		const { model, attempt, usage, costMicroUsd, durationMs, error, spender } = event
		const key = attemptKey(event)
		// Of what was asked for beside the conversation only the end is told.
		if (!this.attempts.has(key)) this.attempts.set(key, this.openAttempt(model, at - durationMs, attempt))
		this.finishAttempt(
			key,
			at,
			{
				...usageAttributes(usage, costMicroUsd),
				'gen_ai.response.model': error ? undefined : model.model,
				'keelson.attempt.for': spender,
			},
			error?.code,
		)
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
		attributes: Attributes,
	): OpenSpan {
		const name = this.toolName(tool)
		return this.open(
			{
				name: `execute_tool ${name}`,
				attributes: {
					'gen_ai.operation.name': 'execute_tool',
					'gen_ai.tool.name': name,
					'gen_ai.tool.call.id': callId,
					'gen_ai.tool.type': 'function',
					...attributes,
				},
			},
			at,
			this.contextOfCall(callId),
		)
	}

	private endCall({ callId, tool, result }: Of<'tool-end'>, at: UnixMs): void {
		if (!this.run) return
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

	/** Outside of a run it is one of its own as far as the trace goes. */
	private startCompaction(at: UnixMs, id: RunId | undefined): void {
		if (this.run) return
		const { parent } = this.place
		this.beginRun(id, { name: 'compact', about: {}, parent, at, attributes: {}, tools: [] })
	}

	private endCompaction({ error }: Of<'compaction-end'>, at: UnixMs): void {
		if (this.run?.about['gen_ai.operation.name'] === undefined) this.finishRun(at, {}, error?.code)
	}

	private note(event: AgentEvent, at: UnixMs): void {
		if (event.type === 'approval-request') this.askedAt.set(event.request.callId, at)
		if (event.type === 'approval-end') this.sink.measure('keelson.approvals', 1, approvalAttributes(event))
		if (event.type === 'retry-wait')
			this.sink.measure('keelson.retries', 1, { 'error.type': event.cause.code })
		if (event.type === 'compaction')
			this.sink.measure('keelson.compactions', 1, { 'keelson.compaction.cause': event.cause })
		const noted = spanEvent(event, tool => this.toolName(tool))
		if (!noted) return
		const callId = 'callId' in event ? event.callId : undefined
		const span = (callId !== undefined && this.calls.get(callId)) || this.innermost()
		span?.add(noted.name, at, noted.attributes)
	}

	private countQueue({ items }: Of<'queue-change'>, at: UnixMs): void {
		const waiting = new Set(items.map(({ queueId }) => queueId))
		for (const [id, since] of this.queuedAt) {
			if (waiting.has(id)) continue
			this.queuedAt.delete(id)
			// What leaves it during a run goes into that run, or was taken back.
			if (!this.run) this.leftQueue = since
		}
		for (const id of waiting) if (!this.queuedAt.has(id)) this.queuedAt.set(id, at)
	}

	private fail(source: 'attempt' | 'tool' | 'run', error: string): void {
		this.sink.measure('keelson.errors', 1, { 'error.type': error, 'keelson.error.source': source })
	}

	private innermost(): OpenSpan | undefined {
		return this.turn ?? this.run?.span
	}

	private open(
		start: Pick<SpanStart, 'name' | 'attributes'> & { kind?: SpanStart['kind'] },
		startMs: UnixMs,
		context?: TraceContext,
	): OpenSpan {
		const parent = this.innermost()?.context ?? this.place.parent
		return new OpenSpan({
			kind: 'internal',
			...start,
			startMs,
			parent,
			context: context ?? newContext(parent),
		})
	}

	/** A name that a model has made up is its own words. */
	private toolName(tool: string): string {
		return this.run?.tools.has(tool) ? tool : '_OTHER'
	}
}

function attemptKey({ model, attempt }: { model: ModelRef; attempt: number }): string {
	return `${modelName(model)}#${attempt}`
}

function seconds(ms: number): number {
	return Math.max(0, ms) / 1000
}
