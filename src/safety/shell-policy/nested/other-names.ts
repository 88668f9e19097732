// Other names: what a call stands for where the script itself has given its name another program, a function or an alias,
// or has put something into the descriptor it reads. Good for asking harder and for nothing else.

import type { Redirection, Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { type AnalysisBudget, scriptOf, spend } from '../analysis/analysis-budget.ts'
import { programName, scriptText } from './wrappers.ts'

export type OtherNames = {
	/** The words that stand in place of a name. */
	programs: ReadonlyMap<string, readonly Word[]>
	/** What is in the body of each function. */
	functions: ReadonlyMap<string, readonly SimpleCommand[]>
	/** What `exec` has put into a descriptor; all whose number only the shell knows are one. */
	inputs: ReadonlyMap<Descriptor, Redirection>
}

type Descriptor = number | 'variable'

// A name that stands for a name that stands for a third.
const MAX_LEVELS = 4
const MAX_NAMES = 40

export function otherNames({ commands }: Script, budget?: AnalysisBudget): OtherNames {
	const programs = new Map<string, readonly Word[]>()
	const functions = new Map<string, SimpleCommand[]>()
	const inputs = new Map<Descriptor, Redirection>()
	for (const command of commands) {
		const { inFunction } = command
		if (inFunction !== undefined) {
			const body = functions.get(inFunction) ?? []
			body.push(command)
			functions.set(inFunction, body)
		}
		for (const [name, words] of namesGiven(command, budget))
			if (programs.size < MAX_NAMES && words.length > 0) programs.set(name, words)
		if (programName(command) === 'exec' && command.words.length === 1)
			for (const redirection of command.redirections)
				if (redirection.operator.startsWith('<') && redirection.operator !== '<&')
					inputs.set(redirection.descriptor ?? 0, redirection)
	}
	return { programs, functions, inputs }
}

/** `hash -p /bin/rm ls`, `alias ls='rm -rf'`, `BASH_CMDS[ls]=/bin/rm`, `ln -s /bin/rm ls`. */
function namesGiven(
	command: SimpleCommand,
	budget: AnalysisBudget | undefined,
): readonly (readonly [string, readonly Word[]])[] {
	const tables = command.assignments.flatMap(({ text }) => {
		const [, key = '', value = ''] =
			/^BASH_(?:ALIASES|CMDS)\[['"]?([^\]'"]{1,60})['"]?\]=(.*)$/s.exec(text) ?? []
		return key === '' ? [] : [[key, wordsOf(value.replace(/^(['"])(.*)\1$/s, '$2'), budget)] as const]
	})
	const [, ...words] = command.words
	switch (programName(command)) {
		case 'hash': {
			const at = words.findIndex(({ text }) => /^-[a-z]*p$/.test(text))
			const program = at === -1 ? undefined : words[at + 1]
			return program ? words.slice(at + 2).map(word => [literal(word) ?? '', [program]] as const) : []
		}
		case 'alias':
			return words.flatMap(word => {
				const [, name = '', text = ''] = /^([^=\s]{1,60})=(.*)$/s.exec(scriptText(word) ?? '') ?? []
				return name === '' ? [] : [[name, wordsOf(text, budget)] as const]
			})
		case 'ln':
		case 'cp':
		case 'install': {
			const [from, to, ...others] = words.filter(({ text }) => !text.startsWith('-'))
			const name = to && lastStep(literal(to) ?? '')
			return from && name && others.length === 0 ? [[name, [from]] as const] : []
		}
		default:
			return tables
	}
}

function lastStep(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

/** The first command of a text. */
function wordsOf(text: string, budget: AnalysisBudget | undefined): readonly Word[] {
	spend(budget, 10 + (text.length >> 3))
	return scriptOf(text.slice(0, MAX_TEXT), budget).commands[0]?.words ?? []
}

const MAX_TEXT = 2_000

/** The commands that it comes to as well; none where its name and its input are what they look like. */
export function asMeant(
	command: SimpleCommand,
	names: OtherNames,
	budget?: AnalysisBudget,
	level = 0,
): readonly SimpleCommand[] {
	const isPlain = names.programs.size === 0 && names.functions.size === 0 && names.inputs.size === 0
	if (isPlain || level >= MAX_LEVELS) return []
	const found = [
		...renamed(command, names),
		...bodies(command, names),
		...(names.inputs.size > 0 ? withInputs(command, names) : []),
	]
	spend(budget, 3 * found.length)
	return [...found, ...found.flatMap(each => asMeant(each, names, budget, level + 1))]
}

function renamed(command: SimpleCommand, { programs }: OtherNames): readonly SimpleCommand[] {
	const name = programs.size > 0 ? programName(command) : undefined
	const words = name === undefined ? undefined : programs.get(name)
	// `alias ls='ls --color'`
	if (!words || programName({ ...command, words }) === name) return []
	return [{ ...command, words: [...words, ...command.words.slice(1)] }]
}

/** `f(){ psql db; }; echo 'DROP TABLE x' | f`: what in it reads the input of the call is given that. */
function bodies(command: SimpleCommand, { functions }: OtherNames): readonly SimpleCommand[] {
	const name = functions.size > 0 ? programName(command) : undefined
	const body = name === undefined ? undefined : functions.get(name)
	if (!body || command.inFunction === name) return []
	const { pipedFrom, fedBy } = command
	const redirections = command.redirections.filter(isInput)
	if (!pipedFrom && fedBy.length === 0 && redirections.length === 0) return []
	return body
		.filter(each => !each.keyword && !hasInput(each))
		.map(each => ({ ...each, pipedFrom, fedBy, redirections: [...each.redirections, ...redirections] }))
}

/** `exec 3<<< 'rm -rf ~'; sh <&3`: as if it had been given what is in the descriptor. */
function withInputs(command: SimpleCommand, names: OtherNames): readonly SimpleCommand[] {
	const { inputs } = names
	const given = [
		...command.redirections.map(({ operator, target }) => (operator === '<&' ? target : undefined)),
		...command.words.slice(1),
		...command.redirections.map(({ operator, target }) => (operator === '<' ? target : undefined)),
	].flatMap((word, index) =>
		word ? (inputs.get(descriptorIn(word, index < command.redirections.length)) ?? []) : [],
	)
	const standard = hasInput(command) || programName(command) === 'exec' ? undefined : inputs.get(0)
	const [first] = [...given, ...(standard ? [standard] : [])]
	if (first) return [fedWith(command, first)]
	const { pipedFrom } = command
	// `cat <&3 | sh`
	const [source] = pipedFrom && !pipedFrom.pipedFrom ? withInputs(pipedFrom, names) : []
	return source ? [{ ...command, pipedFrom: source }] : []
}

function fedWith(command: SimpleCommand, { operator, target }: Redirection): SimpleCommand {
	const words = command.words.filter(
		({ text }, index) => index === 0 || !/^\/(?:dev|proc\/self)\/fd\//.test(text),
	)
	return { ...command, words, redirections: [{ operator, target, descriptor: undefined }] }
}

/** `3` and `$fd` behind `<&`, `/dev/fd/3` anywhere. */
function descriptorIn(word: Word, isBare: boolean): Descriptor {
	const text = literal(word)
	const number =
		text === undefined ? undefined : /^(?:\/(?:dev|proc\/self)\/fd\/)?(\d{1,4})-?$/.exec(text)?.[1]
	if (number !== undefined) return isBare || text?.startsWith('/') ? Number(number) : NONE
	const isVariable = word.pieces.at(-1)?.kind === 'variable'
	return isVariable && (isBare || /^"?\/(?:dev|proc\/self)\/fd\//.test(word.text)) ? 'variable' : NONE
}

const NONE = -1

function hasInput({ pipedFrom, fedBy, redirections }: SimpleCommand): boolean {
	return pipedFrom !== undefined || fedBy.length > 0 || redirections.some(isInput)
}

function isInput({ operator, descriptor }: Redirection): boolean {
	return operator.startsWith('<') && (descriptor === undefined || descriptor === 0)
}
