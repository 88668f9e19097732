// What history says of one file: the pieces of its text that were shown, as they are after the edits that followed, and
// which lines were used. Read from messages alone, so that the same history gives the same text.

import { isObject } from '../../../core/json.ts'
import { callsOf, type Message, textOf } from '../../../core/messages.ts'

/** Lines from `first` on. */
export type ShownPiece = { first: number; lines: readonly string[]; isWhole: boolean }

export type FileStory = {
	/** As it was written in the call. */
	path: string
	reads: number
	pieces: readonly ShownPiece[]
	/** Something has changed it in a way that cannot be followed. */
	isVoid: boolean
	/** Texts that an edit has put into it. */
	edits: readonly string[]
	/** Ranges that were asked for by their lines, oldest first. */
	ranges: readonly { first: number; last: number }[]
}

/** Oldest used first. */
export function fileStories(messages: readonly Message[]): ReadonlyMap<string, FileStory> {
	const stories = new Map<string, FileStory>()
	const results = new Map(
		messages.flatMap(message => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
	)
	for (const message of messages) {
		if (message.role !== 'assistant') continue
		for (const call of callsOf(message)) {
			const result = results.get(call.callId)
			if (result?.outcome !== 'ok') continue
			const input = parsed(call.arguments)
			const key = input && pathKey(input.path)
			if (typeof input?.patch === 'string')
				for (const story of stories.values()) voidIfNamed(stories, story, input.patch)
			if (!input || key === undefined) continue
			const before = stories.get(key) ?? {
				path: key,
				reads: 0,
				pieces: [],
				isVoid: false,
				edits: [],
				ranges: [],
			}
			const after = afterCall(before, input, textOf(result.content))
			if (!after) continue
			stories.delete(key)
			stories.set(key, after)
		}
	}
	return stories
}

function pathKey(path: unknown): string | undefined {
	return typeof path === 'string' && path !== '' ? path.replace(/^(?:\.\/)+/, '') : undefined
}

type CallInput = Readonly<Record<string, unknown>>

function parsed(text: string): CallInput | undefined {
	try {
		const value: unknown = JSON.parse(text)
		return isObject(value) ? value : undefined
	} catch {
		return undefined
	}
}

/** Known by what the call was given: an edit, a new content, or what was read. */
function afterCall(story: FileStory, input: CallInput, output: string): FileStory | undefined {
	const { old_text: oldText, new_text: newText, content } = input
	if (typeof oldText === 'string' && typeof newText === 'string')
		return edited(story, oldText, newText, input.replace_all === true)
	if (typeof content === 'string') {
		const lines = content.replace(/\n$/, '').split('\n')
		return { ...story, pieces: [{ first: 1, lines, isWhole: true }], isVoid: false }
	}
	const piece = shownPiece(output, input.offset === undefined && input.limit === undefined)
	if (!piece) return undefined
	const last = piece.first + piece.lines.length - 1
	const pieces = piece.isWhole ? [piece] : [...story.pieces.filter(other => !isWithin(other, piece)), piece]
	const ranges = input.limit === undefined ? story.ranges : [...story.ranges, { first: piece.first, last }]
	return { ...story, reads: story.reads + 1, pieces, ranges, isVoid: story.isVoid && !piece.isWhole }
}

function shownPiece(output: string, isAll: boolean): ShownPiece | undefined {
	const lines: string[] = []
	let first: number | undefined
	let isWhole = isAll
	for (const line of output.split('\n')) {
		const [, number, text = ''] = /^(\d+)\t(.*)$/s.exec(line) ?? []
		if (number === undefined) {
			if (line !== '') isWhole = false
			// What was cut out of a result leaves a gap, behind which the lines do not belong together.
			if (lines.length > 0) break
			continue
		}
		first ??= Number(number)
		if (Number(number) !== first + lines.length) break
		lines.push(text)
	}
	return first === undefined ? undefined : { first, lines, isWhole: isWhole && first === 1 }
}

function isWithin(one: ShownPiece, other: ShownPiece): boolean {
	return one.first >= other.first && one.first + one.lines.length <= other.first + other.lines.length
}

function edited(story: FileStory, oldText: string, newText: string, all: boolean): FileStory {
	let shift = 0
	let found = false
	const pieces = story.pieces
		.toSorted((a, b) => a.first - b.first)
		.map(piece => {
			const text = piece.lines.join('\n')
			const first = piece.first + shift
			if (oldText === '' || !text.includes(oldText)) return { ...piece, first }
			found = true
			const changed = all ? text.replaceAll(oldText, () => newText) : text.replace(oldText, () => newText)
			const lines = changed.split('\n')
			shift += lines.length - piece.lines.length
			return { ...piece, first, lines }
		})
	// It stood in lines that were not shown: whatever is below may have moved.
	const isVoid = story.isVoid || (!found && story.pieces.length > 0)
	return { ...story, pieces, isVoid, edits: [...story.edits, newText] }
}

function voidIfNamed(stories: Map<string, FileStory>, story: FileStory, patch: string): void {
	if (patch.includes(story.path)) stories.set(story.path, { ...story, isVoid: true })
}
