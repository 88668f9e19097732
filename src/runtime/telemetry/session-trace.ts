// A session's part of the traces, a fold over its envelopes: one run after the other, and how long prompts have waited for
// theirs.

import type { Envelope, EventOf } from '../../core/events.ts'
import type { CallId, QueueId, RunId, SessionId, UnixMs } from '../../core/ids.ts'
import { RunTrace } from './run-trace.ts'
import { seconds, type TraceSink } from './span.ts'
import { modelAttributes, phaseAttributes, runError, usageAttributes } from './span-attributes.ts'
import { readTraceparent, type TraceContext } from './traceparent.ts'

/** `parent`: what its runs belong to where their prompts do not say. `agent`: whose session it is. */
export type TracePlace = { parent: TraceContext | undefined; agent: string }

export class SessionTrace {
	private readonly sessionId: SessionId
	private readonly place: TracePlace
	private readonly sink: TraceSink
	private run: RunTrace | undefined
	private readonly queuedAt = new Map<QueueId, UnixMs>()
	/** Of the prompt that left the queue last, with no run for it yet. */
	private leftQueue: UnixMs | undefined

	constructor(sessionId: SessionId, place: TracePlace, sink: TraceSink) {
		this.sessionId = sessionId
		this.place = place
		this.sink = sink
	}

	/** There is something to remember of it. */
	get isActive(): boolean {
		return this.run !== undefined || this.queuedAt.size > 0 || this.leftQueue !== undefined
	}

	/** @returns undefined outside of a run */
	contextOfRun(): TraceContext | undefined {
		return this.run?.context
	}

	/** @returns undefined outside of a run */
	contextOfCall(callId: CallId): TraceContext | undefined {
		return this.run?.contextOfCall(callId)
	}

	take({ at, runId, event }: Envelope): void {
		switch (event.type) {
			case 'run-start':
				return this.startRun(event, at, runId)
			case 'run-end':
				return this.endRun(event, at)
			case 'compaction-start':
				return this.startCompaction(at, runId)
			case 'compaction-end':
				if (this.run?.isCompaction) this.finish(at, {}, event.error?.code)
				return
			case 'queue-change':
				return this.countQueue(event, at)
			default:
				this.run?.take(event, at)
		}
	}

	/** Ends what is open: nothing more will come. */
	close(at: UnixMs): void {
		this.finish(at, { 'keelson.run.reason': 'cancelled' }, undefined)
	}

	private startRun({ snapshot, traceparent }: EventOf<'run-start'>, at: UnixMs, id: RunId | undefined): void {
		this.close(at)
		const [model] = snapshot.own?.chain ?? snapshot.chain
		this.run = new RunTrace(
			{
				sessionId: this.sessionId,
				id,
				agent: this.place.agent,
				isCompaction: false,
				parent: readTraceparent(traceparent) ?? this.place.parent,
				tools: snapshot.tools,
				attributes: {
					...(model && modelAttributes(model)),
					'keelson.approvals': snapshot.approvals.kind,
					'keelson.sandbox': snapshot.sandbox?.mode,
				},
				at,
			},
			this.sink,
		)
		if (this.leftQueue === undefined) return
		this.sink.measure('keelson.queue.wait', seconds(at - this.leftQueue), { 'keelson.queue': 'session' })
		this.leftQueue = undefined
	}

	private endRun(
		{ reason, error, usage, costMicroUsd, turns, phases }: EventOf<'run-end'>,
		at: UnixMs,
	): void {
		const attributes = {
			'keelson.run.reason': reason,
			'keelson.run.turns': turns,
			...usageAttributes(usage, costMicroUsd),
			...phaseAttributes(phases),
		}
		this.finish(at, attributes, runError(reason, error))
	}

	private finish(...end: Parameters<RunTrace['end']>): void {
		this.run?.end(...end)
		this.run = undefined
	}

	/** Outside of a run it is one of its own as far as the trace goes. */
	private startCompaction(at: UnixMs, id: RunId | undefined): void {
		if (this.run) return
		const { sessionId, sink } = this
		const { agent, parent } = this.place
		this.run = new RunTrace(
			{ sessionId, id, agent, isCompaction: true, parent, tools: [], attributes: {}, at },
			sink,
		)
	}

	private countQueue({ items }: EventOf<'queue-change'>, at: UnixMs): void {
		const waiting = new Set(items.map(({ queueId }) => queueId))
		for (const [id, since] of this.queuedAt) {
			if (waiting.has(id)) continue
			this.queuedAt.delete(id)
			// What leaves it during a run goes into that run, or was taken back.
			if (!this.run) this.leftQueue = since
		}
		for (const id of waiting) if (!this.queuedAt.has(id)) this.queuedAt.set(id, at)
	}
}
