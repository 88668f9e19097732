// Wrapper programs, which run other programs. What they run is searched for the dangerous cases; that it comes in a
// wrapper is reason enough to ask.

import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { type AnalysisBudget, scriptOf, spend } from '../analysis/analysis-budget.ts'
import { factsOf, isKind, readsCode, takesScript } from '../programs/facts.ts'
import { hiddenScripts, hiddenStarts, isMake, mayHideCommands } from './hidden-commands.ts'
import { scriptsInOptions } from './run-by-option.ts'
import { translatedCall } from './translated-calls.ts'

// Scripts in scripts in scripts: nobody writes this many levels by hand, and a wrapper asks anyway.
const MAX_LEVELS = 8
// As many beginnings of inner commands as are looked at in one command.
const MAX_STARTS = 64
/** Of what nobody looks through the rest may be anything. */
const MORE_THAN_THERE_IS = Number.MAX_SAFE_INTEGER

export function programName({ keyword, words }: SimpleCommand): string | undefined {
	return keyword ? undefined : wordName(words[0])
}

function wordName(word: Word | undefined): string | undefined {
	const text = word && literal(word)
	return text?.slice(text.lastIndexOf('/') + 1)
}

/** The command itself and every command it may run, as far as the text tells. Too many rather than too few. */
export function withInnerCommands(command: SimpleCommand, budget?: AnalysisBudget): readonly SimpleCommand[] {
	return innerCommands(command, { budget, level: 0, isForHidden: false })
}

/** The same with what is no more than a guess: good for asking harder, and for nothing else. */
export function withHiddenCommands(
	command: SimpleCommand,
	budget?: AnalysisBudget,
): readonly SimpleCommand[] {
	const known = budget?.handedOn.get(command)
	if (known) return known
	const found = innerCommands(command, { budget, level: 0, isForHidden: true })
	budget?.handedOn.set(command, found)
	return found
}

type UnwrapContext = { budget: AnalysisBudget | undefined; level: number; isForHidden: boolean }

function innerCommands(command: SimpleCommand, look: UnwrapContext): readonly SimpleCommand[] {
	if (command.keyword) return []
	return commandStarts(command.words, look).flatMap(start => {
		const inner = start === 0 ? command : { ...command, words: command.words.slice(start) }
		spend(look.budget, 5 + (inner.words.length >> 2))
		return [inner, ...translatedIn(inner, look), ...scriptsIn(inner, { ...look, level: look.level + 1 })]
	})
}

function translatedIn(command: SimpleCommand, look: UnwrapContext): readonly SimpleCommand[] {
	const program = look.isForHidden && look.level < MAX_LEVELS ? programName(command) : undefined
	const translated = program === undefined ? undefined : translatedCall(program, command)
	return translated ? innerCommands(translated, { ...look, level: look.level + 1 }) : []
}

/** Each place in the words where a command may begin: the first, and wherever a wrapper hands over. */
function commandStarts(words: readonly Word[], look: UnwrapContext): readonly number[] {
	const starts = new Set([0])
	// A set is walked in the order of insertion, additions included.
	for (const start of starts) {
		const rest = start === 0 ? words : words.slice(start)
		const program = wordName(rest[0])
		if (program === undefined) continue
		spend(look.budget, rest.length >> 3)
		for (const next of innerStarts(program, rest, look))
			if (starts.size < MAX_STARTS) starts.add(start + next)
			else if (!starts.has(start + next)) spend(look.budget, MORE_THAN_THERE_IS)
	}
	return [...starts]
}

/** Where the inner command may begin. What follows an option may be its value, or the command already. */
function innerStarts(program: string, words: readonly Word[], look: UnwrapContext): readonly number[] {
	if (program === 'find')
		return words.flatMap((word, index) =>
			/^-(?:exec|ok)(?:dir)?$/.test(literal(word) ?? '') ? [index + 1] : [],
		)
	let operands = factsOf(program).runsWordsAfter
	if (operands === undefined) return look.isForHidden ? hiddenStarts(program, words) : []
	const starts: number[] = []
	let isAfterOption = false
	for (let index = 1; index < words.length; index++) {
		const text = literal(words[index]!) ?? ''
		if (text.startsWith('-')) isAfterOption = true
		else if (!/^\w+=/.test(text)) {
			starts.push(index)
			if (!isAfterOption && operands-- <= 0) break
			isAfterOption = false
		}
	}
	return starts
}

