// Which parts of a command may be judged without the others. A part that only reads can still be what makes another one
// dangerous: `echo 'rm -rf .'` in front of `| sh` is all that sh gets to run.

import type { SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { programName } from './nested/wrappers.ts'
import { factsOf, isKind } from './programs/facts.ts'

/**
 * Of the harmless parts of a script those from which nothing reaches a part that asks: no output, no variable, no
 * folder, no loop round it. Where that cannot be seen, a part does not stand alone.
 *
 * @param asking - the parts of the same script that are not harmless
 */
export function standingAlone(
	harmless: readonly SimpleCommand[],
	asking: readonly SimpleCommand[],
): ReadonlySet<SimpleCommand> {
	// The last word of the command before it, whatever that one was.
	if (asking.some(({ text }) => /\$\{?[_]\b/.test(text))) return new Set()
	const leavesNothing = harmless.filter(command => !leavesSomething(command))
	const readers = new Map(harmless.map(command => [command.pipedFrom, command]))
	return new Set(
		leavesNothing.filter(
			command => isBesideAll(command, asking) && (!isInExcursion(command) || isWholePipe(command, readers)),
		),
	)
}

/** In the shell, for what comes after it. */
function leavesSomething({ words, assignments, keyword, inFunction, ...command }: SimpleCommand): boolean {
	if (keyword || inFunction !== undefined || words.length === 0 || assignments.length > 0) return true
	const program = programName({ words, assignments, keyword, inFunction, ...command })
	return program === undefined || isKind(program, 'builtin') || factsOf(program).changes === 'shell'
}

/** Nothing of its own statement that asks stands around it, reads it or runs in a part of a pipe. */
function isBesideAll(command: SimpleCommand, asking: readonly SimpleCommand[]): boolean {
	return asking
		.filter(({ statement }) => statement === command.statement)
		.every(other => !isInExcursion(other) && sameSteps(other, command))
}

function sameSteps(one: SimpleCommand, other: SimpleCommand): boolean {
	return (
		one.steps.length === other.steps.length && one.steps.every((step, index) => step === other.steps[index])
	)
}

/** A part of a pipe, a subshell, or beside an `||`. */
function isInExcursion({ excursions }: SimpleCommand): boolean {
	return excursions.length > 0
}

/** One of simple commands that are all harmless, and that nothing else reads. */
function isWholePipe(
	command: SimpleCommand,
	readers: ReadonlyMap<SimpleCommand | undefined, SimpleCommand>,
): boolean {
	if (command.excursions.length > 1) return false
	return command.pipedFrom !== undefined || readers.has(command)
}
