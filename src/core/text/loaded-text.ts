// Loaded texts: commands and skills that were called in a conversation, as they stand in its messages. They are found
// again by how they begin, so that they outlive a compaction and are not loaded twice.

import type { Message } from '../messages.ts'

/** What a user has called, in front of the prompt that calls it. @param text - within a tag of `what` */
export function calledText(what: 'command' | 'skill', name: string, text: string): string {
	return `${OPENINGS[what]}${name}:\n${text}`
}

/** What loads them; a message of history says no more of a call than which tool it was. */
export const SKILL_TOOL = 'skill'

/** How its result begins, and what stands behind the opening of a skill that the user called. */
export const SKILL_MARK = '<skill name="'

export function isCalledText(text: string): boolean {
	return Object.values(OPENINGS).some(opening => text.startsWith(opening))
}

/** Oldest first. */
export function loadedTexts(messages: readonly Message[]): readonly string[] {
	return messages.flatMap(message => {
		if (message.role === 'assistant') return []
		// What another tool printed is no skill, whatever it looks like.
		const isSkill = message.role === 'tool' && message.tool === SKILL_TOOL && message.outcome === 'ok'
		return message.content.flatMap(part => {
			if (part.type !== 'text') return []
			const isLoaded =
				message.role === 'user' ? isCalledText(part.text) : isSkill && part.text.startsWith(SKILL_MARK)
			return isLoaded ? [part.text] : []
		})
	})
}

/** The same command or skill, loaded again, takes the place of what was there. */
export function newestLoaded(texts: readonly string[]): readonly string[] {
	const newest = new Map<string, string>()
	for (const text of texts) {
		const [, name = text] = /<(?:skill|command) name="([^"]*)"/.exec(text) ?? []
		newest.delete(name)
		newest.set(name, text)
	}
	return [...newest.values()]
}

const OPENINGS = { command: 'The user calls the command /', skill: 'The user calls the skill ' } as const