function scriptsIn(command: SimpleCommand, look: UnwrapContext): readonly SimpleCommand[] {
	const program = programName(command)
	if (program === undefined) return []
	if (look.level >= MAX_LEVELS) {
		if (takesScript(program) !== undefined) spend(look.budget, MORE_THAN_THERE_IS)
		return []
	}
	// `source /dev/stdin <<< …`
	if (program === 'source' || program === '.') return commandsIn(fedTo(command), command, look)
	const taken = takesScript(program)
	if (taken === undefined) return hiddenIn(program, command, look)
	const words = command.words
		.slice(1)
		.flatMap(word => scriptText(word) ?? [])
		.map(text => (program === 'alias' ? text.replace(/^\w+=/, '') : text))
	const texts = taken === 'any word' ? words : words.filter(text => isScript(text, program))
	const joined =
		program === 'eval'
			? [
					command.words
						.slice(1)
						.map(word => scriptText(word) ?? '')
						.join(' '),
				]
			: []
	const fed = fedTo(command).map(text => (program === 'crontab' ? text.replaceAll(SCHEDULE, '') : text))
	const options = look.isForHidden && taken !== 'any word' ? scriptsInOptions(program, words) : []
	return commandsIn([...texts, ...joined, ...fed, ...options], command, look)
}

/** Of several words, or of one that does its harm alone: `script -c reboot`. */
function isScript(text: string, program: string): boolean {
	if (/\s/.test(text)) return true
	const { stopsMachine, printsVariables } = factsOf(text)
	// To what runs tools of the project it is more likely the name of one.
	return stopsMachine === 'always' || (printsVariables === 'environment' && !factsOf(program).runsProject)
}

/** When a line of a crontab is due. */
const SCHEDULE = /^[ \t]{0,9}(?:@\w{1,20}|(?:[\d*/,-]{1,40}[ \t]{1,9}){5})/gm

/** What is no shell may still hand something to one. */
function hiddenIn(program: string, command: SimpleCommand, look: UnwrapContext): readonly SimpleCommand[] {
	if (!look.isForHidden || !mayHideCommands(program, command.text)) return []
	const texts = isMake(program)
		? [...codeOf(command), ...fedTo(command)]
		: [...codeOf(command), ...setFor(command), ...linesFedTo(program, command)]
	return commandsIn(hiddenScripts(program, texts), command, look)
}

/** `psql <<< '\\! rm -rf ~'` */
function linesFedTo(program: string, command: SimpleCommand): readonly string[] {
	if (!CONSOLES.test(program)) return []
	return fedTo(command).flatMap(text => text.split('\n', MAX_LINES))
}

const CONSOLES = /^(?:psql|mysql|mariadb|sqlite3?|duckdb|mongosh?|redis-cli|sqlplus|gdb|lldb|ftp|sftp|lftp)$/
const MAX_LINES = 60

/** `x='rm -rf ~' awk 'BEGIN { system(ENVIRON["x"]) }'` */
function setFor(command: SimpleCommand): readonly string[] {
	if (command.assignments.length === 0 || !isKind(programName(command) ?? '', 'filter')) return []
	return command.assignments.map(({ name, value }) => `${name}=${(value && scriptText(value)) ?? ''}`)
}

/** The arguments of a command as texts, and what it is fed where that is a program in its own language. */
export function codeOf(command: SimpleCommand): readonly string[] {
	const words = command.words.slice(1).map(word => scriptText(word) ?? '')
	return readsCode(programName(command) ?? '') ? [...words, ...fedTo(command)] : words
}

function commandsIn(
	texts: readonly string[],
	outer: SimpleCommand,
	look: UnwrapContext,
): readonly SimpleCommand[] {
	return texts.flatMap(text => {
		spend(look.budget, 30 + (text.length >> 3))
		return inScript(scriptOf(text, look.budget), outer, look)
	})
}

