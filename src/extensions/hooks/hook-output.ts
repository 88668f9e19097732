// What a hook answers: read from its exit code and its output, as Claude reads them. Only exit code 2 and what is said in
// JSON change anything; a hook that fails in any other way is told about and changes nothing, unless it says otherwise.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import type { Hook, HookEvent } from './hook.ts'

/** How a hook came to its end. */
export type HookEnd =
	| { kind: 'exit'; exitCode: number; stdout: HookText; stderr: HookText }
	/** It could not be asked to the end: not started, killed, out of time, no connection. */
	| { kind: 'failed'; why: string }
	/** It goes on by itself, and nothing it says counts. */
	| { kind: 'detached' }

/** `isCut`: there was more of it, which is nowhere. */
export type HookText = { text: string; isCut: boolean }

export type HookReply = {
	permission?: { outcome: HookOutcome; reason: string }
	/** What is not to happen, and why: a call, a prompt, the end of a run, a compaction. */
	block?: string
	/** The whole run ends. */
	stop?: string
	/** In Claude's words. */
	input?: JsonObject
	/** In the place of what the tool said. */
	output?: string
	/** For the model. */
	context?: string
	/** For the user. */
	message?: string
	/** What went wrong without any effect, to be read behind the hook's name. */
	failure?: string
}

export type HookOutcome = 'allow' | 'ask' | 'deny'

export function readReply({ event, onFailure }: Pick<Hook, 'event' | 'onFailure'>, end: HookEnd): HookReply {
	const reply = replyOf(event, end)
	if (reply.failure === undefined || onFailure !== 'block') return reply
	return blocked(event, `a hook failed that must not fail: ${reply.failure}`)
}

function replyOf(event: HookEvent, end: HookEnd): HookReply {
	if (end.kind === 'detached') return {}
	if (end.kind === 'failed') return { failure: end.why }
	const { exitCode, stdout, stderr } = end
	if (exitCode === 2) return blocked(event, shorten(stderr.text.trim() || 'it gave no reason (exit code 2)'))
	if (exitCode !== 0) {
		const why = stderr.text.trim() || stdout.text.trim()
		return { failure: `exit code ${exitCode}${why === '' ? '' : `: ${firstLine(why)}`}` }
	}
	const said = stdout.text.trim()
	if (!said.startsWith('{')) return SAYS_CONTEXT.has(event) && said !== '' ? { context: shorten(said) } : {}
	const json = stdout.isCut ? undefined : parseJson(said)
	if (!isObject(json)) return { failure: `its output begins like JSON and is none: ${firstLine(said)}` }
	return fromJson(event, json)
}

/** What they print is for the model. */
const SAYS_CONTEXT: ReadonlySet<HookEvent> = new Set(['UserPromptSubmit', 'SessionStart'])

/** What exit code 2 and `"decision": "block"` mean. */
function blocked(event: HookEvent, reason: string): HookReply {
	switch (event) {
		case 'PreToolUse':
		case 'PermissionRequest':
			return { permission: { outcome: 'deny', reason } }
		// It has happened by now: all there is to do is to tell the model.
		case 'PostToolUse':
		case 'PostToolUseFailure':
			return { context: reason }
		case 'PostToolBatch':
			return { stop: reason }
		case 'UserPromptSubmit':
		case 'Stop':
		case 'SubagentStop':
		case 'PreCompact':
			return { block: reason }
		case 'SessionStart':
		case 'SessionEnd':
		case 'PostCompact':
		case 'SubagentStart':
		case 'Notification':
			return { message: reason }
	}
}

