// Whether a command may be what a deny or ask rule names. A wall looks through wrappers and inner scripts, past
// options in between and at options wherever they stand, and takes what it cannot read for possible.

import type { Script, SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal } from '../shell-parser/bash-words.ts'
import { newAnalysisBudget, TooMuchToLookAt } from '../shell-policy/analysis/analysis-budget.ts'
import { assignedValues, withValues } from '../shell-policy/nested/assigned-values.ts'
import { asMeant, otherNames } from '../shell-policy/nested/other-names.ts'
import { programName, withHiddenCommands, withInnerCommands } from '../shell-policy/nested/wrappers.ts'
import { factsOf, interprets } from '../shell-policy/programs/facts.ts'
import { type Match, strongest } from './rule-match.ts'

/** @param words - of the rule; none stand for every command */
export function matchCommandRule(words: readonly string[], script: Script, text: string): Match {
	if (words.length === 0) return 'yes'
	const inner = script.commands.flatMap(command =>
		withInnerCommands(command).map(each => ({ command: each, isFed: isFeeder(command) })),
	)
	const found = strongest(inner.map(({ command, isFed }) => matchesOne(words, command, isFed)))
	if (found !== 'no') return found
	// What a script in a string, a file or a pipe does is not to be seen from here; that it names the words is.
	const hidesCommands =
		script.obstacles.length > 0 || inner.some(({ command }) => interprets(programName(command) ?? ''))
	if (hidesCommands && mentions(words, text)) return 'maybe'
	return mayBeWithin(words, script) ? 'maybe' : 'no'
}

/** Under another name, in a script that some program is handed, or behind more than is read. */
function mayBeWithin(words: readonly string[], script: Script): boolean {
	if (script.isIncomplete) return true
	const budget = newAnalysisBudget()
	try {
		const values = assignedValues(script)
		const names = otherNames(script, budget)
		return script.commands.some(command => {
			const filled = [command, ...withValues(command, values, budget)]
			const meant = filled.flatMap(each => asMeant(each, names, budget))
			return [...filled, ...meant].some(each =>
				withHiddenCommands(each, budget).some(inner => matchesOne(words, inner, false) === 'yes'),
			)
		})
	} catch (error) {
		if (error instanceof TooMuchToLookAt) return true
		throw error
	}
}

function isFeeder(command: SimpleCommand): boolean {
	return factsOf(programName(command) ?? '').addsWords === true
}

function matchesOne(words: readonly string[], command: SimpleCommand, isFed: boolean): Match {
	if (command.words.length === 0) return 'no'
	const given = command.words.map(word => {
		const text = literal(word)
		return isFed && text === '{}' ? undefined : text
	})
	const program = matchesProgram(words[0]!, given[0])
	if (program === 'no') return 'no'
	const rest = words.slice(1)
	const openEnd: Match = isFed ? 'maybe' : 'no'
	const operands = matchesOperands(
		rest.filter(word => !isOption(word)),
		given.slice(1),
		openEnd,
	)
	const options = rest.filter(isOption).map(option => matchesOption(option, given.slice(1), openEnd))
	return weakest([program, operands, ...options])
}

function weakest(matches: readonly Match[]): Match {
	if (matches.includes('no')) return 'no'
	return matches.includes('maybe') ? 'maybe' : 'yes'
}

/** `rm` is also `/bin/rm`, and on a disk that folds case also `RM`. */
function matchesProgram(wanted: string, given: string | undefined): Match {
	if (given === undefined) return 'maybe'
	const name = wanted.includes('/') ? given : given.slice(given.lastIndexOf('/') + 1)
	return name.toLowerCase() === wanted.toLowerCase() ? 'yes' : 'no'
}

/** In order, with nothing but options and their values in between: `git -C there push` is a `git push`. */
function matchesOperands(
	wanted: readonly string[],
	given: readonly (string | undefined)[],
	openEnd: Match,
): Match {
	let found = 0
	for (const [index, word] of given.entries()) {
		if (found === wanted.length) return 'yes'
		if (word === undefined) return 'maybe'
		if (word === wanted[found]) found++
		else if (!isOption(word) && !isOption(given[index - 1] ?? '')) return 'no'
	}
	return found === wanted.length ? 'yes' : openEnd
}

/** `-rf` is there when `r` and `f` are, `--force` also as `--forc` and `--force=1`. */
function matchesOption(wanted: string, given: readonly (string | undefined)[], openEnd: Match): Match {
	const known = given.flatMap(word => word ?? [])
	const isThere = wanted.startsWith('--')
		? known.some(word => isLongForm(wanted, word))
		: known.includes(wanted) || hasLetters(wanted, known)
	if (isThere) return 'yes'
	return known.length < given.length ? 'maybe' : openEnd
}

function isLongForm(wanted: string, word: string): boolean {
	const name = word.split('=')[0]!
	return name === wanted || (name.length > 3 && wanted.startsWith(name))
}

function hasLetters(wanted: string, words: readonly string[]): boolean {
	const letters = new Set(words.filter(word => /^-[^-]/.test(word)).flatMap(word => [...word.slice(1)]))
	return [...wanted.slice(1)].every(letter => letters.has(letter))
}

function isOption(word: string): boolean {
	return word.length > 1 && word.startsWith('-')
}

function mentions(words: readonly string[], text: string): boolean {
	let at = 0
	for (const word of words) {
		const next = text.toLowerCase().indexOf(word.toLowerCase(), at)
		if (next === -1) return false
		at = next + word.length
	}
	return true
}
