// A hard rule: one way in which a call of a program asks whatever the mode, and the call as the rules look at it.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import type { Scope } from '../analysis/scope.ts'
import { programName } from '../nested/wrappers.ts'
import type { ProgramFacts } from '../programs/facts/program-facts.ts'
import { factsOf } from '../programs/facts.ts'

/** One command as the rules look at it. */
export type ProgramCall = {
	program: string
	facts: ProgramFacts
	/** Arguments as text, unknown parts left out. */
	texts: readonly string[]
	/** The arguments that are no options. */
	operands: readonly Word[]
	command: SimpleCommand
}

export type HardRule = {
	rule: string
	/** @returns the reason, a whole sentence, when it applies */
	when: (call: ProgramCall, scope: Scope) => string | undefined
}

export function callOf(command: SimpleCommand): ProgramCall {
	const [, ...words] = command.words
	const end = words.findIndex(word => literal(word) === '--')
	const operands = words.filter((word, index) => (end !== -1 && index > end) || !word.text.startsWith('-'))
	const program = programName(command) ?? ''
	return { program, facts: factsOf(program), texts: words.map(knownText), operands, command }
}

/** The file after `of=`. */
export function ofOperand(operands: readonly Word[]): readonly Word[] {
	return operands.flatMap(word => {
		const at = word.pieces.findIndex(piece => piece.kind === 'literal' && piece.value.startsWith('of='))
		const first = word.pieces[at]
		if (first?.kind !== 'literal') return []
		const value = first.value.slice(3)
		const rest = word.pieces.slice(at + 1)
		// The shell expands a tilde there, too.
		const pieces: Word['pieces'] = /^~(?:\/|$)/.test(value)
			? [{ kind: 'home' }, { kind: 'literal', value: value.slice(1) }, ...rest]
			: [{ kind: 'literal', value }, ...rest]
		return [{ text: word.text, pieces }]
	})
}

export function knownText(word: Word): string {
	return word.pieces
		.map(piece => (piece.kind === 'literal' ? piece.value : piece.kind === 'pattern' ? piece.text : ''))
		.join('')
}

/** The first word that has one, and its reason: `It removes ~. It is or holds the home folder.` */
export function firstReason(
	words: readonly Word[],
	reasonFor: (word: Word) => string | undefined,
	lead: string,
): string | undefined {
	for (const word of words) {
		const reason = reasonFor(word)
		if (reason !== undefined) return `${lead} ${word.text}. ${reason}`
	}
	return undefined
}
