// Dangerous commands, which ask in every mode: loss beyond the workspace, loss of history, more power, files that
// steer things later. Each rule looks at one simple command, in whatever wrapper it comes; it may err towards asking.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { foldersAfter, type Scope, targetOf } from '../analysis/scope.ts'
import { isSecretName } from '../analysis/sensitive-paths.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { codeOf, programName, withHiddenCommands, withInnerCommands } from '../nested/wrappers.ts'
import { factsOf, isKind, type ProgramFacts, readsCode } from '../programs/facts.ts'
import { destructiveCodeEffect } from './destructive-code.ts'
import {
	criticalPlace,
	destructiveEffectAt,
	destructiveEffectBeyondWorkspace,
	isReceivingFolder,
	protectionOf,
} from './destructive-effects.ts'
import { destructiveGitEffect } from './destructive-git.ts'

export function hardCase(command: SimpleCommand, scope: Scope): Evaluation | undefined {
	let folders = scope.folders
	for (const inner of withHiddenCommands(command, scope.budget)) {
		const call = callOf(inner)
		for (const { rule, when } of HARD_RULES) {
			const reason = when(call, { ...scope, folders })
			if (reason !== undefined) return asksHard(`hard/${rule}`, reason)
		}
		folders = foldersAfter(inner, { ...scope, folders })
	}
	return undefined
}

/** One command as the rules below look at it. */
type ProgramCall = {
	program: string
	facts: ProgramFacts
	/** Arguments as text, unknown parts left out. */
	texts: readonly string[]
	/** The arguments that are no options. */
	operands: readonly Word[]
	command: SimpleCommand
}

type HardRule = {
	rule: string
	/** @returns the reason, a whole sentence, when it applies */
	when: (call: ProgramCall, scope: Scope) => string | undefined
}

