// Searching file contents, by ripgrep where there is one and by ourselves where there is not, with the same lines found.

import { join } from 'node:path'
import type { Host } from '../../core/host.ts'
import { isObject, type JsonValue, parseJson } from '../../core/json.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { rulesAbove } from '../../safety/paths/ignore-rules.ts'
import { walk } from '../../safety/paths/walk.ts'
import type { SearchPattern } from './search-pattern.ts'

export type Search = {
	pattern: SearchPattern
	ignoreCase: boolean
	/** Lines shown before and after each match. */
	context: number
	/** Absolute and real. A file is searched itself, a folder with all that git does not ignore. */
	path: string
	/** Which files to search, by absolute path. */
	wants(path: string): boolean
}

/** `number` counts from 1; a match may also be the context of the one beside it. */
export type FoundLine = { number: number; text: string; isMatch: boolean }
export type FoundFile = { path: string; lines: readonly FoundLine[] }
export type SearchEnd = { files: readonly FoundFile[] } | { problem: string | Problem }

/** More matching lines than this help nobody, and would have to be held in memory. */
const MAX_MATCHES = 20_000
/** Larger files are passed by. */
export const MAX_SEARCHED_BYTES = 20 * 1024 * 1024

/** @param ripgrep - the program to start; undefined or not startable: the search is done here */
export async function search(
	wanted: Search,
	{ host, signal, ripgrep }: { host: Host; signal: AbortSignal; ripgrep: string | undefined },
): Promise<SearchEnd> {
	const isFile = (await host.files.stat(wanted.path))?.kind === 'file'
	const found = ripgrep ? await searchWithRipgrep(wanted, { host, signal, ripgrep, isFile }) : undefined
	const end = found ?? (await searchHere(wanted, { host, signal, isFile }))
	if ('problem' in end) return end
	const files = [...end.files].sort((a, b) => (a.path < b.path ? -1 : 1))
	return { files }
}

function tooMany(): SearchEnd {
	return {
		problem: problem`more than ${MAX_MATCHES} lines match${advice('; search for something rarer, or in fewer files')}`,
	}
}

type RipgrepDeps = { host: Host; signal: AbortSignal; ripgrep: string; isFile: boolean }

/** @returns undefined when the program could not be started */
async function searchWithRipgrep(wanted: Search, deps: RipgrepDeps): Promise<SearchEnd | undefined> {
	const { isIgnored } = await rulesAbove(wanted.path, deps.host.files)
	const reader = createReader(wanted)
	let messages = ''
	const command = deps.host.shell.start({
		run: { file: deps.ripgrep, args: ripgrepArguments(wanted, isIgnored) },
		cwd: deps.isFile ? join(wanted.path, '..') : wanted.path,
		onOutput(text) {
			const rest = reader.take(text)
			if (messages.length < 2_000) messages += rest
			if (reader.isFull()) void command.kill()
		},
	})
	const stop = () => void command.kill()
	deps.signal.addEventListener('abort', stop)
	const end = await command.ended
	deps.signal.removeEventListener('abort', stop)
	if (end.error !== undefined) return undefined
	if (reader.isFull()) return tooMany()
	// 1: nothing found. 2: some file could not be read, or the pattern is wrong; then nothing at all was found.
	if (end.exitCode === 2 && reader.files().length === 0 && messages !== '')
		return { problem: messages.trim() }
	return { files: reader.files() }
}

function ripgrepArguments({ pattern, ignoreCase, context, path }: Search, isIgnored: boolean): string[] {
	return [
		...[
			'--no-config',
			'--json',
			'--hidden',
			'--crlf',
			'--no-messages',
			'--no-ignore-dot',
			'--no-ignore-global',
		],
		...['--no-ignore-files', '--no-require-git', '--glob=!.git', `--max-filesize=${MAX_SEARCHED_BYTES}`],
		...(isIgnored ? ['--no-ignore-parent'] : []),
		...(ignoreCase ? ['--ignore-case'] : ['--case-sensitive']),
		`--context=${context}`,
		'--',
		pattern.rust,
		path,
	]
}