/** What a shell reads as its input: a here-document, or what somebody says into its pipe. */
export function fedTo(command: SimpleCommand, seen = new Set<SimpleCommand>()): readonly string[] {
	const own = command.redirections.flatMap(({ operator, target }) =>
		operator.startsWith('<<') && target ? (scriptText(target) ?? []) : [],
	)
	if (own.length > 0) return own
	const texts: string[] = []
	for (const source of inputsOf(command)) {
		if (seen.has(source) || seen.size >= MAX_PIPES) continue
		seen.add(source)
		const fed = fedTo(source, seen)
		texts.push(...printedWords(source), ...(fed.length > 0 && isDecoder(source) ? fed.map(decodeText) : fed))
	}
	return texts
}

function inputsOf({ pipedFrom, fedBy }: SimpleCommand): readonly SimpleCommand[] {
	return pipedFrom ? [pipedFrom] : fedBy
}

/** All that what it reads may have come through, the nearest first. */
export function sourcesOf(command: SimpleCommand): readonly SimpleCommand[] {
	const sources = new Set<SimpleCommand>()
	// A set is walked in the order of insertion, additions included.
	const add = (each: SimpleCommand) => {
		for (const source of inputsOf(each)) if (sources.size < MAX_PIPES) sources.add(source)
	}
	add(command)
	for (const source of sources) add(source)
	return [...sources]
}

// What somebody says at one end of a longer pipe is something else by the time it comes out.
const MAX_PIPES = 60

/** What `echo` and `printf` print, more or less. */
export function printedWords(command: SimpleCommand): readonly string[] {
	if (!factsOf(programName(command) ?? '').says) return []
	const words = command.words.slice(1).map(word => scriptText(word) ?? '')
	// `printf '%s\n' 'rm -rf ~'` has the script in one of its words, `echo rm -rf ~` in all of them.
	const texts = words.length > 1 ? [words.join(' '), ...words.filter(text => /\s/.test(text))] : words
	return [...texts, ...formatted(words)].map(text =>
		text
			.replaceAll('\\n', '\n')
			.replaceAll(/\\[rtfv]/g, ' ')
			.replaceAll(ESCAPE, codeToText),
	)
}

/** `printf 'rm -rf %s' ~` */
function formatted([format = '', ...values]: readonly string[]): readonly string[] {
	if (values.length === 0 || !/%[sbq]/.test(format)) return []
	let next = 0
	return [format.replaceAll(/%[sbq]/g, () => values[next++] ?? '')]
}

/** `\\x72`, `\\162` and `\\0162`, as printf and `echo -e` read them. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{2,3}))/g

function codeToText(_escape: string, hexadecimal: string | undefined, octal: string | undefined): string {
	const code = hexadecimal === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hexadecimal, 16)
	return String.fromCharCode(code & 0xff)
}

/** `base64 -d`: a script that nobody could read. */
function isDecoder(command: SimpleCommand): boolean {
	const isAsked = command.words.some(word => /^(?:-[a-zA-Z]*[dD]|--d.*)$/.test(literal(word) ?? ''))
	return programName(command) === 'base64' && isAsked
}

function decodeText(text: string): string {
	return Buffer.from(text, 'base64').toString()
}

function inScript(script: Script, outer: SimpleCommand, look: UnwrapContext): readonly SimpleCommand[] {
	return script.commands.flatMap(inner =>
		innerCommands(
			{ ...inner, statement: outer.statement, inFunction: inner.inFunction ?? outer.inFunction },
			look,
		),
	)
}

/** A script in quotes may hold variables, which keep their dollar here. */
export function scriptText(word: Word): string | undefined {
	if (word.pieces.some(({ kind }) => kind === 'opaque')) return undefined
	const text = word.pieces
		.map(piece => {
			if (piece.kind === 'literal') return piece.value
			if (piece.kind === 'variable') return `\${${piece.name}}`
			return piece.kind === 'pattern' ? piece.text : '~'
		})
		.join('')
	return text
}
