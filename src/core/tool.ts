// The tool contract: what a tool is, what it is told, and what comes back.

import type { ApprovalMode, DecidedBy, Decision } from './approval.ts'
import type { Host } from './host.ts'
import type { CallId } from './ids.ts'
import type { JsonValue } from './json.ts'
import { type MediaUri, type ResultPart, type ToolOutcome, textOf } from './messages.ts'
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
	/** What the model gets. */
	content: readonly ResultPart[]
	/**
	 * What people read where the text also says what the model is to do about it. `told`: the part of the text that it
	 * stands for; left out, all of it.
	 */
	problem?: { cause: string; told?: string }
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

/** What keeps a call from being done. The model is `told` what to try instead as well; people read the `cause`. */
export type Problem = { told: string; cause: string }

/** @param problem - `error:` is put in front of it where the wire needs it */
export function failedResult(problem: string | Problem): ToolResult {
	return resultWithout('failed', problem)
}

/** Of a call that did not do what it was made for. */
export function resultWithout(outcome: Exclude<ToolOutcome, 'ok'>, problem: string | Problem): ToolResult {
	const { told, cause } = typeof problem === 'string' ? { told: problem, cause: problem } : problem
	return { outcome, content: [{ type: 'text', text: told }], ...(cause !== told && { problem: { cause } }) }
}

/** Of a call that the user did not allow. Their reason follows a colon. */
export const REFUSED_BY_USER = 'refused by the user'
export const STOPPED_BY_USER = 'cancelled by the user before it finished'

/** For a text that holds more than the problem, such as what a command has printed. */
export function problemWithin({ told, cause }: Problem): Pick<ToolResult, 'problem'> {
	return cause === told ? {} : { problem: { cause, told } }
}

/** @param added - for the model, behind the text of a call that failed: what people read stays as it is */
export function keptProblem(
	{ outcome, content, detail, problem }: ToolResult,
	added: string,
): Pick<ToolResult, 'problem'> {
	if (problem || outcome === 'ok') return problem ? { problem } : {}
	// What a command has printed would stand in the log twice.
	return { problem: detail?.type === 'command' ? { cause: '', told: added } : { cause: textOf(content) } }
}

/** What people read of a result. The model's text, where it says nothing that is for the model alone. */
export function textForPeople({ content, problem }: Pick<ToolResult, 'content' | 'problem'>): string {
	if (!problem) return textOf(content)
	const { cause, told } = problem
	// A text that was shortened may have lost it.
	return told === undefined ? cause : textOf(content).replace(told, () => cause)
}
