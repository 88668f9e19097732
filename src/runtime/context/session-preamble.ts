// A session's preamble: the same bytes in front of every request, also after it was taken up again. What has changed
// since is told in front of the newest prompt, so that what the provider has cached is still what is sent.

import type { Envelope, Preamble, StoredEvent } from '../../core/events.ts'
import { type Message, type UserMessage, userText } from '../../core/messages.ts'
import { preambleIn } from '../../sessions/folds/preamble.ts'
import { MAP_OPENING } from '../../workspace/repository-map/map-text.ts'

export type SessionPreamble = {
	messages(): Promise<readonly Message[]>
	/** @returns the prompt with what has changed in front of it, and what is to be stored with it, if anything */
	withChanges(prompt: UserMessage): Promise<{ prompt: UserMessage; preamble?: Preamble }>
}

/**
 * @param today - its sections as they would be read for a new session
 * @param map - the repository map for a prompt, once it is ready; what was sent of it stays as it is
 */
export function sessionPreamble(
	stored: () => readonly Envelope<StoredEvent>[],
	today: () => Promise<readonly string[]>,
	map?: (prompt: UserMessage) => Promise<string | undefined>,
): SessionPreamble {
	let last: { text: string; messages: readonly Message[] } | undefined
	return {
		messages: async () => {
			const text = textOfPreamble(preambleIn(stored())?.sent ?? (await today()))
			if (last?.text !== text) last = { text, messages: [userText(text)] }
			return last.messages
		},
		withChanges: async prompt => {
			const before = preambleIn(stored())
			const sent = mapOf(before) ?? (await map?.(prompt))
			const now = [...(await today()), ...(sent === undefined ? [] : [sent])]
			if (!before) return { prompt, preamble: { sent: now } }
			const note = changeNote(before.known ?? before.sent, now)
			if (note === undefined) return { prompt }
			const { content } = prompt
			// Before what was typed, which is the last text, and behind what memory has put in front.
			const at = content.findLastIndex(({ type }) => type === 'text')
			// Where nothing was typed it waits for the next prompt: a note must not pass for one.
			if (at === -1) return { prompt }
			const told = content.toSpliced(at, 0, { type: 'text', text: note })
			return { prompt: { ...prompt, content: told }, preamble: { sent: before.sent, known: now } }
		},
	}
}

/** It brings a repository map, which stays as it is. */
export function hasMap(preamble: Preamble | undefined): boolean {
	return mapOf(preamble) !== undefined
}

function mapOf(preamble: Preamble | undefined): string | undefined {
	const sections = preamble?.known ?? preamble?.sent ?? []
	return sections.find(section => titleOf(section) === MAP_OPENING)
}

export function textOfPreamble(sections: readonly string[]): string {
	return sections.join('\n\n')
}

/** @returns undefined when nothing has changed */
export function changeNote(before: readonly string[], now: readonly string[]): string | undefined {
	const others = now.flatMap(section => {
		if (before.includes(section)) return []
		const earlier = before.find(other => titleOf(other) === titleOf(section))
		return [
			titleOf(section) === ENVIRONMENT && earlier !== undefined ? changedLines(earlier, section) : section,
		]
	})
	const titles = new Set(now.map(titleOf))
	const gone = before.map(titleOf).filter(title => !titles.has(title))
	if (others.length === 0 && gone.length === 0) return undefined
	const lines = gone.map(title => `No longer there: what began with “${title}”.`)
	return `${CHANGES_OPENING}\nThis has changed since the session began, and holds in place of what was said of it then.\n\n${[...others, ...lines].join('\n\n')}\n</changed-since>`
}

const CHANGES_OPENING = '<changed-since>'
const ENVIRONMENT = '<environment>'

function titleOf(section: string): string {
	return section.split('\n', 1)[0] ?? ''
}

function changedLines(before: string, now: string): string {
	const known = new Set(before.split('\n').slice(1, -1))
	const changed = now
		.split('\n')
		.slice(1, -1)
		.filter(line => !known.has(line))
	return `${ENVIRONMENT}\n${changed.join('\n')}\n</environment>`
}
