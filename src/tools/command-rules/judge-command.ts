// The judgement of one simple command: hard cases first, then what is provably harmless, and everything else asks.

import { literal, type Redirection, type SimpleCommand, type Word } from '../bash-syntax.ts'
import { judgeGit } from './git.ts'
import { hardCase } from './hard-cases.ts'
import { judgeProgram } from './program-rule.ts'
import { programRule } from './programs.ts'
import { judgeReads, secretIn, secretVariable } from './reads.ts'
import type { Scope } from './scope.ts'
import { specialJudge } from './special-programs.ts'
import { asks, asksHard, harmless, strictest, type Verdict } from './verdict.ts'
import { INTERPRETERS, runsWords } from './wrappers.ts'

export function judgeCommand(command: SimpleCommand, scope: Scope): Verdict {
	const hard = hardCase(command, scope)
	if (hard) return hard
	const secret = secretVariable(command)
	if (secret) return asksHard('hard/secret', `It uses $${secret}, which looks like a secret.`)
	const [assignment] = command.assignments
	if (assignment) return asks('assignment', `It sets ${assignment.name}, which can change what programs do.`)
	const verdicts = [
		judgeWords(command.words, scope),
		...command.redirections.map(each => judgeRedirection(each, scope)),
	]
	const worst = strictest(verdicts) ?? harmless('read-only', 'It does nothing.')
	return { ...worst, reads: verdicts.flatMap(({ reads }) => reads) }
}

function judgeWords(words: readonly Word[], scope: Scope): Verdict {
	const [first, ...rest] = words
	if (!first) return harmless('read-only/redirection', 'It only redirects.')
	const opaque = words.flatMap(({ pieces }) => pieces).find(({ kind }) => kind === 'opaque')
	if (opaque?.kind === 'opaque')
		return asks('expansion', `It contains ${opaque.what}, which is only known when it runs.`)
	const program = trustedName(first)
	if (program === undefined) return asks('unknown-program', `${first.text} is not known to only read.`)
	const verdict = judgeProgramCall(program, rest, scope)
	if (verdict.need !== 'approval') return verdict
	// A program we know nothing about must not get at secrets on the strength of "allow everything".
	const secret = rest.flatMap(word => (/\s/.test(word.text) ? [] : (secretIn(word, scope) ?? [])))[0]
	return secret === undefined ? verdict : asksHard('hard/secret', `${program} is given a secret. ${secret}`)
}

function judgeProgramCall(program: string, words: readonly Word[], scope: Scope): Verdict {
	if (program === 'git') return judgeGit(words, scope)
	const inner = harmlessWrapper(program, words)
	if (inner) return judgeWords(inner, scope)
	const judge = specialJudge(program)
	if (judge) return judge(words, scope)
	const rule = programRule(program)
	if (rule) return judgeProgram(words, rule, { name: program, scope })
	if (runsWords(program)) return asks('wrapper', `${program} runs the program that follows.`)
	if (INTERPRETERS.has(program)) return asks('interpreter', `${program} runs what it is given.`)
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

function judgeRedirection({ operator, descriptor, target }: Redirection, scope: Scope): Verdict {
	const text = target && literal(target)
	const isOutput = descriptor === undefined || descriptor === 1 || descriptor === 2
	if (isOutput && /^(?:>|>>|&>|&>>)$/.test(operator) && text === '/dev/null')
		return harmless('read-only/redirection', 'Its output is thrown away.')
	if (isOutput && operator === '>&' && /^[12]$/.test(text ?? ''))
		return harmless('read-only/redirection', 'Its outputs are joined.')
	const isInput = operator === '<' && (descriptor === undefined || descriptor === 0)
	if (isInput && text === '/dev/null') return harmless('read-only/redirection', 'It gets no input.')
	if (isInput && target?.pieces.every(({ kind }) => kind !== 'opaque' && kind !== 'pattern'))
		return judgeReads([target], scope, { name: 'read-only/redirection', why: 'reads a file' })
	if (operator.includes('>')) return asks('redirection', `It writes to ${target?.text ?? 'a file'}.`)
	return asks('redirection', 'Its input comes from more than a plain file.')
}
