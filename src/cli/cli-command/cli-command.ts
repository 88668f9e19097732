// A command of the command line as a value: its names, what may follow it, its help, and what it does. Each one, or each
// group, is a file here; `agent.ts` lists them, and parsing, `--help`, completion and the reference are made
// from that list. They are loaded for every command, so what does the work is imported by `run`.

import type { Output } from '../io/output.ts'

export type CliCommand = {
	name: string
	aliases?: readonly string[]
	description: string
	arguments?: readonly CliArgument[]
	options?: readonly CliOption[]
	/** Lines that can be typed as they stand. */
	examples?: readonly string[]
	/** Makes it a group. Without `run` of its own it does what the one with `isDefault` does. */
	commands?: readonly CliCommand[]
	isDefault?: boolean
	/** @param typed - the arguments as they were declared, then the options @returns the exit code */
	run?(context: CliContext, ...typed: readonly unknown[]): Promise<number>
}

export type CliArgument = {
	/** `<must be there>`, `[may be left out]`, `<one or more...>`. */
	usage: string
	description?: string
	values?: Values
}

export type CliOption = {
	/** `-m, --model <name>`; `[name]` where the value may be left out. */
	flags: string
	description: string
	/** Offered by completion; what else there is, is for the command to say. */
	values?: Values
	/** The only values there are. */
	choices?: readonly string[]
	fallback?: string
	/** For programs that say it by itself: neither help nor completion offers it. */
	isHidden?: true
	/** May be given several times, and is a list then. */
	isRepeatable?: boolean
}

/** What a value can be: a closed list, or what there is of a kind when it is asked for. */
export type Values = readonly string[] | ValueKind

export type ValueKind = 'commands' | 'models' | 'profiles' | 'providers' | 'sessions' | 'settings'

export type CliContext = {
	version: string
	output: Output
	/** The program with all its commands. */
	root: CliCommand
	/** Runs the program once more. */
	again(argv: readonly string[]): Promise<number>
}

/** @returns the command that these words lead to, or undefined */
export function findCommand(root: CliCommand, words: readonly string[]): CliCommand | undefined {
	return words.reduce<CliCommand | undefined>(
		(group, word) => group?.commands?.find(command => namesOf(command).includes(word)),
		root,
	)
}

export function namesOf({ name, aliases = [] }: CliCommand): readonly string[] {
	return [name, ...aliases]
}

/** What `-m, --model <name>` says. */
export function optionParts({ flags }: CliOption): { names: readonly string[]; takesValue: boolean } {
	return {
		names: flags.split(/[ ,]+/).filter(part => part.startsWith('-')),
		takesValue: /[<[]/.test(flags),
	}
}
