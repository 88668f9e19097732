// A session as text to read: what was asked, what was done and how it went, what was answered, what it cost.

import { summaryIn } from '../../core/condensed.ts'
import type { Compaction, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { CallId } from '../../core/ids.ts'
import { type AssistantPart, callsOf, promptText, textOf } from '../../core/messages.ts'
import { hookLine } from '../../core/text/hook-line.ts'
import { spentParts } from '../../core/text/spent-line.ts'
import { type ToolResult, textForPeople } from '../../core/tool.ts'
import { addSpent, type SpentBy } from '../../core/usage.ts'
import type { StoredEnvelope } from '../session-store.ts'

/** The text is as it was stored: whoever prints it takes out what a terminal would act on. */
export function showSession(envelopes: readonly StoredEnvelope[]): string {
	const calls: PreviewCalls = { results: new Map(), subjects: new Map(), spoken: new Set() }
	for (const { event } of envelopes) {
		if (event.type === 'tool-end') calls.results.set(event.callId, event.result)
		if (event.type === 'tool-start' && event.subject !== undefined)
			calls.subjects.set(event.callId, event.subject)
		if (event.type === 'message-end')
			for (const { callId } of callsOf(event.message)) calls.spoken.add(callId)
	}
	let spentBy: SpentBy = {}
	return envelopes
		.map(({ event }) => {
			if (event.type === 'run-start') spentBy = {}
			if (event.type === 'attempt-end' || event.type === 'agent-end') spentBy = addSpent(spentBy, event)
			return formatEvent(event, calls, spentBy)
		})
		.join('')
}

type PreviewCalls = { results: Map<CallId, ToolResult>; subjects: Map<CallId, string>; spoken: Set<CallId> }

function formatEvent(event: StoredEvent, calls: PreviewCalls, spentBy: SpentBy): string {
	switch (event.type) {
		case 'session-start':
			return `Session in ${event.cwd}\n${event.parent ? `Copied from ${event.parent.sessionId}, up to number ${event.parent.seq}\n` : ''}`
		case 'session-rename':
			return `Named ${event.name}\n`
		case 'run-start':
			return `\n> ${quoteLines(promptText(event.prompt))}\n`
		case 'steer':
			return `\n> (meanwhile) ${quoteLines(textOf(event.message.content))}\n`
		case 'correction':
			return `\n> (automatic) ${quoteLines(textOf(event.message.content))}\n`
		case 'message-end':
			return event.message.content.map(part => shownPart(part, calls)).join('')
		case 'tool-start':
			// A call whose message never came stands for itself.
			return calls.spoken.has(event.callId) ? '' : shownCall(event, calls)
		case 'run-end': {
			const why = event.error ? `: ${event.error.message}` : ''
			const turns = `${event.turns} ${event.turns === 1 ? 'turn' : 'turns'}`
			const paid = event.costMicroUsd === undefined ? '' : `, ${cost(event.costMicroUsd)}`
			return `\n[${event.reason}${why}; ${turns}${paid}${spentOn(spentBy)}]\n`
		}
		case 'compaction':
			return shownCompaction(event)
		case 'memory-drop':
			return '\n[what memory had found for this prompt was left out: with it, the prompt did not fit]\n'
		case 'hook-result':
			return `\n[${hookLine(event)}]\n`
		case 'rewind':
			return `\n[gone back: what stands above this line from number ${event.toSeq + 1} on]\n`
		// The call that asked an agent shows what it said.
		case 'agent-start':
		case 'agent-end':
		case 'checkpoint':
		case 'checkpoint-failed':
		case 'approvals-set':
		case 'model-set':
		case 'effort-set':
		case 'turn-start':
		case 'turn-end':
		case 'attempt-start':
		case 'attempt-end':
		case 'approval-request':
		case 'approval-end':
		case 'question-request':
		case 'question-end':
		case 'tool-end':
			return ''
		default:
			return assertNever(event)
	}
}

function shownCompaction(event: Compaction): string {
	const sizes = `${event.tokensBefore} tokens became ${event.tokensAfter}`
	if (event.summary === 'dropped') return `\n[history shortened without a summary: ${sizes}]\n`
	const summary = summaryIn(event.message)
	const lines = summary === undefined ? '' : `\n${summary.trimEnd().replaceAll(/^(?=.)/gm, '  ')}\n`
	return `\n[history condensed: ${sizes}]\n${lines}`
}

function shownPart(part: AssistantPart, calls: PreviewCalls): string {
	switch (part.type) {
		case 'text':
			return part.text.trim() === '' ? '' : `\n${part.text.trimEnd()}\n`
		case 'reasoning':
			return ''
		case 'tool-call':
			return shownCall(part, calls)
	}
}

/** One line, however long the arguments and the result are. */
function shownCall(call: { callId: CallId; tool: string; arguments: string }, calls: PreviewCalls): string {
	const result = calls.results.get(call.callId)
	const problem = result && result.outcome !== 'ok' ? `: ${firstLine(textForPeople(result))}` : ''
	// As its tool has put it, where it came so far.
	const subject = calls.subjects.get(call.callId)?.trim() ?? call.arguments
	const what = `${firstLine(subject)}${subject.includes('\n') ? ' …' : ''}`
	return `  ${call.tool} ${what}  ${result?.outcome ?? 'no result'}${problem}\n`
}

function firstLine(text: string): string {
	const line = text.trim().split('\n', 1)[0] ?? ''
	return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line
}

const LINE_CHARACTERS = 200

function quoteLines(text: string): string {
	return text.trimEnd().replaceAll('\n', '\n> ')
}

function spentOn(by: SpentBy): string {
	const parts = spentParts(by).map(([name, { costMicroUsd }]) => `${name} ${cost(costMicroUsd)}`)
	return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function cost(microUsd: number | undefined): string {
	return microUsd === undefined ? 'price not known' : `$${(microUsd / 1e6).toFixed(4)}`
}
