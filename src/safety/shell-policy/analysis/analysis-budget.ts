// A limit to how much of one command is looked at. Its unit is some microseconds, so that no text, however it is
// made, holds anybody up; what is beyond it asks a person, for nobody has looked at it.

import { readScript, type Script, type SimpleCommand } from '../../shell-parser/bash-syntax.ts'

export type AnalysisBudget = {
	left: number
	/** What has been found out about paths: the same ones come up again and again. */
	readonly secrets: Map<string, string | undefined>
	/** The same for texts that are read as scripts: each rule takes the same command apart. */
	readonly scripts: Map<string, Script>
	/** And for the commands that one may hand on. */
	readonly handedOn: Map<SimpleCommand, readonly SimpleCommand[]>
}

/** A command somebody wrote takes some hundreds; of 4 500 that agents ran none took 2 000. */
export function newAnalysisBudget(): AnalysisBudget {
	return { left: 15_000, secrets: new Map(), scripts: new Map(), handedOn: new Map() }
}

/** Thrown where there is no effort left, so that no rule can forget to look. */
export class TooMuchToLookAt extends Error {}

export function spend(budget: AnalysisBudget | undefined, units: number): void {
	if (!budget) return
	budget.left -= units
	if (budget.left < 0) throw new TooMuchToLookAt()
}

/**
 * Read once for all who ask. What that costs is for the caller to say.
 * @throws TooMuchToLookAt where the text goes on behind what was read of it
 */
export function scriptOf(text: string, budget: AnalysisBudget | undefined): Script {
	const known = budget?.scripts.get(text)
	if (known) return known
	const script = readScript(text)
	if (budget && script.isIncomplete) {
		budget.left = -1
		throw new TooMuchToLookAt()
	}
	budget?.scripts.set(text, script)
	return script
}
