// One message of a stored session, whole, by the number that `recall` gives.

import { isChosen } from '../../core/event-choice.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { SessionId } from '../../core/ids.ts'
import { callsOf, promptText, textOf } from '../../core/messages.ts'
import { PASSAGE_EVENTS } from '../../memory/passages.ts'
import type { SessionStore, StoredEnvelope } from '../../sessions/session-store.ts'

/** @returns undefined where the number is no message's. @throws AgentError when there is no such session */
export async function storedMessage(
	store: SessionStore,
	session: string,
	number: number,
): Promise<string | undefined> {
	const sessionId: SessionId = await store.find(session)
	const found = (await store.read(sessionId)).find(({ seq }) => seq === number)
	return found && messageText(found)
}

function messageText({ event }: StoredEnvelope): string | undefined {
	if (!isChosen(PASSAGE_EVENTS, event)) return undefined
	switch (event.type) {
		case 'run-start':
			return promptText(event.prompt)
		case 'steer':
			return promptText(event.message)
		case 'message-end': {
			const calls = callsOf(event.message).map(call => `${call.tool} ${call.arguments}`)
			return [textOf(event.message.content), ...calls].filter(text => text !== '').join('\n')
		}
		case 'tool-end':
			return textOf(event.result.content)
		default:
			return assertNever(event)
	}
}
