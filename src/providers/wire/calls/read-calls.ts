// Reads the calls that a reply ends with, in whichever dialect they were written. All of them can be read and name tools
// that there are, or none is made: half of what a model meant is not what it meant. Pure.

import type { ToolSpec } from '../../../core/model.ts'
import { BLANKS, callsAt, INPUT_KEYS, NAME_KEYS, skip } from './call-forms.ts'
import { CALL_DIALECTS, type CallDialect } from './dialects.ts'
import { fitCall, type ReadCall, type WrittenCall } from './fit-call.ts'
import { looksLikeCall } from './looks-like-call.ts'
import { divided, endsThought, isInvented, isTail, mayBeginAt, withoutEnd, withoutMarks } from './prose.ts'

export type CallsRead =
	/**
	 * `text`: what stood between them and behind them, to be shown before anything is called. `sources`: what was read,
	 * marks and all.
	 */
	| { kind: 'calls'; calls: readonly ReadCall[]; text: string; sources: readonly string[] }
	/** Too much follows what was read for it to be the end of a reply: calls are being shown. */
	| { kind: 'shown' }
	| { kind: 'unread' }

const UNREAD: CallsRead = { kind: 'unread' }

/**
 * @param text - from the opening of the first call on
 * @param isWhole - nothing more will come; else it is only told what holds whatever comes
 */
export function readCalls(text: string, tools: readonly ToolSpec[], isWhole: boolean): CallsRead {
	const written: WrittenCall[] = []
	const sources: string[] = []
	let said = ''
	let rest = text
	for (let isOver = false; !isOver; ) {
		const at = nextOpening(rest)
		if (at === undefined) break
		const between = rest.slice(0, at)
		if (written.length > 0 && (!isTail(between) || endsThought(between))) return { kind: 'shown' }
		const read = unitAt(rest.slice(at), tools)
		if (!read) return UNREAD
		written.push(...read.calls)
		sources.push(rest.slice(at, at + read.end))
		said += between
		rest = rest.slice(at + read.end)
		isOver = isInvented(rest)
		// What lacks its end may be a text with a quote in it that was not escaped: then more of that text follows.
		if (read.isTorn && !isOver && withoutMarks(rest) !== '' && !isOpening(rest, skip(rest, 0, BLANKS)))
			return UNREAD
		if (isOver) rest = ''
	}
	if (!isTail(isWhole ? rest : settled(rest))) return { kind: 'shown' }
	// Another call, which nothing here has read.
	if (isWhole && withoutMarks(rest) !== '' && looksLikeCall(rest, tools)) return UNREAD
	return made({ written, sources, text: said + rest }, tools)
}

/** The whole text is JSON, or JSON in code blocks with nothing between them, and the JSON is calls. */
export function readBareCalls(text: string, tools: readonly ToolSpec[], isWhole: boolean): CallsRead {
	const written: WrittenCall[] = []
	const sources: string[] = []
	for (let rest = isWhole ? withoutEnd(text.trim()) : text.trim(); rest !== ''; ) {
		const block = CODE_BLOCK.exec(rest)
		const body = (block?.[1] ?? rest).trim()
		const read = body.startsWith('<') ? unitAt(body, tools) : callsAt(body, 0, tools)
		// A block that has ended will not become one.
		if (!read) return block && block[0].length < rest.length ? { kind: 'shown' } : UNREAD
		const behind = isWhole ? body.slice(read.end) : settled(body.slice(read.end))
		if (withoutMarks(behind) !== '' && !/^\s*;\s*$/.test(behind)) return { kind: 'shown' }
		written.push(...read.calls)
		sources.push(body.slice(0, read.end))
		rest = block ? rest.slice(block[0].length).trim() : ''
		const next = isWhole ? rest : settled(rest)
		if (next !== '' && !next.startsWith('```')) return { kind: 'shown' }
	}
	return made({ written, sources, text: '' }, tools)
}

/** Without what may still become the opening of a call, or the rest of a mark. */
function settled(text: string): string {
	return text.slice(0, -LONGEST_OPENING).replace(/<[^<>\n]{0,40}$/, '')
}

const LONGEST_OPENING = 160

/** Without its last line where the reply ends before that. */
const CODE_BLOCK = /^(?:`{3,}|~{3,})[^\n`]*\n(.*?)(?:\n {0,3}(?:`{3,}|~{3,})[ \t]*(?:\n|$)|$)/s

type Written = { written: readonly WrittenCall[]; sources: readonly string[]; text: string }

function made({ written, sources, text }: Written, tools: readonly ToolSpec[]): CallsRead {
	const calls = written.flatMap(call => fitCall(call, tools) ?? [])
	const isWhole = written.length > 0 && calls.length === written.length
	return isWhole ? { kind: 'calls', calls, text: withoutMarks(text), sources } : UNREAD
}

const OPENINGS = CALL_DIALECTS.map(dialect => ({
	dialect,
	anywhere: new RegExp(dialect.opening.source, 'g'),
	here: new RegExp(dialect.opening.source, 'y'),
}))

/** Two dialects may begin alike: the one that can be read is meant. */
function unitAt(text: string, tools: readonly ToolSpec[]): ReturnType<CallDialect['read']> {
	for (const { dialect, here } of OPENINGS) {
		if (!isAt(here, text, 0)) continue
		const read = dialect.read(text, tools)
		if (read) return read
	}
	return undefined
}

function nextOpening(text: string): number | undefined {
	for (let next = 0, at = -1; next !== at; ) {
		at = skip(text, next, BLANKS)
		if (isOpening(text, at)) return at
		next = skip(text, at, END_MARK)
	}
	const { prose } = divided(text)
	let first: number | undefined
	for (const { anywhere } of OPENINGS) {
		for (const { index } of prose.matchAll(anywhere)) {
			if (first !== undefined && index >= first) break
			if (mayBeginAt(prose, index)) first = index
		}
	}
	return first
}

/** In which something else has ended. */
const END_MARK = /<[｜|/][^<>\n]{1,40}>/y

function isOpening(text: string, at: number): boolean {
	return OPENINGS.some(({ here }) => isAt(here, text, at))
}

function isAt(sticky: RegExp, text: string, at: number): boolean {
	sticky.lastIndex = at
	return sticky.test(text)
}

/** Whether an object may yet become a call, as far as the first of its keys tell. */
export function mayBeCallObject(text: string): boolean {
	const head = /^\[?\s*\{\s*/.exec(text)?.[0]
	if (head === undefined) return /^\[\s*$/.test(text)
	let at = head.length
	for (;;) {
		PAIR.lastIndex = at
		const pair = PAIR.exec(text)
		if (!pair) break
		if (!KEYS.includes(pair[1]!)) return false
		at += pair[0].length
	}
	const [, key = '', next = ''] = /^["']?(\w*)(.?)/s.exec(text.slice(at, at + 60)) ?? []
	return next === '' ? KEYS.some(known => known.startsWith(key)) : KEYS.includes(key)
}

const PAIR = /["']?(\w+)["']?\s*:\s*(?:"[^"\\\n]*"|'[^'\\\n]*'|[\w.-]+)\s*,\s*/y

const KEYS = [...NAME_KEYS, ...INPUT_KEYS, 'type', 'id', 'call_id', 'tool_call_id']
