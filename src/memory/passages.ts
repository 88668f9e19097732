// Passage extraction: what of a session is worth finding again, what the user typed, what the model said and called,
// what came of it.

import { type EventChoice, isChosen } from '../core/event-choice.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import { assertNever } from '../core/exhaustive.ts'
import type { Passage, PassageKind } from '../core/memory.ts'
import { callsOf, promptText, textOf } from '../core/messages.ts'
import { ends, splitText } from './text/split.ts'

export type PassageRules = {
	/** Takes secrets out of what was typed and said; a result was stored without them. */
	scrub(text: string): string
	/** The tool that finds what is in the index: what it found is here already, and so is what was asked for it. */
	recallTool: string
}

export function passagesOf(
	{ seq, at, event }: Envelope<StoredEvent>,
	rules: PassageRules,
): readonly Passage[] {
	return piecesOf(event, rules).map(({ kind, text }, part) => ({ seq, at, kind, part, text }))
}

type MessagePiece = { kind: PassageKind; text: string }

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
	'attempt-end': false,
	'message-end': true,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': false,
	'tool-start': false,
	'tool-end': true,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: false,
	'run-end': false,
} as const satisfies EventChoice

function piecesOf(event: StoredEvent, { scrub, recallTool }: PassageRules): readonly MessagePiece[] {
	if (!isChosen(PASSAGE_EVENTS, event)) return []
	switch (event.type) {
		case 'run-start':
			return pieces('prompt', scrub(promptText(event.prompt)), MESSAGE_CHARACTERS)
		case 'steer':
			return pieces('prompt', scrub(promptText(event.message)), MESSAGE_CHARACTERS)
		case 'message-end': {
			const said = pieces('answer', scrub(textOf(event.message.content)), MESSAGE_CHARACTERS)
			const calls = callsOf(event.message).filter(({ tool }) => tool !== recallTool)
			return [
				...said,
				...calls.map(({ tool, arguments: given }): MessagePiece => {
					return {
						kind: 'call',
						text: `${tool} ${scrub(given.slice(0, 4 * CALL_CHARACTERS)).slice(0, CALL_CHARACTERS)}`,
					}
				}),
			]
		}
		case 'tool-end':
			return event.tool === recallTool
				? []
				: pieces('result', textOf(event.result.content), RESULT_CHARACTERS)
		default:
			return assertNever(event)
	}
}

function pieces(kind: PassageKind, text: string, limit: number): readonly MessagePiece[] {
	return ends(text, limit).flatMap(end => splitText(end).map(piece => ({ kind, text: piece })))
}

const MESSAGE_CHARACTERS = 64_000
const RESULT_CHARACTERS = 4_000
const CALL_CHARACTERS = 400

/** The lines that are notes, one passage each. `at` is when the file was written: a note says its day itself. */
export function notePassages(text: string, at: number): readonly Passage[] {
	return text
		.split(/\n(?=- )/)
		.flatMap((note, seq) =>
			splitText(note).map((piece, part): Passage => ({ seq, part, kind: 'note', at, text: piece })),
		)
}
