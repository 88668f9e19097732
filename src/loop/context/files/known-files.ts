// Known files: what is kept of files that were read, so that they need not be read again: what each declares, and the
// text of the parts that were used. A part is used when it was edited, asked for by its lines, or named by the model or
// the user. Those used last stay longest.

import type { CompactionSnapshot, KnownFile } from '../../../core/events.ts'
import { type Message, promptText, textOf } from '../../../core/messages.ts'
import { outlineOf } from '../../../tools/outline/file-outline.ts'
import type { CodeSymbol } from '../../../tools/outline/symbols.ts'
import { type FileStory, fileStories, type ShownPiece } from './file-story.ts'

export type KnownInput = {
	before: readonly KnownFile[]
	leaving: readonly Message[]
	files: CompactionSnapshot['files']
	/** Of all parts together: what the window has no room for is not carried from compaction to compaction. */
	limitCharacters?: number
}

/** The one used last stands last. */
export function knownFiles({
	before,
	leaving,
	files,
	limitCharacters = MOST_CHARACTERS,
}: KnownInput): readonly KnownFile[] {
	const known = new Map(before.flatMap(file => stillTrue(file, files)).map(file => [file.path, file]))
	const stories = fileStories(leaving)
	const named = namesIn(leaving)
	for (const [path, story] of stories) {
		const file = files.findLast(each => isSame(each.path, path))
		const earlier = known.get(path)
		known.delete(path)
		if (!file) continue
		const fresh = { path, sha256: file.sha256, reads: (earlier?.reads ?? 0) + story.reads }
		if (story.isVoid) known.set(path, { ...fresh, outline: [], parts: [] })
		else known.set(path, { ...fresh, ...contentOf(story, earlier, named) })
	}
	const all = [...known.values()].map(file => withUses(file, named, stories.has(file.path)))
	return withinLimit(all.slice(-MOST_FILES), Math.min(limitCharacters, MOST_CHARACTERS))
}

const MOST_FILES = 60
const MOST_PARTS = 12
/** A longer one is not kept whole; its outline says where to look. */
const MOST_PART_CHARACTERS = 3_000

/** Of all parts together, so that the log stays small. */
const MOST_CHARACTERS = 60_000

function withinLimit(files: readonly KnownFile[], limitCharacters: number): readonly KnownFile[] {
	let left = limitCharacters
	return files
		.toReversed()
		.map(file => {
			const parts = file.parts.filter(({ text }) => {
				left -= text.length
				return left >= 0
			})
			return { ...file, parts }
		})
		.toReversed()
}

function isSame(path: string, key: string): boolean {
	return path === key || path.endsWith(`/${key}`)
}

function stillTrue(file: KnownFile, files: KnownInput['files']): readonly KnownFile[] {
	const now = files.findLast(each => isSame(each.path, file.path))
	if (!now) return []
	return now.sha256 === file.sha256 ? [file] : [{ ...file, sha256: now.sha256, outline: [], parts: [] }]
}

function contentOf(
	story: FileStory,
	earlier: KnownFile | undefined,
	named: ReadonlyMap<string, number>,
): Pick<KnownFile, 'outline' | 'parts'> {
	if (story.pieces.length === 0) return { outline: earlier?.outline ?? [], parts: [] }
	const found = story.pieces.flatMap(piece => symbolsOf(story.path, piece).map(symbol => ({ symbol, piece })))
	const outline = found.map(({ symbol }) => lineOf(symbol))
	const used = found.flatMap(({ symbol, piece }) => {
		const uses = usesOf(symbol, piece, story, named)
		return uses === 0
			? []
			: [{ ...partOf(piece, symbol.first, symbol.last ?? symbol.first), uses, why: 'used' as const }]
	})
	const asked = story.ranges.flatMap(({ first, last }) => {
		const piece = story.pieces.find(each => each.first <= first && first < each.first + each.lines.length)
		return piece ? [{ ...partOf(piece, first, last), uses: 1, why: 'asked' as const }] : []
	})
	// Parts of what was not shown again are as they were: the file has not changed, or they would be gone.
	const kept =
		story.edits.length === 0 && !story.pieces.some(({ isWhole }) => isWhole) ? (earlier?.parts ?? []) : []
	const uses = new Map(earlier?.parts.map(part => [part.text, part.uses]))
	const parts = merged([...kept, ...asked, ...used])
		.filter(({ text }) => text.length <= MOST_PART_CHARACTERS)
		.map(part => ({ ...part, uses: part.uses + (kept.length > 0 ? 0 : (uses.get(part.text) ?? 0)) }))
		.slice(-MOST_PARTS)
	const isPartial = !story.pieces.some(({ isWhole }) => isWhole)
	return { outline: isPartial && earlier ? [...new Set([...earlier.outline, ...outline])] : outline, parts }
}

