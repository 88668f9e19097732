// Dangerous commands, which ask in every mode: loss beyond the workspace, loss of history, more power, files that
// steer things later. Each rule looks at one simple command, in whatever wrapper it comes; it may err towards asking.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece } from '../../shell-parser/bash-words.ts'
import { scriptOf } from '../analysis/analysis-budget.ts'
import { foldersAfter, type Scope, targetOf } from '../analysis/scope.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { quotedIn } from '../nested/hidden-commands.ts'
import { codeOf, programName, scriptText, withHiddenCommands } from '../nested/wrappers.ts'
import { readsCode } from '../programs/facts.ts'
import { destructiveCodeEffect } from './destructive-code.ts'
import { destructiveGitEffect } from './destructive-git.ts'
import { ENVIRONMENT_RULES } from './environment-rules.ts'
import { FILE_RULES } from './file-rules.ts'
import { callOf, type HardRule } from './hard-rule.ts'
import { HOME_RULES } from './home-rules.ts'
import { LISTED_SECRETS } from './listed-secrets.ts'
import { MACHINE_RULES } from './machine-rules.ts'
import { SERVICE_RULES } from './service-rules.ts'

export function hardCase(command: SimpleCommand, scope: Scope): Evaluation | undefined {
	let folders = scope.folders
	for (const inner of withHiddenCommands(command, scope.budget)) {
		const call = callOf(inner)
		const here = folders === scope.folders ? scope : { ...scope, folders }
		for (const { rule, when } of HARD_RULES) {
			const reason = when(call, here)
			if (reason !== undefined) return asksHard(`hard/${rule}`, reason)
		}
		folders = foldersWithin(inner, here)
	}
	return assignedCase(command, scope)
}

/** `env -C / rm -rf etc` is run there. */
function foldersWithin(command: SimpleCommand, scope: Scope): readonly string[] {
	const at =
		programName(command) === 'env' ? command.words.findIndex(({ text }) => /^(?:-C|--chdir)/.test(text)) : -1
	const word = command.words[at]
	const joined = word && literal(word)?.replace(/^(?:-C|--chdir=?)/, '')
	const folder = joined ? { text: joined, pieces: [literalPiece(joined)] } : command.words[at + 1]
	if (at === -1 || !folder) return foldersAfter(command, scope)
	return [...new Set([...scope.folders, ...(targetOf(folder, scope)?.paths ?? ['/'])])]
}

/** Variables whose value some program runs: `GIT_PAGER='rm -rf ~' git log`. */
const RUN_BY_NAME =
	/PAGER$|EDITOR$|VISUAL$|BROWSER$|_COMMAND$|ASKPASS$|_SSH$|_RSH$|_SHELL$|_WRAPPER$|_OPTIONS$|script_shell$|^(?:(?:BASH_)?ENV|PS[0-4]|LESSOPEN|LESSCLOSE|MANOPT|MAKEFLAGS|CC|CXX|CPP|LD|AR|GIT_EXTERNAL_DIFF|GIT_CONFIG_VALUE_\d+|GIT_CONFIG_PARAMETERS|PERL5DB)$/

function assignedCase(command: SimpleCommand, scope: Scope): Evaluation | undefined {
	for (const { name, text } of valuesGiven(command)) {
		if (!RUN_BY_NAME.test(name)) continue
		for (const inner of scriptsInValue(text).flatMap(script => scriptOf(script, scope.budget).commands)) {
			const hard = inner.assignments.length > 0 ? undefined : hardCase(inner, scope)
			if (hard) return hard
		}
	}
	return undefined
}

/** In front of a command, by themselves, and as words: `export PAGER=…`, `env PAGER=… git log`. */
function valuesGiven(command: SimpleCommand): readonly { name: string; text: string }[] {
	if (!command.text.includes('=')) return []
	const assigned = command.assignments.flatMap(({ name, value }) => {
		const text = value && scriptText(value)
		return text === undefined ? [] : [{ name, text }]
	})
	if (!/^(?:export|declare|typeset|local|readonly|env)$/.test(programName(command) ?? '')) return assigned
	const words = command.words.slice(1).flatMap(word => {
		const [, name, text] = /^(\w{1,60})=(.*)$/s.exec(scriptText(word) ?? '') ?? []
		return name === undefined || text === undefined ? [] : [{ name, text }]
	})
	return [...assigned, ...words]
}

/** `|cmd %s` of less, `core.pager=cmd` of git, `--to-command=cmd` and `-P 'cmd'` of options, and what make and perl run in between. */
function scriptsInValue(value: string): readonly string[] {
	const text = value.slice(0, MAX_VALUE)
	const plain = text.replace(/^['"|!\s-]{1,9}/, '')
	const behindName = /^['"-]{0,3}[\w.-]{1,60}=(.*)$/s.exec(text)?.[1]
	const unescaped = (behindName ?? '').replaceAll('\\ ', ' ')
	return [...new Set([text, plain, unescaped, ...plain.split(/[;:]/), ...quotedIn(text)])].filter(
		each => each.trim() !== '',
	)
}

const MAX_VALUE = 2_000

const CODE_RULES: readonly HardRule[] = [
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
		rule: 'download-and-run',
		when: ({ program, texts }) =>
			program === 'deno' &&
			texts.some(text => /^(?:run|serve|test|bench|install|i|x)$/.test(text)) &&
			texts.some(text => /^https?:/.test(text))
				? 'It runs what it downloads.'
				: undefined,
	},
	{
		rule: 'git-history',
		when: ({ program, texts }) => {
			if (program === 'git') return destructiveGitEffect(texts)
			// The same, by the name of the file that git would start.
			return program.startsWith('git-') ? destructiveGitEffect([program.slice(4), ...texts]) : undefined
		},
	},
]

const HARD_RULES: readonly HardRule[] = [
	...MACHINE_RULES,
	...FILE_RULES,
	...CODE_RULES,
	...ENVIRONMENT_RULES,
	...HOME_RULES,
	...LISTED_SECRETS,
	...SERVICE_RULES,
]
