// Dangerous commands, which ask in every mode: loss beyond the workspace, loss of history, more power, files that
// steer things later. Each rule looks at one simple command, in whatever wrapper it comes; it may err towards asking.

import { readScript, type SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, literalPiece } from '../../shell-parser/bash-words.ts'
import { foldersAfter, type Scope, targetOf } from '../analysis/scope.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { codeOf, programName, scriptText, withHiddenCommands } from '../nested/wrappers.ts'
import { readsCode } from '../programs/facts.ts'
import { destructiveCodeEffect } from './destructive-code.ts'
import { destructiveGitEffect } from './destructive-git.ts'
import { ENVIRONMENT_RULES } from './environment-rules.ts'
import { FILE_RULES } from './file-rules.ts'
import { callOf, type HardRule } from './hard-rule.ts'
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
	/PAGER$|EDITOR$|VISUAL$|BROWSER$|_COMMAND$|ASKPASS$|^(?:BASH_)?ENV$|_SSH$|_SHELL$|^LESSOPEN$|^LESSCLOSE$/

function assignedCase({ assignments }: SimpleCommand, scope: Scope): Evaluation | undefined {
	for (const { name, value } of assignments) {
		const text = RUN_BY_NAME.test(name) && value ? scriptText(value) : undefined
		for (const inner of text === undefined ? [] : readScript(text).commands) {
			const hard = inner.assignments.length > 0 ? undefined : hardCase(inner, scope)
			if (hard) return hard
		}
	}
	return undefined
}

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
	...SERVICE_RULES,
]
