// The runtime's telemetry: what follows its envelopes, and what its children and servers are told of the trace they are
// part of. Contracts only, so that nothing of it is loaded where nobody wants any.

import type { Envelope } from '../../core/events.ts'
import type { CallId, SessionId, UnixMs } from '../../core/ids.ts'
import type { StreamModel } from '../../core/model.ts'
import type { HttpFetch } from '../../providers/http/http-fetch.ts'

export type RuntimeTelemetry = {
	/** Takes an envelope of any session. Never throws, and waits for nothing. */
	follow(envelope: Envelope): void
	/** The `traceparent` for what a call starts or asks. */
	ofCall(sessionId: SessionId, callId: CallId): string | undefined
	/** A task that somebody else has handed in: its runs are sent the `traceparent` that comes back. */
	startTask(task: TracedTask): TaskSpan
	/** Left out where model providers are told nothing. */
	toProviders?: {
		/** Whatever is asked for in the stream is asked for in the name of the session's run. */
		streamOf(sessionId: SessionId, stream: StreamModel): StreamModel
		/** Adds the `traceparent` to what is asked for in a stream. */
		fetchWith(fetch: HttpFetch): HttpFetch
	}
	/** Sends what there is, for a second at most. Never rejects. */
	close(): Promise<void>
}

export type TracedTask = {
	taskId: string
	/** As it came with the request, checked here. */
	traceparent?: string | undefined
	/** When it was handed in. Left out, now. */
	at?: UnixMs
}

export type TaskSpan = {
	/** Goes with the prompts of the task: `Command` `prompt`, `traceparent`. */
	readonly traceparent: string
	/** Somebody works on it now: it has waited no longer. */
	started(at?: UnixMs): void
	/** @param state - as the protocol calls it: `completed`, `failed`, `canceled` */
	end(end: { state: string; error?: string | undefined; at?: UnixMs }): void
}
