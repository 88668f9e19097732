// The tool contract: what a tool is, what it is told, and what comes back.

import type { ApprovalMode, DecidedBy, Decision } from './approval.ts'
import type { Host } from './host.ts'
import type { CallId } from './ids.ts'
import type { JsonValue } from './json.ts'
import type { MediaUri, ResultPart, ToolOutcome } from './messages.ts'
import type { PermissionDecision } from './permission.ts'

export type ToolContext = {
	host: Host
	signal: AbortSignal
	callId: CallId
	/** W3C trace context, for what the call starts or asks. Left out where nobody follows it. */
	traceparent?: string | undefined
	/** Shown while the call runs, never stored. Text may be cut anywhere. */
	progress(text: string): void
	/** Something in the call was refused by the policy or because nobody is there, not by a person. */
	denied(reason: string): void
	/** Asks the user. Resolves without an answer when nobody is there, they would not say, or the run is stopped. */
	ask(question: QuestionWords): Promise<string | undefined>
	/**
	 * Asks whether something more may happen in the middle of the call.
	 * @param until - when it fires, nobody waits for the answer any more
	 */
	approve(permission: PermissionDecision, until?: AbortSignal): Promise<{ decision: Decision; by: DecidedBy }>
	/** What holds just now; a command in the background may ask long after its call. */
	policy(): RunPolicy
}

/** `options` may be empty; the user may always answer in words of their own. */
export type QuestionWords = {
	/** What it is about, in a word or two. */
	header?: string
	text: string
	options: readonly string[]
	/** What each option means, in the same order. */
	descriptions?: readonly string[]
	/** Several options may be chosen; the answer names them with commas between. */
	allowsSeveral?: true
}

/** What a run goes by when something needs an approval. */
export type RunPolicy = {
	mode: ApprovalMode
	/** The session keys that the user has said yes to for this session. */
	sessionGrants: ReadonlySet<string>
	/** `--yolo`, on the command line only: lets even the hard cases through. */
	yolo: boolean
}

export type ToolResult = {
	outcome: ToolOutcome
	content: readonly ResultPart[]
	detail?: ResultDetail
	/** What the call leaves for whoever gave the task. No model is told of it here. */
	artifacts?: readonly CallArtifact[]
}

export type CallArtifact = {
	name: string
	mediaType: string
	content: { text: string } | { value: JsonValue } | { uri: MediaUri; sizeBytes: number }
}

/** What a result says beyond its text: for the screen, and for state that is rebuilt from the log. */
export type ResultDetail =
	/** Files whose content the model now knows; `sha256` is of the whole file as it is on disk after the call. */
	| {
			type: 'files'
			seen: readonly { path: string; sha256: string }[]
			diff?: string
			added?: number
			removed?: number
	  }
	| {
			type: 'command'
			exitCode: number | undefined
			timedOut: boolean
			durationMs: number
			backgroundId?: string
			/** Of its output, between beginning and end, what was too much to keep; it is nowhere. */
			lostCharacters?: number
	  }
	| { type: 'todo'; items: readonly TodoItem[] }
	| { type: 'counted'; count: number; unit: string }

export type TodoItem = { text: string; status: 'pending' | 'in-progress' | 'done' }

/** What a tool says of itself, so that nobody has to know it by its name. */
export type ToolFacts = {
	/** What it does with files, for the rules about reading and about editing them. `none`: it touches no files. */
	access: 'read' | 'write' | 'none'
	/** `act`: all it can do is change something, so plan mode does not offer it. */
	phase: 'plan' | 'act'
	/** What its calls do, for those who show them, where `access` does not say it already. */
	kind?: 'search' | 'execute' | 'fetch' | 'think'
	/** It is of use to other programs, too, which may call it (`agent mcp serve`). */
	forOthers?: true
	/** Its calls end by limits of their own: the one for calls does not hold for it. */
	hasOwnLimits?: true
}

export function okResult(text: string, detail?: ResultDetail): ToolResult {
	return detail
		? { outcome: 'ok', content: [{ type: 'text', text }], detail }
		: { outcome: 'ok', content: [{ type: 'text', text }] }
}

/** @param text - what was wrong and what to try instead; `error:` is put in front of it where the wire needs it */
export function failedResult(text: string): ToolResult {
	return { outcome: 'failed', content: [{ type: 'text', text }] }
}
