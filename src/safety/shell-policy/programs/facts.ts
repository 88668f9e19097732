// The table of programs: what each does by its name alone, in rows of one file for each sort. Everything that judges,
// grants or searches asks it through the functions below; what options change about a program is in the rules beside
// this file, what its verbs do in `verbs`.

import { FILES } from './facts/files.ts'
import { LANGUAGES } from './facts/languages.ts'
import { MACHINE } from './facts/machine.ts'
import { NETWORK } from './facts/network.ts'
import type { ProgramFacts, ProgramKind } from './facts/program-facts.ts'
import { PROJECTS } from './facts/projects.ts'
import { SEARCH } from './facts/search.ts'
import { SHELLS } from './facts/shells.ts'
import { SPEECH } from './facts/speech.ts'
import { WRAPPERS } from './facts/wrappers.ts'

/** @param program - its name without the folder. `python3.12` and `mkfs.ext4` are python and mkfs. */
export function factsOf(program: string): ProgramFacts {
	return FACTS.get(program) ?? FACTS.get(familyOf(program)) ?? NOTHING
}

export function isKind(program: string, ...kinds: readonly ProgramKind[]): boolean {
	const { kind } = factsOf(program)
	return kind !== undefined && kinds.includes(kind)
}

/** What it does is in what it is given to run. */
export function interprets(program: string): boolean {
	const { kind, interprets: does } = factsOf(program)
	return does === true || kind === 'shell' || kind === 'language' || kind === 'filter'
}

export function readsCode(program: string): boolean {
	const { kind, readsCode: does } = factsOf(program)
	return does === true || kind === 'language' || kind === 'filter'
}

export function runsWords(program: string): boolean {
	return factsOf(program).runsWordsAfter !== undefined
}

export function takesScript(program: string): ProgramFacts['takesScript'] {
	const facts = factsOf(program)
	return facts.kind === 'shell' ? 'any word' : facts.takesScript
}

/** It runs the script in a file that it is given, and that may be any file. */
export function runsScriptFile(program: string): boolean {
	const facts = factsOf(program)
	return facts.kind === 'shell' || facts.runsScriptFile === true
}

/** What it did cannot be called back: a yes to one use of it is none to the next, even of the same words. */
export function isBeyondRecall(program: string): boolean {
	const { destroys, network } = factsOf(program)
	return destroys === 'removes' || network !== undefined
}

/** A rule about it counts for its whole words only: anything more could run, destroy, send or change what nobody has seen. */
export function mustBeWhole(program: string): boolean {
	const { destroys, network, runsByOption, runsProject, changes } = factsOf(program)
	return (
		runsWords(program) ||
		interprets(program) ||
		[destroys, network, runsByOption, runsProject, changes].some(fact => fact !== undefined)
	)
}

export function programsWhere(holds: (facts: ProgramFacts) => boolean): readonly string[] {
	return [...FACTS].flatMap(([program, facts]) => (holds(facts) ? [program] : []))
}

const NOTHING: ProgramFacts = {}

/** The name without what a version or a file system adds to it. */
function familyOf(program: string): string {
	if (program.startsWith('mkfs.')) return 'mkfs'
	if (program.startsWith('newfs_')) return 'newfs'
	let end = program.length
	while (end > 0 && isVersion(program.charCodeAt(end - 1))) end--
	if (end === program.length) return ''
	const family = program.slice(0, end)
	return FACTS.get(family)?.kind === 'language' ? family : ''
}

/** A digit or a full stop. */
function isVersion(code: number): boolean {
	return (code >= 48 && code <= 57) || code === 46
}

const FACTS: ReadonlyMap<string, ProgramFacts> = new Map(
	[SHELLS, LANGUAGES, WRAPPERS, FILES, MACHINE, NETWORK, SEARCH, PROJECTS, SPEECH].flatMap(
		Object.entries<ProgramFacts>,
	),
)
