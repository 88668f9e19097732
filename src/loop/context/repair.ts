// History made valid before every request: each call has exactly one result right behind its message, ids are
// unique, nothing is empty. The same history always gives the same messages, so prompt caches hold.

import type { CallId } from '../../core/ids.ts'
import type { AssistantMessage, AssistantPart, Message, ToolMessage } from '../../core/messages.ts'

/** A message that needs no repair stays the same object: what providers have made of it is kept with it. */
export function repair(messages: readonly Message[]): readonly Message[] {
	return createRepair()(messages)
}

/**
 * For a history that is sent again and again as it grows: what was valid once is not looked at again, so the time of a turn
 * does not depend on how many there were.
 */
export function createRepair(): typeof repair {
	let whole: Repaired = { history: [], messages: [], callIds: new Set() }
	return history => {
		const isGrown = whole.history.every((message, index) => message === history[index])
		const before = isGrown ? whole : { history: [], messages: [], callIds: new Set<CallId>() }
		const news = history.slice(before.history.length)
		const { messages, callIds, isWhole } = repairNews(news, before.callIds)
		const repaired = [...before.messages, ...messages]
		if (isWhole) {
			for (const callId of callIds) before.callIds.add(callId)
			whole = { history: [...history], messages: repaired, callIds: before.callIds }
		}
		return repaired
	}
}

/** A history and what became of it, whatever comes next: each call has its result, and each result its call. */
type Repaired = { history: readonly Message[]; messages: readonly Message[]; callIds: Set<CallId> }

function repairNews(
	news: readonly Message[],
	before: ReadonlySet<CallId>,
): { messages: readonly Message[]; callIds: ReadonlySet<CallId>; isWhole: boolean } {
	const results = new Map<CallId, ToolMessage>()
	for (const message of news)
		if (message.role === 'tool' && !results.has(message.callId)) results.set(message.callId, message)

	const callIds = new Set<CallId>()
	const isNew = (callId: CallId): boolean => {
		if (before.has(callId) || callIds.has(callId)) return false
		callIds.add(callId)
		return true
	}
	let isWhole = true
	const repaired: Message[] = []
	for (const message of news) {
		switch (message.role) {
			case 'user':
				if (message.content.some(part => part.type !== 'text' || part.text !== '')) repaired.push(message)
				break
			case 'assistant': {
				const kept = withoutEmptyOrDoubled(message, isNew)
				if (!kept) break
				repaired.push(kept)
				for (const part of kept.content) {
					if (part.type !== 'tool-call') continue
					const result = results.get(part.callId)
					if (!result) isWhole = false
					repaired.push(result ?? lostResult(part.callId, part.tool))
				}
				break
			}
			// Each result has been placed behind its call; what is met here again is that copy or an orphan.
			case 'tool':
				break
		}
	}
	const isOrphaned = (callId: CallId) => !before.has(callId) && !callIds.has(callId)
	return { messages: repaired, callIds, isWhole: isWhole && ![...results.keys()].some(isOrphaned) }
}

function withoutEmptyOrDoubled(
	message: AssistantMessage,
	isNew: (callId: CallId) => boolean,
): AssistantMessage | undefined {
	const content = message.content.filter((part): boolean => isKept(part, isNew))
	// A reply that is paused goes on from what there is of it.
	const isHollow = message.stop !== 'paused' && content.every(part => part.type === 'reasoning')
	if (isHollow || content.length === 0) return undefined
	return content.length === message.content.length ? message : { ...message, content }
}

function isKept(part: AssistantPart, isNew: (callId: CallId) => boolean): boolean {
	if (part.type === 'text') return part.text !== ''
	return part.type !== 'tool-call' || isNew(part.callId)
}

function lostResult(callId: CallId, tool: string): ToolMessage {
	const text = 'interrupted: there is no record of how this call ended; check before running it again'
	return { role: 'tool', callId, tool, outcome: 'interrupted', content: [{ type: 'text', text }] }
}
