// Assignments: those that can change nothing but what the command itself puts in their place later, and those in front of
// a program that only change how its output looks.

import { type Assignment, LOOP_VARIABLE, type SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal } from '../../shell-parser/bash-words.ts'
import type { AnalysisBudget } from '../analysis/analysis-budget.ts'
import { asks, type Evaluation, harmless } from '../analysis/verdict.ts'
import { isAboutOutput } from '../programs/facts/output-names.ts'
import { wordWithData } from './filled-words.ts'

/** @returns undefined where it sets nothing */
export function judgeAssignments(command: SimpleCommand, budget?: AnalysisBudget): Evaluation | undefined {
	const [first] = command.assignments
	if (!first) return undefined
	const other = command.assignments.find(each => !isHarmless(each, command, budget))
	return other
		? asks('assignment', `It sets ${other.name}, which can change what programs do.`)
		: harmless('read-only/assignment', 'It sets a variable that no program looks at.')
}

function isHarmless(
	assignment: Assignment,
	command: SimpleCommand,
	budget: AnalysisBudget | undefined,
): boolean {
	return (
		setsOutput(assignment) ||
		(command.words.length === 0 ? isOwn(assignment, budget) : isFieldSeparator(assignment, command))
	)
}

/** A name that means nothing to any program; what is in it is judged wherever it is used. */
function isOwn({ name, text, value }: Assignment, budget: AnalysisBudget | undefined): boolean {
	const isPlain = LOOP_VARIABLE.test(name) && /^\w+\+?=/.test(text)
	return (
		isPlain &&
		value !== undefined &&
		wordWithData(value, budget).pieces.every(({ kind }) => kind !== 'opaque')
	)
}

/** `IFS= read -r line`: it counts for that one `read`. */
function isFieldSeparator({ name, value }: Assignment, { words }: SimpleCommand): boolean {
	return (
		name === 'IFS' &&
		words[0]?.text === 'read' &&
		value?.pieces.every(({ kind }) => kind === 'literal') === true
	)
}

function setsOutput({ name, text, value }: Assignment): boolean {
	const given = value && literal(value)
	return given !== undefined && text === `${name}=${value?.text}` && isAboutOutput(name, given)
}
