// What can be completed at the cursor: a slash command's name, the value behind it, or a path after `@`.

import { sanitize } from '../text/sanitize.ts'
import { hasLettersInOrder } from './letters-in-order.ts'
import type { ArgumentValue, SlashCommandInfo } from './submission.ts'
import { replaceRange, type TextBuffer } from './text-buffer.ts'

/** The word being completed. `query` is what of it has been typed. */
export type Token =
	| { kind: 'command' | 'file'; start: number; end: number; query: string }
	/** All that stands behind the name of a command, on its line. */
	| { kind: 'argument'; command: string; start: number; end: number; query: string }

export type CompletionItem = {
	/** What is shown and searched for: `/model`, `src/main.ts`. */
	label: string
	description?: string
	/** What stands in the text afterwards. */
	insert: string
	/** Choosing it is all there is to say: the text can be sent. */
	isWhole: boolean
	/** More can be chosen below it, so the list stays open. */
	isFolder: boolean
}

/** @returns undefined where nothing can be completed */
export function tokenAt({ text, cursor }: Pick<TextBuffer, 'text' | 'cursor'>): Token | undefined {
	const before = text.slice(Math.max(0, cursor - MAX_TOKEN), cursor)
	const command = cursor <= MAX_TOKEN ? /^\/[\p{L}\p{N}_:-]*$/u.exec(before) : undefined
	if (command) {
		const end = cursor + (/^[\p{L}\p{N}_:-]*/u.exec(text.slice(cursor))?.[0].length ?? 0)
		return { kind: 'command', start: 0, end, query: before.slice(1) }
	}
	const file = /(?:^|[\s([{,;:'"])@("?)([^\s"]*|(?<=")[^"\n]*)$/.exec(before)
	if (!file) return argumentAt({ text, cursor }, before)
	const query = file[2] ?? ''
	const start = cursor - query.length - (file[1] ?? '').length - 1
	const end = cursor + (/^[^\s"@)\]}]*"?/.exec(text.slice(cursor))?.[0].length ?? 0)
	return { kind: 'file', start, end, query }
}

/** What is behind the cursor would be written over, so it is only completed at the end. */
function argumentAt(
	{ text, cursor }: Pick<TextBuffer, 'text' | 'cursor'>,
	before: string,
): Token | undefined {
	if (cursor > MAX_TOKEN || cursor < text.length) return undefined
	const [, command, query] = /^\/(\p{L}[\p{L}\p{N}_:-]*) +([^\n]*)$/u.exec(before) ?? []
	if (command === undefined || query === undefined) return undefined
	return { kind: 'argument', command, start: cursor - query.length, end: cursor, query }
}

/** Commands for a query: those that begin with it, then those that have its letters in order. */
export function commandItems(
	commands: readonly SlashCommandInfo[],
	query: string,
): readonly CompletionItem[] {
	const typed = query.toLowerCase()
	const rank = ({ name, aliases = [] }: SlashCommandInfo): number => {
		const names = [name, ...aliases].map(each => each.toLowerCase())
		if (names.includes(typed)) return 0
		if (names.some(each => each.startsWith(typed))) return 1
		return names.some(each => hasLettersInOrder(each, typed)) ? 2 : 3
	}
	return commands
		.map(command => ({ command, rank: rank(command) }))
		.filter(each => each.rank < 3)
		.sort((a, b) => a.rank - b.rank)
		.map(({ command }) => ({
			label: command.argument ? `/${command.name} ${command.argument}` : `/${command.name}`,
			description: command.description,
			insert: `/${command.name} `,
			isWhole: !waits(command),
			isFolder: false,
		}))
}

/** What may follow stands in brackets; what has to does not. */
export function waits({ argument, isWaiting }: SlashCommandInfo): boolean {
	return argument !== undefined && (isWaiting === true || !argument.startsWith('['))
}

/** What may stand behind a command, in a word, until some of it has been typed; undefined where there is nothing to say. */
export function argumentHint(
	token: Token | undefined,
	commands: readonly SlashCommandInfo[],
): string | undefined {
	if (token?.kind !== 'argument') return undefined
	const typed = token.command.toLowerCase()
	const command = commands.find(({ name, aliases = [] }) =>
		[name, ...aliases].some(each => each.toLowerCase() === typed),
	)
	if (!command) return undefined
	if (command.argument === undefined) return `/${command.name} takes nothing`
	return token.query === '' && command.argument !== '' ? command.argument : undefined
}

/** Values for what has been typed: those that begin with it, then those in which all of its words are. */
export function valueItems(values: readonly ArgumentValue[], typed: string): readonly CompletionItem[] {
	const wanted = typed.toLowerCase()
	const words = wanted.split(/\s+/).filter(word => word !== '')
	const rank = ({ value, description = '' }: ArgumentValue): number => {
		if (value.toLowerCase().startsWith(wanted)) return 0
		const text = `${value} ${description}`.toLowerCase()
		return words.every(word => text.includes(word)) ? 1 : 2
	}
	return values
		.filter(({ value }) => isPlainName(value))
		.map(each => ({ ...each, rank: rank(each) }))
		.filter(each => each.rank < 2)
		.sort((a, b) => a.rank - b.rank)
		.map(({ value, description }) => ({
			label: value.trimEnd(),
			...(description !== undefined && { description }),
			insert: value,
			isWhole: !value.endsWith(' '),
			isFolder: false,
		}))
}

/** A name that could steer the terminal, or show itself as another, is not offered. */
export function fileItems(paths: readonly string[]): readonly CompletionItem[] {
	return paths.filter(isPlainName).map(path => {
		const isFolder = path.endsWith('/')
		// A path with a space needs quotes, or its end could not be seen.
		const written = /\s/.test(path) ? `@"${path}${isFolder ? '' : '"'}` : `@${path}`
		return { label: path, insert: isFolder ? written : `${written} `, isWhole: false, isFolder }
	})
}

export function accept(buffer: TextBuffer, token: Token, item: CompletionItem): TextBuffer {
	// The space behind a completed word is there already when it is completed in the middle of a line.
	const hasSpace = item.insert.endsWith(' ') && buffer.text[token.end] === ' '
	const end = token.end + (hasSpace ? 1 : 0)
	return replaceRange(buffer, { start: token.start, end }, item.insert)
}

/** Whether Enter should send the text: the word is complete as it stands. */
export function isComplete(
	token: Token,
	item: CompletionItem,
	commands: readonly SlashCommandInfo[],
): boolean {
	const typed = token.query.toLowerCase()
	if (token.kind !== 'command') return item.label === token.query
	return commands.some(({ name, aliases = [] }) =>
		[name, ...aliases].some(each => each.toLowerCase() === typed),
	)
}

/** Nothing in it steers a terminal or shows the name as another. */
export function isPlainName(path: string): boolean {
	return !/[\t\n]/.test(path) && sanitize(path) === path
}

const MAX_TOKEN = 400
