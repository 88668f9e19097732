// Passage extraction: all of a session that somebody could want to find again, what the user typed and answered, what
// the model thought, said and called, what came of it. Nothing is left out for its length.

import { createHash } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import { type EventChoice, isChosen } from '../core/event-choice.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import { assertNever } from '../core/exhaustive.ts'
import { isObject, parseJson } from '../core/json.ts'
import { MEMORY_OPENING, type Passage, type PassageFile, type PassageKind } from '../core/memory.ts'
import { callsOf, promptText, type ToolCall, textOf, type UserMessage } from '../core/messages.ts'
import type { ToolResult } from '../core/tool.ts'
import { callText } from './text/call-text.ts'
import { changedLines, matchedLines, numberedLines, outlinedLines } from './text/file-lines.ts'
import { splitByContent, splitText, type TextPiece } from './text/split.ts'

export type PassageRules = {
	/** Takes secrets out. A result was stored without them, but not without those that became known later. */
	scrub(text: string): string
	/** The tool that finds what is in the index: what it found is here already, and so is what was asked for it. */
	recallTool: string
}

/** What an event alone does not say. */
export type PassageLog = {
	/** The folder that paths are in. */
	cwd: string
	call(callId: string): Pick<ToolCall, 'tool' | 'arguments'> | undefined
	/** What the user was asked. */
	question(questionId: string): string | undefined
	/** Whether a call has asked the user something. */
	hasAsked(callId: string): boolean
}

export function passagesOf(
	{ seq, at, event }: Envelope<StoredEvent>,
	rules: PassageRules,
	log: PassageLog,
): readonly Passage[] {
	return piecesOf(event, rules, log).map(({ kind, text, file }, part) => ({
		seq,
		at,
		kind,
		part,
		text,
		...(file && { file }),
	}))
}

type MessagePiece = { kind: PassageKind; text: string; file?: PassageFile }

/**
 * Whose numbers are those of passages. A compaction is left out: its summary repeats what is here, in other words and
 * less of it.
 */
export const PASSAGE_EVENTS = {
	'session-start': false,
	'session-rename': false,
	'approvals-set': false,
	'model-set': false,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': false,
	'agent-end': false,
	steer: true,
	correction: false,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': true,
	'message-end': true,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': true,
	'tool-start': false,
	'tool-end': true,
	'turn-end': false,
	'hook-result': true,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: false,
	'run-end': true,
} as const satisfies EventChoice

function piecesOf(event: StoredEvent, rules: PassageRules, log: PassageLog): readonly MessagePiece[] {
	if (!isChosen(PASSAGE_EVENTS, event)) return []
	const { scrub, recallTool } = rules
	switch (event.type) {
		case 'run-start':
			return promptPieces(event.prompt, rules)
		case 'steer':
			return promptPieces(event.message, rules)
		case 'message-end': {
			const { content } = event.message
			const thoughts = content.flatMap(part => (part.type === 'reasoning' ? [part.text] : []))
			return [
				...thoughts.flatMap(text => prose('thought', scrub(text))),
				...prose('answer', scrub(textOf(content))),
				...callsOf(event.message)
					.filter(({ tool }) => tool !== recallTool)
					.flatMap(call => callPieces(call, rules, log)),
			]
		}
		case 'question-end': {
			const asked = log.question(event.questionId)
			if (event.answer === undefined) return []
			return prose('prompt', scrub(questionAndAnswer(asked, event.answer)))
		}
		case 'tool-end': {
			if (event.tool === recallTool) return []
			// Its answer is kept together with what was asked.
			const isAnswer = log.hasAsked(event.callId) && event.result.outcome === 'ok'
			return isAnswer ? [] : resultPieces(event, rules, log)
		}
		case 'attempt-end':
		case 'run-end':
			return event.error ? prose('error', scrub(`${event.error.code}: ${event.error.message}`)) : []
		case 'hook-result':
			return prose('result', scrub(event.text))
		default:
			return assertNever(event)
	}
}

function prose(kind: PassageKind, text: string): readonly MessagePiece[] {
	return splitText(text).map(piece => ({ kind, text: piece }))
}

/** What the program has put in front of what was typed is material: files that were mentioned, but not what was found. */
function promptPieces(message: UserMessage, { scrub }: PassageRules): readonly MessagePiece[] {
	const texts = message.content.flatMap(part => (part.type === 'text' ? [part.text] : []))
	const material = texts.slice(0, -1).filter(text => !text.startsWith(MEMORY_OPENING))
	return [
		...prose('prompt', scrub(promptText(message))),
		...material.flatMap(text => stable('result', splitByContent(scrub(text)))),
	]
}

