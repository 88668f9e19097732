// A hard rule: one way in which a call of a program asks whatever the mode, and the call as the rules look at it.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import type { Scope } from '../analysis/scope.ts'
import { programName } from '../nested/wrappers.ts'
import type { ProgramFacts } from '../programs/facts/program-facts.ts'
import { factsOf } from '../programs/facts.ts'
import { verbRowsOf } from '../programs/verbs/program-verbs.ts'
import { type VerbEffect, verbEffect } from '../programs/verbs/verb-rows.ts'

/** One command as the rules look at it. */
export type ProgramCall = {
	program: string
	facts: ProgramFacts
	/** Arguments as text, unknown parts left out. */
	texts: readonly string[]
	/** The arguments that are no options. */
	operands: readonly Word[]
	command: SimpleCommand
	/** What its verb does, as the rows of the program have it. */
	effect: VerbEffect | undefined
}

export type HardRule = {
	rule: string
	/** @returns the reason, a whole sentence, when it applies */
	when: (call: ProgramCall, scope: Scope) => string | undefined
}

export function callOf(command: SimpleCommand): ProgramCall {
	const operands: Word[] = []
	const texts: string[] = []
	let isBehindDashes = false
	for (let index = 1; index < command.words.length; index++) {
		const word = command.words[index]!
		texts.push(knownText(word))
		if (isBehindDashes || !word.text.startsWith('-')) operands.push(word)
		isBehindDashes ||= literal(word) === '--'
	}
	const program = programName(command) ?? ''
	return { program, facts: factsOf(program), texts, operands, command, effect: verbEffectOf(program, texts) }
}

function verbEffectOf(program: string, texts: readonly string[]): VerbEffect | undefined {
	const rows = verbRowsOf(program)
	if (!rows) return undefined
	// `cargo +nightly publish`: the toolchain is no verb.
	return verbEffect(rows, texts[0]?.startsWith('+') ? texts.slice(1) : texts)
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
	let text = ''
	for (const piece of word.pieces)
		if (piece.kind === 'literal') text += piece.value
		else if (piece.kind === 'pattern') text += piece.text
	return text
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
