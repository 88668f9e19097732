// Hard rules about secrets whose names come from another command: `cat $(find . -name .env)`, `echo .env | xargs cat`,
// and what curl is told to send by a configuration that it is fed.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece, type Word } from '../../shell-parser/bash-words.ts'
import { scriptOf } from '../analysis/analysis-budget.ts'
import { secretIn } from '../analysis/reads.ts'
import type { Scope } from '../analysis/scope.ts'
import { fedTo, programName, sourcesOf, withInnerCommands } from '../nested/wrappers.ts'
import { isKind } from '../programs/facts.ts'
import type { HardRule, ProgramCall } from './hard-rule.ts'

export const LISTED_SECRETS: readonly HardRule[] = [
	{
		rule: 'secret',
		when: (call, scope) => {
			const listing = listedFor(call, scope).find(each => namesSecret(each, scope))
			return listing && `It reads what ${programName(listing)} lists, and that is asked for a secret.`
		},
	},
	{
		rule: 'secret',
		when: ({ program, texts, command }, scope) => {
			if (program !== 'curl' || !texts.some(text => /^-[a-zA-Z]*K|^--config/.test(text))) return undefined
			const sent = fedTo(command).flatMap(text => [...text.slice(0, MAX_TEXT).matchAll(SENT)])
			const isSecret = sent.some(([, value = '']) => secretIn(wordOf(value), scope) !== undefined)
			return isSecret ? 'It sends a secret.' : undefined
		},
	},
]

const MAX_TEXT = 4_000
/** `upload-file = ".env"`, `-F file=@.env` */
const SENT =
	/^[ \t]*-{0,2}(?:upload-file|data(?:-\w+)?|form(?:-\w+)?|json|[TdF])(?:[ \t]*[=:][ \t]*|[ \t]+)["']?([^\s"']{1,200})/gm

function wordOf(value: string): Word {
	return { text: value, pieces: [literalPiece(value)] }
}

/** The commands whose output is the names of what this one reads. */
function listedFor({ program, command }: ProgramCall, scope: Scope): readonly SimpleCommand[] {
	if (program === 'xargs' || program === 'parallel') {
		const [, inner] = withInnerCommands(command, scope.budget)
		return inner && readsContent(programName(inner) ?? '') ? sourcesOf(command) : []
	}
	if (program === 'find') {
		const inner = withInnerCommands(command, scope.budget).slice(1)
		return inner.some(each => readsContent(programName(each) ?? '')) ? [command] : []
	}
	if (!readsContent(program)) return []
	return command.words
		.slice(1)
		.flatMap(scriptsOfOutput)
		.flatMap(script => scriptOf(script, scope.budget).commands)
}

/** `$(…)` and, older, between backticks. */
function scriptsOfOutput({ text, pieces }: Word): readonly string[] {
	const outputs = pieces.flatMap(piece =>
		piece.kind === 'opaque' && piece.result?.kind === 'output' && piece.result.script !== ''
			? [piece.result.script]
			: [],
	)
	if (outputs.length > 0 || pieces.every(({ kind }) => kind !== 'opaque')) return outputs
	return [...text.slice(0, MAX_TEXT).matchAll(/`([^`]{1,400})`/g)].map(([, script = '']) => script)
}

function readsContent(program: string): boolean {
	return program !== '' && (READERS.has(program) || isKind(program, 'grep') || isKind(program, 'filter'))
}

const READERS: ReadonlySet<string> = new Set(
	(
		'cat head tail less more bat nl tac rev cut sort uniq paste tee base64 base32 xxd od hexdump strings jq yq ' +
		'curl wget scp rsync nc ncat cp tar zip gzip openssl source .'
	).split(' '),
)

/** A finder that is asked for one, or what is said; and not what is left out. */
function namesSecret(command: SimpleCommand, scope: Scope): boolean {
	const program = programName(command) ?? ''
	if (!LISTERS.has(program) && !isKind(program, 'finder')) return false
	const words = command.words.slice(1)
	return words.some((word, index) => {
		if (/^(?:!|-not|-E|--exclude|-I|--ignore)$/.test(literal(words[index - 1] ?? word) ?? '')) return false
		const test = literal(words[index - 1] ?? word) ?? ''
		const isLeftOut = /^(?:!|-not)$/.test(literal(words[index - 2] ?? word) ?? '')
		if (/\s/.test(word.text) || isLeftOut) return false
		return secretIn(word, scope) !== undefined || (/^-i?name$/.test(test) && KEPT.test(literal(word) ?? ''))
	})
}

const LISTERS: ReadonlySet<string> = new Set([
	'find',
	'fd',
	'fdfind',
	'locate',
	'plocate',
	'mdfind',
	'ls',
	'echo',
	'printf',
])
/** What several programs call the file of theirs. */
const KEPT = /^\*?\.?(?:git-)?credentials(?:\.\w{1,8})?\*?$/
