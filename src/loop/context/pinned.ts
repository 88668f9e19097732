// Pinned context, which stays word for word when history is compacted: the prompt that is being worked on, the plan,
// what the user said, which files matter, what went wrong. Pure: the facts come from the log, this only says them
// within bounds.

import type { CompactionSnapshot, FailedCall, KnownFile } from '../../core/events.ts'
import { type Count, cutMiddle, fittingLines } from '../../core/text/cut-text.ts'
import type { TodoItem } from '../../core/tool.ts'
import { knownText } from './files/known-text.ts'

export type Pinned = {
	/** The prompt of the run that is going on; left out when it stays in history itself. */
	goal: string | undefined
	/** Since the session began, of what stands before history. */
	changed: string | undefined
	todo: readonly TodoItem[]
	/** What waits for a yes or no, one line each. */
	open: readonly string[]
	/** The session's scratchpad. */
	notes: readonly string[]
	/** Oldest first. */
	failed: readonly FailedCall[]
	/** The newest last. */
	files: CompactionSnapshot['files']
	/** What is kept of files that were read; the one used last stands last. */
	known: readonly KnownFile[]
	/** Commands and skills that were called, oldest first. */
	loaded: readonly string[]
	/** Messages of the user that leave history, oldest first. */
	said: readonly string[]
}

export type PinnedBounds = { limitTokens: number; saidTokens: number; count: Count }

/** @returns the text, and which of the user's messages are in it */
export function pinnedText(
	pinned: Pinned,
	{ limitTokens, saidTokens, count }: PinnedBounds,
): { text: string; said: readonly string[] } {
	// The newest words of the user are told last, and have their share before anything else.
	const reserved = Math.min(saidTokens, limitTokens * NEWEST_SHARE, newestNeed(pinned.said, count))
	let left = limitTokens - reserved
	const sections: string[] = []
	const add = (title: string, body: string) => {
		if (body === '') return
		const section = `## ${title}\n${body}`
		left -= count(`${section}\n\n`)
		sections.push(section)
	}
	const forOthers = limitTokens - reserved
	const share = (portion: number) => Math.max(0, Math.min(left - TITLE_TOKENS, forOthers * portion))
	if (pinned.goal !== undefined)
		add(
			'What you are working on: the prompt, word for word',
			wrapInTag(cutMiddle(pinned.goal, share(0.8), count)),
		)
	add('What is no longer as it was said at the beginning', cutMiddle(pinned.changed ?? '', share(0.4), count))
	add('Commands and skills that were called', loadedText(pinned.loaded, share(0.4), count))
	add('Plan: what is still open', bulletList(pinned.todo.flatMap(todoLine), share(0.4), count))
	add(
		'Waiting for an answer',
		bulletList(
			pinned.open.map(line => `- ${line}`),
			share(0.1),
			count,
		),
	)
	add('Notes of this session', bulletList(pinned.notes, share(0.2), count))
	add('Calls that failed last', bulletList(pinned.failed.map(failedLine), share(0.3), count))
	add('Files you changed', bulletList(fileLines(pinned, true), share(0.3), count))
	add('Files you have read', bulletList(fileLines(pinned, false), share(0.2), count))
	add('Files as you last saw them', knownText(pinned.known, share(KNOWN_SHARE), count))
	const forSaid = Math.max(0, left - TITLE_TOKENS) + reserved
	const said = newestSaid(pinned.said, Math.min(saidTokens, forSaid), count)
	add('What the user said, word for word, oldest first', said.map(wrapInTag).join('\n'))
	return { text: sections.join('\n\n'), said }
}

const TITLE_TOKENS = 20
/** The rest is for what the user said longer ago. */
const KNOWN_SHARE = 0.8

/** Of the room for all that is pinned, for the newest of what the user said. */
const NEWEST_SHARE = 0.5
const NEWEST = 3

function newestNeed(said: readonly string[], count: Count): number {
	return said.slice(-NEWEST).reduce((sum, text) => sum + count(text) + TAG_TOKENS, TITLE_TOKENS)
}

/**
 * The newest first as long as they fit; the one that no longer does loses its middle, and older ones are gone. The last
 * three lose as much as they must, and are never gone.
 */
function newestSaid(said: readonly string[], limitTokens: number, count: Count): readonly string[] {
	const newest = said.slice(-NEWEST)
	let left = limitTokens
	const fitting: string[] = []
	for (const [index, text] of newest.toReversed().entries()) {
		// What those before it do not need is theirs who come after: a huge one is cut to what is left by the short ones.
		const others = newest.slice(0, newest.length - 1 - index)
		const share = Math.floor(left / (others.length + 1))
		const needed = others.reduce((sum, other) => sum + Math.min(share, count(other) + TAG_TOKENS), 0)
		const kept = cutMiddle(text, Math.max(left - needed - TAG_TOKENS, LEAST_NEWEST_TOKENS), count)
		left -= count(kept) + TAG_TOKENS
		fitting.push(kept)
	}
	for (const text of said.slice(0, -NEWEST).toReversed()) {
		const room = left - TAG_TOKENS
		const tokens = count(text)
		if (tokens > room) {
			if (room >= LEAST_TOKENS) fitting.push(cutMiddle(text, room, count))
			break
		}
		left -= tokens + TAG_TOKENS
		fitting.push(text)
	}
	return fitting.filter(text => text !== '').toReversed()
}

/** Enough for its first and last words around the notice that the middle is gone. */
const LEAST_NEWEST_TOKENS = 40
const TAG_TOKENS = 16
/** Less of a message says nothing. */
const LEAST_TOKENS = 60

/** The newest first as long as there is room; each is its own, so none takes the room of all others. */
function loadedText(texts: readonly string[], limitTokens: number, count: Count): string {
	let left = limitTokens
	const fitting: string[] = []
	for (const text of texts.toReversed()) {
		const room = Math.min(left, MOST_LOADED_TOKENS)
		if (room < LEAST_TOKENS) break
		const kept = cutMiddle(text, room, count)
		left -= count(`${kept}\n\n`)
		fitting.unshift(kept)
	}
	return fitting.join('\n\n')
}

/** Of one command or skill. */
const MOST_LOADED_TOKENS = 5_000

function wrapInTag(text: string): string {
	return text === '' ? '' : `<user-message>\n${text}\n</user-message>`
}

function todoLine({ text, status }: TodoItem): readonly string[] {
	if (status === 'done') return []
	return [`- ${text}${status === 'in-progress' ? ' (in progress)' : ''}`]
}

/** As JSON on one line: what a tool printed must not look like a section of its own. */
function failedLine({ tool, arguments: args, error }: FailedCall): string {
	return `- ${tool} ${args}: ${JSON.stringify(error)}`
}

function fileLines({ files }: Pinned, changed: boolean): readonly string[] {
	return files
		.filter(file => file.changed === changed)
		.toReversed()
		.map(file => `- ${/[\n\r]/.test(file.path) ? JSON.stringify(file.path) : file.path}`)
}

function bulletList(all: readonly string[], limitTokens: number, count: Count): string {
	const { lines, left } = fittingLines(all, limitTokens - MORE_TOKENS, count)
	return [...lines, ...(left > 0 && lines.length > 0 ? [`- and ${left} more`] : [])].join('\n')
}

const MORE_TOKENS = 8
