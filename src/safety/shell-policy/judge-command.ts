// The judgement of one simple command: hard cases first, then what is provably harmless, and everything else asks.

import type { Redirection, SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../shell-parser/bash-words.ts'
import { judgeReads, secretIn, secretVariable } from './analysis/reads.ts'
import type { Scope } from './analysis/scope.ts'
import { asks, asksHard, type Evaluation, harmless, strictestCall } from './analysis/verdict.ts'
import { hardCase } from './destructive/hard-cases.ts'
import { outsideWrite } from './destructive/outside-writes.ts'
import { withData } from './expansion/filled-words.ts'
import { judgeAssignments } from './expansion/judge-assignments.ts'
import { judgeKeyword, judgeRead } from './judge-keyword.ts'
import { withHiddenCommands } from './nested/wrappers.ts'
import { interprets, isKind, runsWords } from './programs/facts.ts'
import { takeExecs } from './programs/find-exec.ts'
import { judgeGit } from './programs/git.ts'
import { onlyAsksForHelp } from './programs/help.ts'
import { judgeInspection } from './programs/inspection-calls.ts'
import { programRule } from './programs/known-programs.ts'
import { judgeProgram } from './programs/program-rule.ts'
import { readsFromService } from './programs/services.ts'
import { specialJudge } from './programs/special-programs.ts'
import { inWords } from './programs/words/in-words.ts'
import { argumentsFromPipe } from './programs/xargs.ts'

export function judgeCommand(given: SimpleCommand, scope: Scope): Evaluation {
	const hard = judgeHard(given, scope)
	if (hard) return hard
	const command = withData(given, scope.budget)
	if (command.keyword) return judgeKeyword(command, scope)
	const assignment = judgeAssignments(command, scope.budget)
	if (assignment && assignment.outcome !== 'allow') return assignment
	if (assignment && command.words.length === 0 && command.redirections.length === 0) return assignment
	const evaluations = [
		judgeCall(command, scope),
		judgeReads(command.words.flatMap(searchedFolder), scope, SEARCHES),
		...command.redirections.map(each => judgeRedirection(each, scope)),
	]
	const worst = strictestCall(evaluations) ?? harmless('read-only', 'It does nothing.')
	const outside = worst.outcome === 'ask' ? outsideWrite(given, scope) : undefined
	return outside ?? { ...worst, reads: evaluations.flatMap(({ reads }) => reads) }
}

/** What asks whatever the mode: what it does, and the secrets that it reads, itself or in what it hands on. */
export function judgeHard(given: SimpleCommand, scope: Scope): Evaluation | undefined {
	return hardCase(given, scope) ?? secretUsed(given) ?? secretHandedOn(given, scope)
}

function secretUsed(command: SimpleCommand): Evaluation | undefined {
	const secret = secretVariable(command)
	return secret === undefined
		? undefined
		: asksHard('hard/secret', `It uses $${secret}, which looks like a secret.`)
}

/** `bash -c 'cat ~/.ssh/id_rsa'`: whatever holds it asks, and what it reads says how hard. */
function secretHandedOn(command: SimpleCommand, scope: Scope): Evaluation | undefined {
	for (const inner of withHiddenCommands(command, scope.budget)) {
		// The words of a wrapper are its own, and looked at as such.
		if (inner.text === command.text) continue
		const secret =
			secretUsed(inner) ??
			[judgeCall(inner, scope), ...inner.redirections.map(each => judgeRedirection(each, scope))].find(
				({ outcome }) => outcome === 'ask-always',
			)
		if (secret) return secret
	}
	return undefined
}

const SEARCHES = { name: 'read-only', why: 'looks for names of files', showsNoContent: true } as const

/** Where the shell looks for what a pattern stands for, whatever it is then given to: `echo link/*` lists that folder. */
function searchedFolder({ pieces }: Word): Word[] {
	const last = pieces.findLastIndex(({ kind }) => kind === 'pattern')
	for (let index = last - 1; index >= 0; index--) {
		const piece = pieces[index]!
		const end = piece.kind === 'literal' ? piece.value.lastIndexOf('/') : -1
		if (piece.kind !== 'literal' || end === -1) continue
		const folder = [...pieces.slice(0, index), { ...piece, value: piece.value.slice(0, end + 1) }]
		return [{ text: folder.map(textOf).join(''), pieces: folder }]
	}
	return []
}

function textOf(piece: Word['pieces'][number]): string {
	if (piece.kind === 'literal') return piece.value
	return piece.kind === 'pattern' ? piece.text : '…'
}

/** What is judged by more than its words: where its input comes from, and where it stands. */
function judgeCall(command: SimpleCommand, scope: Scope): Evaluation {
	const program = command.words[0] && literal(command.words[0])
	if (program === 'read') return judgeRead(command)
	if (program === 'find') return judgeFound(command, scope)
	if (program !== 'xargs') return judgeWords(command.words, scope)
	const handed = argumentsFromPipe(command, scope)
	if (!('problem' in handed)) {
		const evaluation = judgeWords(handed.words, scope, 1)
		return { ...evaluation, programs: ['xargs', ...(evaluation.programs ?? [])] }
	}
	return secretGiven('xargs', command.words, scope) ?? asks('wrapper', handed.problem)
}

/** `find … -exec READER {} +` is the search, and the reader for each that it finds. */
function judgeFound({ words }: SimpleCommand, scope: Scope): Evaluation {
	const found = takeExecs(words)
	if ('problem' in found) return asks('options/find', found.problem)
	const secret = found.readers.length > 0 ? secretGiven('find -exec', words, scope) : undefined
	if (secret) return secret
	const evaluations = [
		judgeWords(found.search, scope),
		...found.readers.map(each => judgeWords(each, scope, 1)),
	]
	const worst = strictestCall(evaluations) ?? harmless('read-only/find', 'It does nothing.')
	return {
		...worst,
		reads: evaluations.flatMap(({ reads }) => reads),
		env: Object.assign({}, ...evaluations.map(({ env }) => env)),
		absentFiles: evaluations.flatMap(({ absentFiles = [] }) => absentFiles),
		programs: evaluations.flatMap(({ programs = [] }) => programs),
		optionNames: evaluations.flatMap(({ optionNames = [] }) => optionNames),
	}
}

function judgeWords(words: readonly Word[], scope: Scope, level = 0): Evaluation {
	const [first, ...rest] = words
	if (!first) return harmless('read-only/redirection', 'It only redirects.')
	const opaque = words.flatMap(({ pieces }) => pieces).find(({ kind }) => kind === 'opaque')
	if (opaque?.kind === 'opaque')
		return (
			secretGiven(first.text, rest, scope) ??
			asks('expansion', `It contains ${opaque.what}, which is only known when it runs.`)
		)
	const program = trustedName(first)
	if (program === undefined) return asks('unknown-program', `It runs ${first.text}, which may do anything.`)
	const evaluation = judgeProgramCall(program, rest, scope, level)
	if (evaluation.outcome === 'allow' && (level > 0 || !runsInShell(program)))
		return { ...evaluation, programs: [literal(first) ?? program, ...(evaluation.programs ?? [])] }
	if (evaluation.outcome !== 'ask') return evaluation
	return (
		secretGiven(program, rest, scope) ??
		askedOfService(program, rest) ??
		toldInWords(evaluation, program, rest)
	)
}

/** That a rule does not cover a call says nothing to whoever is asked about it: what it does, does. */
function toldInWords(evaluation: Evaluation, program: string, words: readonly Word[]): Evaluation {
	const isByRule = /^(?:unknown-program|interpreter|options\/.*)$/.test(evaluation.rule)
	const told = isByRule ? inWords(program, words) : undefined
	return told === undefined ? evaluation : { ...evaluation, reason: told }
}

/** Nothing changes here or there, but it is done in somebody's name. */
function askedOfService(program: string, words: readonly Word[]): Evaluation | undefined {
	const service = readsFromService(program, words)
	return service === undefined
		? undefined
		: asks(`service/${service}`, `It reads from another machine, with the rights of ${service}.`)
}

/** What bash has of its own: no file of that name is looked for. */
function runsInShell(program: string): boolean {
	return isKind(program, 'builtin') || SHELL_BUILTINS.has(program)
}

const SHELL_BUILTINS: ReadonlySet<string> = new Set(
	': true false set exit return break continue shift pwd echo printf test [ umask ulimit jobs help'.split(
		' ',
	),
)

/** A program we know nothing about must not get at secrets on the strength of "allow everything". */
function secretGiven(program: string, words: readonly Word[], scope: Scope): Evaluation | undefined {
	const secret = words.flatMap(word => (/\s/.test(word.text) ? [] : (secretIn(word, scope) ?? [])))[0]
	return secret === undefined ? undefined : asksHard('hard/secret', `${program} is given a secret. ${secret}`)
}

// Nobody times a timer.
const MAX_WRAPPERS = 3

function judgeProgramCall(program: string, words: readonly Word[], scope: Scope, level: number): Evaluation {
	if (onlyAsksForHelp(program, words)) {
		// Some look for their settings before they read what they are asked, and make a place for them.
		const env = programRule(program)?.env
		return { ...harmless(`read-only/${program}`, 'It explains itself.'), ...(env && { env }) }
	}
	if (program === 'git') return judgeGit(words, scope)
	const inner = harmlessWrapper(program, words)
	if (inner)
		return level < MAX_WRAPPERS ? judgeWords(inner, scope, level + 1) : asks('wrapper', 'Too many wrappers.')
	const inspection = judgeInspection(program, words, scope)
	if (inspection) return inspection
	const judge = specialJudge(program)
	if (judge) return judge(words, scope)
	const rule = programRule(program)
	if (rule) return judgeProgram(words, rule, { name: program, scope })
	if (runsWords(program)) return asks('wrapper', `${program} runs the program that follows.`)
	if (interprets(program)) return asks('interpreter', `${program} runs what it is given.`)
	return asks('unknown-program', `${program} is not known to only read.`)
}

/** `timeout 5 ls` and `nice ls` are what they wrap. `cd` is left out: in a process of its own it moves nobody. */
function harmlessWrapper(program: string, words: readonly Word[]): readonly Word[] | undefined {
	const [first, second] = words
	const inner =
		program === 'timeout' && /^\d+(?:\.\d+)?[smh]?$/.test((first && literal(first)) ?? '')
			? words.slice(1)
			: program === 'nice'
				? words
				: undefined
	const name = program === 'timeout' ? second : first
	const text = name && literal(name)
	return text === undefined || text.startsWith('-') || text === 'cd' ? undefined : inner
}

/** The program's name, when it is looked up where programs of the system live: never a path into the workspace. */
function trustedName(word: Word): string | undefined {
	const text = literal(word)
	return text === undefined
		? undefined
		: (/^(?:\/usr)?\/bin\/([^/]+)$/.exec(text)?.[1] ?? (text.includes('/') ? undefined : text))
}

function judgeRedirection({ operator, descriptor, target }: Redirection, scope: Scope): Evaluation {
	const text = target && literal(target)
	const isOutput = descriptor === undefined || descriptor === 1 || descriptor === 2
	if (isOutput && /^(?:>|>>|&>|&>>)$/.test(operator) && text === '/dev/null')
		return harmless('read-only/redirection', 'Its output is thrown away.')
	if (isOutput && operator === '>&' && /^[12]$/.test(text ?? ''))
		return harmless('read-only/redirection', 'Its outputs are joined.')
	// The shell writes it down in a place of its own, and the program reads it from there.
	const isText = /^<<[-<]?$/.test(operator) && (descriptor === undefined || descriptor === 0)
	if (isText && target?.pieces.every(({ kind }) => kind !== 'opaque'))
		return harmless('read-only/redirection', 'Its input is part of the command.')
	const isInput = operator === '<' && (descriptor === undefined || descriptor === 0)
	if (isInput && text === '/dev/null') return harmless('read-only/redirection', 'It gets no input.')
	// In quotes the variable of a loop is one of the files that the pattern of the loop has found.
	const isOfLoop = target !== undefined && /^"\$\{?\w+\}?"$/.test(target.text)
	if (isInput && target?.pieces.every(({ kind }) => kind !== 'opaque' && (isOfLoop || kind !== 'pattern')))
		return judgeReads([target], scope, { name: 'read-only/redirection', why: 'reads a file' })
	if (operator.includes('>')) return asks('redirection', `It writes to ${target?.text ?? 'a file'}.`)
	const secret = operator === '<' && target ? secretIn(target, scope) : undefined
	if (target && secret !== undefined) return asksHard('hard/secret', `It reads ${target.text}. ${secret}`)
	return asks('redirection', 'Its input comes from more than a plain file.')
}