function fromJson(event: HookEvent, json: JsonObject): HookReply {
	const { hookSpecificOutput: specific = {} } = json
	if (!isObject(specific)) return { failure: 'hookSpecificOutput must be an object' }
	const { hookEventName: name = event } = specific
	if (name !== event)
		return { failure: `its hookEventName is ${JSON.stringify(name)}, and the event is ${event}` }
	const message = textIn(json.systemMessage)
	const context = textIn(specific.additionalContext)
	const decided = decisionIn(event, json, specific)
	const contexts = [decided.context, context].filter(text => text !== undefined)
	return {
		...decided,
		...(json.continue === false && { stop: shorten(textIn(json.stopReason) ?? 'a hook ended the run') }),
		...(contexts.length > 0 && { context: shorten(contexts.join('\n')) }),
		...(message !== undefined && { message: shorten(message) }),
	}
}

function decisionIn(event: HookEvent, json: JsonObject, specific: JsonObject): HookReply {
	const reason = textIn(json.reason) ?? textIn(json.stopReason)
	switch (event) {
		case 'PreToolUse':
			return toolDecision(json, specific)
		case 'PermissionRequest':
			return requestDecision(specific)
		case 'PostToolUse':
			return {
				...(json.decision === 'block' && { context: shorten(reason ?? 'a hook objects to it') }),
				...replacedOutput(specific.updatedToolOutput ?? specific.updatedMCPToolOutput),
			}
		default:
			return json.decision === 'block' ? blocked(event, shorten(reason ?? 'it gave no reason')) : {}
	}
}

function toolDecision(json: JsonObject, specific: JsonObject): HookReply {
	const { permissionDecision: decision = older(json.decision), updatedInput: input } = specific
	const reason = shorten(textIn(specific.permissionDecisionReason) ?? textIn(json.reason) ?? '')
	if (input !== undefined && !isObject(input)) return { failure: 'updatedInput must be an object' }
	const changed = input && { input }
	switch (decision) {
		case undefined:
			return { ...changed }
		case 'allow':
		case 'ask':
			return { permission: { outcome: decision, reason }, ...changed }
		case 'deny':
			return { permission: { outcome: 'deny', reason: reason || 'it gave no reason' } }
		// Somebody else is to decide, and here that is the user.
		case 'defer':
			return { permission: { outcome: 'ask', reason }, ...changed }
		default:
			return {
				failure: `permissionDecision must be allow, deny, ask or defer, not ${JSON.stringify(decision)}`,
			}
	}
}

/** The words that hooks had before there was a `permissionDecision`. */
function older(decision: JsonValue | undefined): JsonValue | undefined {
	if (decision === 'approve') return 'allow'
	return decision === 'block' ? 'deny' : decision
}

function requestDecision({ decision }: JsonObject): HookReply {
	if (decision === undefined) return {}
	if (!isObject(decision)) return { failure: 'decision must be an object with a behavior' }
	const { behavior, updatedInput: input, interrupt } = decision
	const reason = shorten(textIn(decision.message) ?? '')
	if (behavior === 'allow')
		return { permission: { outcome: 'allow', reason }, ...(isObject(input) && { input }) }
	if (behavior !== 'deny')
		return { failure: `behavior must be allow or deny, not ${JSON.stringify(behavior ?? null)}` }
	const denial = reason || 'it gave no reason'
	return {
		permission: { outcome: 'deny', reason: denial },
		...(interrupt === true && { stop: denial }),
	}
}

function replacedOutput(output: JsonValue | undefined): { output?: string } {
	if (output === undefined) return {}
	if (typeof output === 'string') return { output }
	// The form that results of a shell have there.
	if (isObject(output) && typeof output.stdout === 'string') return { output: output.stdout }
	return { output: JSON.stringify(output) }
}

function textIn(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function firstLine(text: string): string {
	const [line = ''] = text.split('\n', 1)
	return line.length <= LINE_CHARACTERS ? line : `${line.slice(0, LINE_CHARACTERS).toWellFormed()}…`
}

/** What a hook says is in each later request; Claude cuts it here, too. */
function shorten(text: string): string {
	if (text.length <= MOST_CHARACTERS) return text
	const left = text.length - MOST_CHARACTERS
	return `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n[… ${left} characters left out …]`
}

const MOST_CHARACTERS = 10_000
const LINE_CHARACTERS = 200
