// Ids are branded so that a run's id can never be handed in where a call's is meant.

export type SessionId = string & { readonly brand: 'SessionId' }
export type RunId = string & { readonly brand: 'RunId' }
export type CallId = string & { readonly brand: 'CallId' }
export type ApprovalId = string & { readonly brand: 'ApprovalId' }
export type QuestionId = string & { readonly brand: 'QuestionId' }
export type QueueId = string & { readonly brand: 'QueueId' }

/** Milliseconds since 1970, wall clock. Durations are measured with `Clock.monotonicMs`, not with this. */
export type UnixMs = number

/** Where new ids come from. Session ids sort by the time they were made. */
export type IdSource = {
	session(): SessionId
	run(): RunId
	approval(): ApprovalId
	question(): QuestionId
	queue(): QueueId
}