/** The innermost ones that were used; a part inside of another is told with it. */
function merged(parts: KnownFile['parts']): KnownFile['parts'] {
	const small = parts.filter(
		part =>
			!parts.some(
				other => other !== part && part.text.includes(other.text) && part.text.length > 4 * other.text.length,
			),
	)
	const byText = new Map<string, KnownFile['parts'][number]>()
	for (const part of small) {
		const same = byText.get(part.text)
		byText.delete(part.text)
		byText.set(part.text, {
			...part,
			uses: part.uses + (same?.uses ?? 0),
			why: same?.why === 'used' ? 'used' : part.why,
		})
	}
	return [...byText.values()]
}

function symbolsOf(path: string, { first, lines }: ShownPiece): readonly CodeSymbol[] {
	const outline = outlineOf(path, lines.join('\n'))
	return (outline?.symbols ?? []).map(symbol => ({
		...symbol,
		first: symbol.first + first - 1,
		...(symbol.last !== undefined && { last: symbol.last + first - 1 }),
	}))
}

function lineOf({ first, last, depth, text }: CodeSymbol): string {
	return `${'  '.repeat(Math.min(depth, 2))}${first}${last === undefined ? '' : `-${last}`}: ${text.slice(0, 100)}`
}

function partOf(piece: ShownPiece, first: number, last: number): { first: number; text: string } {
	return { first, text: piece.lines.slice(first - piece.first, last - piece.first + 1).join('\n') }
}

function usesOf(
	symbol: CodeSymbol,
	piece: ShownPiece,
	{ edits }: FileStory,
	named: ReadonlyMap<string, number>,
): number {
	const { text } = partOf(piece, symbol.first, symbol.last ?? symbol.first)
	const isEdited = edits.some(edit => edit !== '' && (text.includes(edit) || edit.includes(text)))
	return (named.get(nameOf(symbol.text)) ?? 0) + (isEdited ? 1 : 0)
}

/** What was named in this stretch without being shown in it has been used as well. */
function withUses(file: KnownFile, named: ReadonlyMap<string, number>, isFresh: boolean): KnownFile {
	if (isFresh) return file
	const parts = file.parts.map(part => {
		const times = named.get(nameOf(part.text.split('\n', 1)[0] ?? '')) ?? 0
		return { ...part, uses: part.uses + times }
	})
	return { ...file, parts }
}

/** Of a declaration: the first word in it that is none of the language's own. */
function nameOf(declaration: string): string {
	return declaration.match(IDENTIFIER)?.find(word => !KEYWORDS.has(word)) ?? ''
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu
const KEYWORDS = new Set(
	`export default declare abstract async class interface enum namespace module function const let var type public
	private protected static readonly get set def fn func pub impl struct trait mod use crate package import from final
	override void int long char bool boolean float double string unsigned signed inline virtual extern template typename
	using object val fun suspend internal open data sealed defp defmodule end self mut unsafe where`.split(
		/\s+/,
	),
)

/** Words of the model and the user, and those of calls, with how often they come. */
function namesIn(messages: readonly Message[]): ReadonlyMap<string, number> {
	const times = new Map<string, number>()
	for (const message of messages) {
		if (message.role === 'tool') continue
		const called =
			message.role === 'assistant'
				? message.content.flatMap(part => (part.type === 'tool-call' ? [part.arguments] : []))
				: []
		const text = message.role === 'user' ? promptText(message) : textOf(message.content)
		const words = [text.slice(0, MOST_READ), ...called.map(each => each.slice(0, MOST_READ))]
			.join('\n')
			.match(IDENTIFIER)
		for (const word of new Set(words)) if (word.length > 2) times.set(word, (times.get(word) ?? 0) + 1)
	}
	return times
}

const MOST_READ = 20_000
