// The traces of all sessions of a runtime, and of the tasks they are asked for: a sub-agent's session stands below the call
// that has started it, a session below the task or whoever started the program.

import type { AgentEvent, Envelope } from '../../core/events.ts'
import type { CallId, SessionId, UnixMs } from '../../core/ids.ts'
import type { TaskSpan, TracedTask } from './runtime-telemetry.ts'
import { SessionTrace, type TracePlace } from './session-trace.ts'
import { OpenSpan, seconds, type TraceSink } from './span.ts'
import { KEEPS_ALL, type TraceSampling } from './trace-sampling.ts'
import { newContext, readTraceparent, type TraceContext, writeTraceparent } from './traceparent.ts'

export class TraceFold {
	private readonly sink: TraceSink
	private readonly parent: TraceContext | undefined
	private readonly sessions = new Map<SessionId, SessionTrace>()
	private readonly children = new Map<SessionId, TracePlace>()

	private readonly sampling: TraceSampling

	/** @param parent - what everything belongs to where nothing else is said: the environment's `TRACEPARENT` */
	constructor(sink: Omit<TraceSink, 'keeps'>, parent: TraceContext | undefined, sampling = KEEPS_ALL) {
		this.sink = { ...sink, keeps: sampling.keeps }
		this.sampling = sampling
		this.parent = this.fromOutside(parent)
	}

	take(envelope: Envelope): void {
		const { sessionId, event, at } = envelope
		const session = this.sessions.get(sessionId) ?? (BEGINNINGS.has(event.type) && this.open(sessionId))
		if (session) {
			session.take(envelope)
			// A server has thousands of sessions that nobody runs anything in.
			if (!session.isActive) this.sessions.delete(sessionId)
		}
		if (event.type === 'agent-start') {
			const parent = this.contextOfCall(sessionId, event.callId)
			this.children.set(event.agentId, { parent, agent: event.agent })
		}
		if (event.type === 'agent-end') {
			this.sessions.get(event.agentId)?.close(at)
			this.sessions.delete(event.agentId)
			this.children.delete(event.agentId)
		}
	}

	contextOfCall(sessionId: SessionId, callId: CallId): TraceContext | undefined {
		return this.sessions.get(sessionId)?.contextOfCall(callId)
	}

	contextOfRun(sessionId: SessionId): TraceContext | undefined {
		return this.sessions.get(sessionId)?.contextOfRun()
	}

	task({ taskId, traceparent, at }: TracedTask, now: () => UnixMs): TaskSpan {
		const startMs = at ?? now()
		const parent = this.fromOutside(readTraceparent(traceparent)) ?? this.parent
		const attributes = { 'keelson.task.id': taskId }
		const context = newContext(parent, this.sampling.keeps)
		const span = new OpenSpan({ name: 'task', kind: 'server', context, parent, startMs, attributes })
		let hasEnded = false
		return {
			traceparent: writeTraceparent(context),
			started: (startedAt = now()) => {
				span.add('task-start', startedAt, {})
				const waited = seconds(startedAt - startMs)
				this.sink.measure('keelson.queue.wait', waited, { 'keelson.queue': 'task' })
			},
			end: ({ state, error, at: endedAt = now() }) => {
				if (hasEnded) return
				hasEnded = true
				const ended = { 'keelson.task.state': state }
				this.sink.span(span.end(endedAt, ended, error))
				this.sink.measure('keelson.tasks', 1, { ...ended, 'error.type': error })
			},
		}
	}

	close(at: UnixMs): void {
		for (const session of this.sessions.values()) session.close(at)
		this.sessions.clear()
	}

	/** Whether it is kept is decided here for all that stands below. */
	private fromOutside(parent: TraceContext | undefined): TraceContext | undefined {
		return parent && { ...parent, isSampled: this.sampling.keepsOf(parent) }
	}

	private open(sessionId: SessionId): SessionTrace {
		const place = this.children.get(sessionId) ?? { parent: this.parent, agent: 'keelson' }
		const session = new SessionTrace(sessionId, place, this.sink)
		this.sessions.set(sessionId, session)
		return session
	}
}

const BEGINNINGS: ReadonlySet<AgentEvent['type']> = new Set(['run-start', 'compaction-start', 'queue-change'])