/** Reads ripgrep's messages, one JSON object a line, however the lines are cut. */
function createReader(wanted: Search) {
	const found = new Map<string, FoundLine[]>()
	let unfinished = ''
	let matches = 0
	const takeMessage = (message: JsonValue | undefined): boolean => {
		if (!isObject(message) || !isObject(message.data)) return false
		const { data } = message
		const path = textOf(data.path)
		if (message.type === 'end' && path !== undefined && data.binary_offset !== null) found.delete(path)
		if (message.type !== 'match' && message.type !== 'context') return true
		if (path === undefined || !wanted.wants(path)) return true
		const isMatch = message.type === 'match'
		if (isMatch) matches++
		const text = (textOf(data.lines) ?? '').replace(/\r?\n$/, '')
		const lines = found.get(path) ?? []
		lines.push({ number: Number(data.line_number), text, isMatch })
		found.set(path, lines)
		return true
	}
	return {
		/** @returns what was no message: complaints, which come between them */
		take(text: string): string {
			const lines = (unfinished + text).split('\n')
			unfinished = lines.pop() ?? ''
			return lines.filter(line => !takeMessage(parseJson(line))).join('\n')
		},
		isFull: () => matches > MAX_MATCHES,
		files: (): FoundFile[] => [...found].map(([path, lines]) => ({ path, lines })),
	}
}

/** ripgrep gives what is not UTF-8 as base64. */
function textOf(value: JsonValue | undefined): string | undefined {
	if (!isObject(value)) return undefined
	if (typeof value.text === 'string') return value.text
	return typeof value.bytes === 'string' ? Buffer.from(value.bytes, 'base64').toString('utf8') : undefined
}

async function searchHere(
	wanted: Search,
	{ host, signal, isFile }: { host: Host; signal: AbortSignal; isFile: boolean },
): Promise<SearchEnd> {
	const expression = new RegExp(wanted.pattern.javascript, wanted.ignoreCase ? 'iv' : 'v')
	const paths = isFile ? [wanted.path] : (await walk(wanted.path, host.files, signal)).files
	const files: FoundFile[] = []
	let matches = 0
	for (const path of paths) {
		if (signal.aborted) break
		if (!wanted.wants(path)) continue
		const text = await readSearchable(path, host)
		if (text === undefined) continue
		const lines = findLines(text, expression, wanted.context)
		if (lines.length > 0) files.push({ path, lines })
		matches += lines.filter(({ isMatch }) => isMatch).length
		if (matches > MAX_MATCHES) return tooMany()
	}
	return { files }
}

/** Text as ripgrep would see it: UTF-16 with its mark is decoded, anything else with a zero byte is binary. */
async function readSearchable(path: string, { files }: Host): Promise<string | undefined> {
	const stat = await files.stat(path)
	if (stat?.kind !== 'file' || stat.sizeBytes > MAX_SEARCHED_BYTES) return undefined
	const bytes = await (files.saved ?? files.checked).read(path).catch(() => undefined)
	if (!bytes) return undefined
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
	return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes)
}

function findLines(text: string, expression: RegExp, context: number): FoundLine[] {
	const lines = text.split('\n').map(line => (line.endsWith('\r') ? line.slice(0, -1) : line))
	if (lines.at(-1) === '') lines.pop()
	const matching = new Set<number>()
	const shown = new Set<number>()
	for (const [index, line] of lines.entries()) {
		if (!expression.test(line)) continue
		matching.add(index)
		for (let near = index - context; near <= index + context; near++) shown.add(near)
	}
	return [...shown]
		.filter(index => index >= 0 && index < lines.length)
		.sort((a, b) => a - b)
		.map(index => ({ number: index + 1, text: lines[index]!, isMatch: matching.has(index) }))
}
