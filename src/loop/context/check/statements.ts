// Statements: what was said, sentence by sentence, by whom and when. What the check of a summary looks at.

import { assertNever } from '../../../core/exhaustive.ts'
import { type Message, promptText, type ToolMessage, textOf } from '../../../core/messages.ts'

export type Statement = {
	by: 'user' | 'model' | 'error'
	text: string
	/** The message it is from, counted from the oldest. Below zero: what earlier compactions had kept. */
	at: number
}

/** @param isSaid - by a user, as against what the program put into history */
export function statementsIn(
	messages: readonly Message[],
	isSaid: (message: Message) => boolean,
): readonly Statement[] {
	return messages.flatMap((message, at): readonly Statement[] => {
		switch (message.role) {
			case 'user':
				return isSaid(message) ? sentencesOf(promptText(message), 'user', at) : []
			case 'assistant':
				return sentencesOf(textOf(message.content), 'model', at)
			case 'tool':
				return errorLines(message).map(text => ({ by: 'error', text, at }))
			default:
				return assertNever(message)
		}
	})
}

/** Code and pasted text come along; what is found in it ranks by what it is. */
export function sentencesOf(text: string, by: Statement['by'], at: number): readonly Statement[] {
	const looked =
		text.length > LONG_TEXT ? `${text.slice(0, LONG_TEXT / 2)}\n${text.slice(-LONG_TEXT / 2)}` : text
	return looked
		.split(SENTENCE_END)
		.flatMap(inShorter)
		.flatMap(piece => {
			const sentence = piece.replace(LIST_SIGN, '').trim()
			return sentence.length < LEAST_CHARACTERS ? [] : [{ by, text: sentence, at }]
		})
}

/** Of one message: what is longer was pasted, and its ends say most of it. */
const LONG_TEXT = 40_000
const LEAST_CHARACTERS = 3
/** Who writes without capitals ends sentences all the same; where they are short, it makes no difference. */
function inShorter(piece: string): readonly string[] {
	return piece.length > LONG_SENTENCE ? piece.split(ANY_END) : [piece]
}

const LONG_SENTENCE = 240
/** Behind a word: `e.g.` ends nothing. */
const ANY_END = /(?<=[\p{L}\p{N}]{2}[.!?]["'”’)\]]*)\s+/u

/** A full stop inside of a name, a number or an address ends nothing. */
const SENTENCE_END = /(?<=[.!?;:…])["'”’)\]]*\s+(?=[\p{Lu}\p{N}"'“«`(/-])|(?<=[。！？])|[\r\n]+/u
const LIST_SIGN = /^\s*(?:[-*•>#]+|\d+[.)])\s+/

/** The lines of a result that name an error, the last ones of many. */
function errorLines({ outcome, content }: ToolMessage): readonly string[] {
	if (outcome === 'refused' || outcome === 'cancelled') return []
	const text = textOf(content)
	const looked = text.length > 2 * LOOKED_AT ? `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}` : text
	const lines = [...looked.matchAll(ERROR_LINE)].map(([line]) => line.trim())
	// What was read may speak of errors on every line; what has failed says it on a few.
	if (outcome === 'ok' && lines.length > MOST_ERRORS) return []
	return [...new Set(lines)].slice(-MOST_ERRORS)
}

const LOOKED_AT = 8_000
const MOST_ERRORS = 4
const ERROR_LINE =
	/^.{0,200}?(?:\b(?:[A-Z]\w*)?(?:Error|Exception)\b(?:\[\w+\])?:|\berror(?:\[\w+\])?:|\bfatal:|\bpanic:|\bE[A-Z]{4,}\b|\bFAILED\b|\bTraceback\b).*$/gm