const FIND_ACTION = /^-(?:delete|(?:exec|ok)(?:dir)?)$/
const HARD_RULES: readonly HardRule[] = [
	{
		rule: 'more-power',
		when: ({ program, facts }) =>
			facts.kind === 'power' ? `${program} takes the rights of somebody else.` : undefined,
	},
	{
		rule: 'shutdown',
		when: ({ program, facts: { stopsMachine }, texts }) => {
			if (stopsMachine === 'always') return `${program} stops this machine.`
			if (stopsMachine === 'by run level' && /^[0-6]$/.test(texts[0] ?? ''))
				return 'init changes the run level.'
			if (
				stopsMachine === 'by verb' &&
				texts.some(text =>
					/^(?:poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue)(?:\.target)?$/.test(text),
				)
			)
				return `${program} stops this machine.`
			if (program === 'osascript' && texts.some(text => /\b(?:shut ?down|restart|log ?out)\b/i.test(text)))
				return 'It stops this machine.'
			return undefined
		},
	},
	{
		rule: 'kill-all',
		when: ({ program, texts }) => {
			if (program === 'killall5') return 'It ends every process.'
			if (program !== 'kill') return undefined
			const [, ...later] = texts
			const isEverything =
				texts.at(-1) === '1' || later.includes('-1') || (texts[0] === '-1' && later.length === 0)
			return isEverything ? 'It ends every process it may.' : undefined
		},
	},
	{
		rule: 'fork-bomb',
		when: ({ program, command }) =>
			command.inFunction !== undefined && command.inFunction === program
				? `The function ${program} starts itself over and over.`
				: undefined,
	},
	{
		rule: 'disk',
		when: ({ program, facts, texts }) => {
			if (facts.kind === 'disk') return `${program} changes a disk.`
			if (program === 'diskutil' && texts.some(text => /^(?:erase|partition|zero|reformat)/i.test(text)))
				return 'diskutil erases a disk.'
			return undefined
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, facts, texts, operands }, scope) => {
			// `$x -rf /` is what it looks like, whatever is in x.
			const isUnknown =
				program === '' && texts.some(text => /^-(?:[a-zA-Z]*r[a-zA-Z]*f|[a-zA-Z]*f[a-zA-Z]*r)/.test(text))
			if (facts.kind !== 'remover' && !isUnknown) return undefined
			const isSweeping = texts.some(text => /^-[a-zA-Z]*[rRf]|^--(?:rec|for)/.test(text))
			// Losing one file that is only known when it runs is bad luck; losing a tree is more.
			const known = isSweeping ? operands : operands.filter(word => targetOf(word, scope))
			return firstReason(known, word => destructiveEffectAt(word, scope), 'It removes')
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, texts, operands, command }, scope) => {
			if (program !== 'find' || !texts.some(text => FIND_ACTION.test(text))) return undefined
			const inner = withInnerCommands(command, scope.budget).slice(1)
			const destroys =
				texts.includes('-delete') || inner.some(each => isKind(programName(each) ?? '', 'remover'))
			const changes = inner.some(each => isKind(programName(each) ?? '', 'permissions'))
			if (!destroys && !changes) return undefined
			const lead = destroys ? 'It removes from' : 'It changes permissions in'
			const named = command.words.filter((_, index) => /^-i?(?:name|path)$/.test(texts[index - 2] ?? ''))
			return (
				firstReason(operands.slice(0, 1), word => destructiveEffectBeyondWorkspace(word, scope), lead) ??
				firstReason(destroys ? named : [], word => protectionOf(word, scope), 'It removes')
			)
		},
	},
	{
		rule: 'inner-script',
		when: ({ program, command }, scope) => {
			if (!readsCode(program)) return undefined
			for (const code of codeOf(command)) {
				const reason = /[\s('"]/.test(code)
					? destructiveCodeEffect(code, { ...scope, budget: undefined })
					: undefined
				if (reason !== undefined) return reason
			}
			return undefined
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, texts, operands }, scope) =>
			program === 'rsync' && texts.some(text => /^--del/.test(text))
				? firstReason(
						operands.slice(-1),
						word => destructiveEffectBeyondWorkspace(word, scope),
						'It removes from',
					)
				: undefined,
	},
	{
		rule: 'remove-outside',
		// `find / | xargs rm -rf`: what is removed is what the other one lists.
		when: ({ program, texts, command }, scope) => {
			if (program !== 'xargs' || !texts.some(text => isKind(text, 'remover'))) return undefined
			const lists = command.pipedFrom?.words.slice(1) ?? []
			const paths = lists.filter(word => /^[~/.$]/.test(word.text))
			return firstReason(paths, word => destructiveEffectBeyondWorkspace(word, scope), 'It removes from')
		},
	},
	{
		rule: 'overwrite-critical',
		when: ({ program, facts, texts, operands }, scope) => {
			const to = operands.slice(-1).filter(word => !isReceivingFolder(word, scope))
			const replaced =
				program === 'dd'
					? ofOperand(operands)
					: program === 'mv'
						? [...operands.slice(0, -1), ...to]
						: facts.replacesLast
							? to
							: []
			if (program === 'mv' && texts.at(-1) === '/dev/null') return 'What is moved to /dev/null is lost.'
			return firstReason(replaced, word => criticalPlace(word, scope), 'It replaces or moves')
		},
	},
	{
		rule: 'permissions-outside',
		when: ({ facts, texts, operands }, scope) => {
			if (facts.kind !== 'permissions') return undefined
			if (!texts.some(text => /^-[a-zA-Z]*[rR]|^--rec/.test(text))) return undefined
			// The first operand is the mode or the owner.
			return firstReason(
				operands.slice(1),
				word => destructiveEffectBeyondWorkspace(word, scope),
				'It changes permissions in',
			)
		},
	},
	{
		rule: 'write-protected',
		when: ({ facts: { writes, replacesLast }, texts, operands }, scope) => {
			const isWriter =
				writes === 'operands' ||
				(writes === 'option' && texts.some(text => /^-[a-zA-Z]*[io]|^--(?:in-pl|out|wri)/.test(text)))
			// What is only copied from stays as it is, unless an option names the target.
			const isCopy = replacesLast && !texts.some(text => /^-[a-zA-Z]*t|^--ta/.test(text))
			const written = isCopy ? operands.slice(-1) : [...operands, ...ofOperand(operands)]
			if (!isWriter) return undefined
			return firstReason(written, word => protectionOf(word, scope), 'It touches')
		},
	},
	{
		rule: 'write-protected',
		when: ({ command }, scope) => {
			const written = command.redirections.flatMap(({ operator, target }) =>
				operator.includes('>') && target ? [target] : [],
			)
			return firstReason(written, word => protectionOf(word, scope), 'It writes to')
		},
	},
	{
		rule: 'git-history',
		when: ({ program, texts }) => (program === 'git' ? destructiveGitEffect(texts) : undefined),
	},
	{
		rule: 'environment',
		when: ({ program, facts: { printsVariables }, texts, command }) => {
			const isDump = texts.every(text => text.startsWith('-') || isSecretName(text))
			if (printsVariables === 'environment' && isDump) return `${program} prints the environment.`
			if (program === 'set' && command.words.length === 1) return 'set prints every variable.'
			if (printsVariables === 'shell' && texts.every(text => /^-[a-zA-Z]*$/.test(text)))
				return `${program} prints variables.`
			if (program === 'compgen' && texts.some(text => /^-[a-z]*[ev]/.test(text)))
				return 'compgen prints names of variables.'
			// `-uaxe`: there is no such user, so it is read as `uaxe`.
			if (program === 'ps' && texts.some(text => /^(?:-[afwx]*u)?[auxfgw]*e[auxfgw]*$/.test(text)))
				return 'ps prints the environment of processes.'
			return undefined
		},
	},
	{
		rule: 'environment',
		when: ({ facts, texts }) =>
			facts.kind === 'language' &&
			texts.some(text =>
				/process\.env(?!\s*[.?[])|os\.environ(?!\s*[.[])|%ENV|ENV\.(?:to_h|each|inspect)|getenv\(\)/.test(
					text,
				),
			)
				? 'It reads the whole environment.'
				: undefined,
	},
	{
		rule: 'environment',
		// `ENVIRON["HOME"]` and `env.HOME` ask for one variable, which need not be a secret.
		when: ({ program, texts }) =>
			(/^[gm]?awk$/.test(program) && texts.some(text => /\bENVIRON\b(?!\s{0,9}\[\s{0,9}")/.test(text))) ||
			(program === 'jq' && texts.some(text => /(?:\$\s{0,9}ENV|(?<![\w.$])env)\b(?!\s{0,9}\.)/.test(text)))
				? 'It reads the whole environment.'
				: undefined,
	},
	{
		rule: 'crontab',
		when: ({ program, texts }) =>
			program === 'crontab' && texts.includes('-r') ? 'It removes every job.' : undefined,
	},
	{
		rule: 'keychain',
		when: ({ program, facts, texts }) =>
			(program === 'security' && texts.some(text => /^(?:find|dump|export)/.test(text))) ||
			(program === 'gpg' && texts.some(text => /^--export-secret/.test(text))) ||
			(program === 'gh' && texts[0] === 'auth' && texts[1] === 'token') ||
			facts.kind === 'credentials'
				? 'It reads stored credentials.'
				: undefined,
	},
]

function callOf(command: SimpleCommand): ProgramCall {
	const [, ...words] = command.words
	const end = words.findIndex(word => literal(word) === '--')
	const operands = words.filter((word, index) => (end !== -1 && index > end) || !word.text.startsWith('-'))
	const program = programName(command) ?? ''
	return { program, facts: factsOf(program), texts: words.map(knownText), operands, command }
}

/** The file after `of=`. */
function ofOperand(operands: readonly Word[]): readonly Word[] {
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

function knownText(word: Word): string {
	return word.pieces
		.map(piece => (piece.kind === 'literal' ? piece.value : piece.kind === 'pattern' ? piece.text : ''))
		.join('')
}

/** The first word that has one, and its reason: `It removes ~. It is or holds the home folder.` */
function firstReason(
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
