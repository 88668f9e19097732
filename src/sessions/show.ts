// A session as text to read: what was asked, what was done, what was answered.

import { assertNever } from '../core/exhaustive.ts'
import { type AssistantPart, textOf } from '../core/messages.ts'
import type { StoredEnvelope } from './store.ts'

export function showSession(envelopes: readonly StoredEnvelope[]): string {
	return envelopes
		.flatMap(({ event }): readonly string[] => {
			switch (event.type) {
				case 'session-start':
					return [`Session in ${event.cwd}\n`]
				case 'session-rename':
					return [`Named ${event.name}\n`]
				case 'run-start':
					return [`\n> ${textOf(event.prompt.content).replaceAll('\n', '\n> ')}\n`]
				case 'steer':
					return [`\n> (meanwhile) ${textOf(event.message.content).replaceAll('\n', '\n> ')}\n`]
				case 'message-end':
					return event.message.content.map(shownPart)
				case 'tool-end':
					return event.result.outcome === 'ok'
						? []
						: [`  ${event.tool}: ${event.result.outcome}: ${firstLine(textOf(event.result.content))}\n`]
				case 'run-end':
					return event.reason === 'finished'
						? []
						: [`\n[${event.reason}${event.error ? `: ${event.error.message}` : ''}]\n`]
				case 'approvals-set':
				case 'model-set':
				case 'turn-start':
				case 'turn-end':
				case 'attempt-start':
				case 'attempt-end':
				case 'approval-request':
				case 'approval-end':
				case 'question-request':
				case 'question-end':
				case 'tool-start':
					return []
				default:
					return assertNever(event)
			}
		})
		.join('')
}

function shownPart(part: AssistantPart): string {
	switch (part.type) {
		case 'text':
			return `\n${part.text.trimEnd()}\n`
		case 'reasoning':
			return ''
		case 'tool-call':
			return `  ${part.tool} ${part.arguments.length > 200 ? `${part.arguments.slice(0, 200)}…` : part.arguments}\n`
	}
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? ''
}