/** `createVisible` knows these words: question and answer stand in two places of the conversation. */
export function questionAndAnswer(question: string | undefined, answer: string): string {
	return question === undefined ? answer : `Asked: ${question}\nAnswered: ${answer}`
}

function stable(
	kind: PassageKind,
	pieces: readonly TextPiece[],
	file?: Omit<PassageFile, 'lastLine'>,
): readonly MessagePiece[] {
	return pieces.map(({ text, firstLine, lastLine }) => ({
		kind,
		text,
		...(file && {
			file: { ...file, firstLine: file.firstLine + firstLine, lastLine: file.firstLine + lastLine },
		}),
	}))
}

/** A file that was written is in pieces like those it is read in. */
function callPieces(
	{ tool, arguments: given }: ToolCall,
	{ scrub }: PassageRules,
	log: PassageLog,
): readonly MessagePiece[] {
	const input = parseJson(given)
	if (!isObject(input) || typeof input.path !== 'string' || typeof input.content !== 'string')
		return stable('call', splitByContent(scrub(callText(tool, given))))
	const { path, content, ...rest } = input
	const file = { path: pathIn(log.cwd, path), firstLine: 1, sha256: sha256Of(content) }
	return [
		...prose('call', scrub(callText(tool, JSON.stringify({ path, ...rest })))),
		...stable('call', splitByContent(scrub(content)), file),
	]
}

type ToolEnd = { callId: string; result: ToolResult }

function resultPieces(
	{ callId, result }: ToolEnd,
	{ scrub }: PassageRules,
	log: PassageLog,
): readonly MessagePiece[] {
	const text = scrub(textOf(result.content))
	const seen = result.detail?.type === 'files' ? result.detail.seen : []
	const [file] = seen.length === 1 ? seen : []
	const numbered = file ? numberedLines(text) : []
	if (file && numbered.length > 0) {
		const { path, sha256 } = file
		return numbered.flatMap(({ firstLine, text: lines }) =>
			stable('result', splitByContent(lines), { path, sha256, firstLine }),
		)
	}
	const pieces = splitByContent(text)
	if (file) return diffPieces(pieces, file)
	return pieces.map(({ text: piece }): MessagePiece => {
		const place = result.detail?.type === 'counted' ? placeIn(piece, log.call(callId)?.arguments) : undefined
		const found = place && { ...place, path: pathIn(log.cwd, place.path) }
		return { kind: 'result', text: piece, ...(found && { file: found }) }
	})
}

function diffPieces(
	pieces: readonly TextPiece[],
	file: { path: string; sha256: string },
): readonly MessagePiece[] {
	let at = 0
	return pieces.map(({ text }): MessagePiece => {
		const changed = changedLines(text, at)
		at = changed.at
		return { kind: 'result', text, ...(changed.lines && { file: { ...file, ...changed.lines } }) }
	})
}

/** Where in a file the lines stand that a search has found, or the symbols of an outline. */
function placeIn(text: string, given: string | undefined): PassageFile | undefined {
	const matched = matchedLines(text)
	if (matched || given === undefined) return matched
	const input = parseJson(given)
	const lines = outlinedLines(text)
	return lines && isObject(input) && typeof input.path === 'string'
		? { path: input.path, ...lines }
		: undefined
}

function pathIn(cwd: string, path: string): string {
	return isAbsolute(path) || cwd === '' ? path : join(cwd, path)
}

function sha256Of(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}

/** The file that a result too long for the log says it is in whole. */
export function savedOutput(event: StoredEvent): string | undefined {
	if (event.type !== 'tool-end') return undefined
	return SAVED.exec(textOf(event.result.content))?.[1]
}

const SAVED =
	/\n\[… \d+ bytes in \d+ lines removed here; (?:the whole output is|beginning and end of the output are) in (.+?)(?:, \d+ characters between them were too much to keep)? …\]\n/

/** @param slice - whole lines of such a file. @param from - where it begins, and the number of its first passage */
export function savedPassages(
	{ seq, at }: Pick<Envelope, 'seq' | 'at'>,
	slice: string,
	from: { path: string; firstLine: number; part: number },
	{ scrub }: Pick<PassageRules, 'scrub'>,
): readonly Passage[] {
	const { path, firstLine, part } = from
	return stable('result', splitByContent(scrub(slice)), { path, firstLine }).map((piece, index) => ({
		...piece,
		seq,
		at,
		part: part + index,
	}))
}

/** The lines that are notes, one passage each. `at` is when the file was written: a note says its day itself. */
export function notePassages(text: string, at: number): readonly Passage[] {
	return text
		.split(/\n(?=- )/)
		.flatMap((note, seq) =>
			splitText(note).map((piece, part): Passage => ({ seq, part, kind: 'note', at, text: piece })),
		)
}
