// One message of a stored session, whole, by the number that `recall` gives.

import { isChosen } from '../../core/event-choice.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { SessionId } from '../../core/ids.ts'
import { callsOf, promptText, textOf } from '../../core/messages.ts'
import { PASSAGE_EVENTS, questionAndAnswer } from '../../memory/passages.ts'
import type { SessionStore, StoredEnvelope } from '../../sessions/session-store.ts'

/** @returns undefined where the number is no message's. @throws AgentError when there is no such session */
export async function storedMessage(
	store: SessionStore,
	session: string,
	number: number,
): Promise<string | undefined> {
	const sessionId: SessionId = await store.find(session)
	const envelopes = await store.read(sessionId)
	const found = envelopes.find(({ seq }) => seq === number)
	return found && messageText(found, envelopes)
}

function messageText({ event }: StoredEnvelope, all: readonly StoredEnvelope[]): string | undefined {
	if (!isChosen(PASSAGE_EVENTS, event)) return undefined
	switch (event.type) {
		case 'run-start':
			return promptText(event.prompt)
		case 'steer':
			return promptText(event.message)
		case 'message-end': {
			const { content } = event.message
			const thoughts = content.flatMap(part => (part.type === 'reasoning' ? [part.text] : []))
			const calls = callsOf(event.message).map(call => `${call.tool} ${call.arguments}`)
			return [...thoughts, textOf(content), ...calls].filter(text => text !== '').join('\n')
		}
		case 'question-end':
			return event.answer && questionAndAnswer(askedIn(all, event.questionId), event.answer)
		case 'tool-end':
			return textOf(event.result.content)
		case 'attempt-end':
		case 'run-end':
			return event.error && `${event.error.code}: ${event.error.message}`
		case 'hook-result':
			return event.text
		default:
			return assertNever(event)
	}
}

function askedIn(all: readonly StoredEnvelope[], questionId: string): string | undefined {
	for (const { event } of all)
		if (event.type === 'question-request' && event.question.questionId === questionId)
			return event.question.text
	return undefined
}
