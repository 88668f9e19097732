// History made valid before every request: each call has exactly one result right behind its message, ids are
// unique, nothing is empty. The same history always gives the same messages, so prompt caches hold.

import type { CallId } from '../../core/ids.ts'
import type { AssistantMessage, AssistantPart, Message, ToolMessage } from '../../core/messages.ts'

/**
 * Asked before every request of a session, however long. A message that needs no repair stays the same
 * object: what providers have made of it is kept with it.
 */
export function repair(messages: readonly Message[]): readonly Message[] {
	const results = new Map<CallId, ToolMessage>()
	for (const message of messages)
		if (message.role === 'tool' && !results.has(message.callId)) results.set(message.callId, message)

	const seen = new Set<CallId>()
	const repaired: Message[] = []
	for (const message of messages) {
		switch (message.role) {
			case 'user':
				if (message.content.some(part => part.type !== 'text' || part.text !== '')) repaired.push(message)
				break
			case 'assistant': {
				const kept = withoutEmptyOrDoubled(message, seen)
				if (!kept) break
				repaired.push(kept)
				for (const part of kept.content) {
					if (part.type !== 'tool-call') continue
					repaired.push(results.get(part.callId) ?? lostResult(part.callId, part.tool))
				}
				break
			}
			// Each result has been placed behind its call; what is met here again is that copy or an orphan.
			case 'tool':
				break
		}
	}
	return repaired
}

function withoutEmptyOrDoubled(message: AssistantMessage, seen: Set<CallId>): AssistantMessage | undefined {
	const content = message.content.filter((part): boolean => isKept(part, seen))
	const isHollow = content.every(part => part.type === 'reasoning')
	if (isHollow) return undefined
	return content.length === message.content.length ? message : { ...message, content }
}

function isKept(part: AssistantPart, seen: Set<CallId>): boolean {
	if (part.type === 'text') return part.text !== ''
	if (part.type !== 'tool-call') return true
	if (seen.has(part.callId)) return false
	seen.add(part.callId)
	return true
}

function lostResult(callId: CallId, tool: string): ToolMessage {
	const text = 'interrupted: there is no record of how this call ended; check before running it again'
	return { role: 'tool', callId, tool, outcome: 'interrupted', content: [{ type: 'text', text }] }
}
