// Approval modes and answers: who may do what without being asked, and how a question is answered.

import type { ApprovalId, CallId, UnixMs } from './ids.ts'
import type { JsonObject } from './json.ts'
import type { PermissionDecision } from './permission.ts'

export type ApprovalMode =
	/** Ask each time. */
	| { kind: 'ask' }
	/** Allow, but for the hard cases. */
	| { kind: 'all' }
	/** Refuse without asking. */
	| { kind: 'none' }
	/** Allow until a time, then ask. */
	| { kind: 'until'; at: UnixMs }
	/** Edits inside the workspace need no question. */
	| { kind: 'auto-edit' }
	/** Read-only tools only. */
	| { kind: 'plan' }

/** From loose to strict. */
const STRICTNESS: readonly ApprovalMode['kind'][] = ['all', 'until', 'auto-edit', 'ask', 'plan', 'none']

export function stricter(a: ApprovalMode, b: ApprovalMode): ApprovalMode {
	return STRICTNESS.indexOf(a.kind) >= STRICTNESS.indexOf(b.kind) ? a : b
}

/** Why a call does not run that its mode does not let run. */
export const REFUSED_BY_MODE = {
	plan: 'plan mode allows read-only calls',
	none: 'approvals are switched off, so nothing that needs one may run',
} as const

export type ApprovalRequest = {
	approvalId: ApprovalId
	callId: CallId
	tool: string
	/** The sub-agent whose call it is. */
	agent?: string
	/** As masked as in the log. Left out where the arguments are no object. */
	input?: JsonObject
	/** The command of the call, which another one can take the place of. Left out, none can. */
	command?: string
	permission: PermissionDecision
}

export type Decision =
	/** `remark`, here and below: told to the model with the result. */
	| { answer: 'once'; remark?: string }
	/** Also answers later calls covered by the request's `sessionKeys`. */
	| { answer: 'session'; remark?: string }
	/** Stores the request's `projectRules`, and answers like them from now on. */
	| { answer: 'project'; remark?: string }
	/** Allows nothing: `command` takes the place of the one that was asked about, and is judged like any other. */
	| { answer: 'edit'; command: string }
	| { answer: 'no' }
	/** `reason` is told to the model. */
	| { answer: 'no-with-reason'; reason: string }

export function isRefusal({ answer }: Decision): boolean {
	return answer === 'no' || answer === 'no-with-reason'
}

/** `policy`: refused because of the mode. `nobody`: no one is there to answer. `cancel`: the run was stopped. */
export type DecidedBy = 'user' | 'policy' | 'nobody' | 'cancel'
