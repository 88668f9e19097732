// Allow rules for commands: whether one covers a command, and which one "always for this project" would store. Both
// stop at what runs whatever it is given and at what cannot be undone.

import type { SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal } from '../shell-parser/bash-words.ts'
import type { Scope } from '../shell-policy/analysis/scope.ts'
import { judgeCommand } from '../shell-policy/judge-command.ts'
import { programName } from '../shell-policy/nested/wrappers.ts'
import { factsOf, interprets, mustBeWhole, runsWords } from '../shell-policy/programs/facts.ts'
import { wordsAsText } from './rule-words.ts'

/** @param words - of the rule */
export function coversCommand(words: readonly string[], command: SimpleCommand, scope: Scope): boolean {
	if (!isPlain(command, scope)) return false
	const given = command.words.map(literal)
	if (words.length > given.length || words.some((word, index) => word !== given[index])) return false
	const more = given.slice(words.length)
	// A yes to `python check.py` is none to whatever else it is given.
	if (isOnlyWhole(command)) return more.length === 0 && !runsAnything(words)
	return !more.some(word => word !== undefined && opensMore(word))
}

/** @returns the rule's text, or undefined when nothing should be allowed for good */
export function ruleToStore(command: SimpleCommand, scope: Scope): string | undefined {
	if (!isPlain(command, scope) || isOnlyWhole(command)) return undefined
	const words = command.words.flatMap(word => literal(word) ?? [])
	if (words.length !== command.words.length || words.some(opensMore)) return undefined
	const length = storedLength(words)
	return length === undefined ? undefined : `shell(${wordsAsText(words.slice(0, length))})`
}

/** @returns the text of a rule that covers it, whatever else that covers, or undefined where none does */
export function exactRule(command: SimpleCommand, scope: Scope): string | undefined {
	const words = command.words.flatMap(word => literal(word) ?? [])
	return coversCommand(words, command, scope) ? `shell(${wordsAsText(words)})` : undefined
}

/** Nothing about it but its words, and none of them computed: no assignment, no file written or read by the shell. */
function isPlain(command: SimpleCommand, scope: Scope): boolean {
	if (command.assignments.length > 0 || command.inFunction !== undefined) return false
	if (command.words.some(({ pieces }) => pieces.some(({ kind }) => kind === 'opaque'))) return false
	if (command.redirections.length === 0) return true
	// `2>&1` and `> /dev/null` are nothing to ask about; judged alone they say so.
	const { outcome, reads } = judgeCommand({ ...command, words: [] }, scope)
	return outcome === 'allow' && reads.length === 0
}

/** The name of a program alone that runs whatever it is given: a rule for all commands in disguise. */
export function runsAnything(words: readonly string[]): boolean {
	const [program = ''] = words
	const name = program.slice(program.lastIndexOf('/') + 1)
	return words.length === 1 && (runsWords(name) || interprets(name))
}

function isOnlyWhole(command: SimpleCommand): boolean {
	const program = programName(command)
	return program === undefined || mustBeWhole(program)
}

/** Options with which a harmless command runs, loads or writes something else, or does it elsewhere. */
function opensMore(word: string): boolean {
	return OPENING_OPTION.test(word) || /^[A-Za-z_]\w*\+?=/.test(word)
}

const OPENING_OPTION =
	/^--?(?:exec(?:-path|-batch)?|toolexec|eval|script-shell|shell|command|cmd|config(?:-env|-file|-path)?|user-?config|global-?config|prefix|root(?:-?dir)?|manifest-path|modfile|overlay|require|import|loader|plugin|preload|pre|init-file|rcfile|node-options|upload-pack|receive-pack|output(?:-file|-dir)?|out-?(?:file|dir)?|git-dir|work-tree|cwd|dir|directory)(?:=|$)|^-C/i

/** How many of the words make a rule. @returns undefined where a rule would let in what nobody has seen */
function storedLength(words: readonly string[]): number | undefined {
	const [program = '', verb = '', script = ''] = words
	const name = program.slice(program.lastIndexOf('/') + 1)
	const { runsScripts, lastingVerbs } = factsOf(name)
	if (runsScripts && /^(?:run|run-script)$/.test(verb))
		return script === '' || script.startsWith('-') ? undefined : 3
	if (lastingVerbs) return lastingVerbs.includes(verb) ? 2 : undefined
	if (FETCHING_VERBS.has(verb)) return undefined
	return words.length
}

const FETCHING_VERBS: ReadonlySet<string> = new Set(
	'install add exec dlx run start serve deploy publish upload push login config set'.split(' '),
)
