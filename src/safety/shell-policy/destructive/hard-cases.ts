// Dangerous commands, which ask in every mode: loss beyond the workspace, loss of history, more power, files that
// steer things later. Each rule looks at one simple command, in whatever wrapper it comes; it may err towards asking.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { foldersAfter, type Scope } from '../analysis/scope.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { codeOf, withHiddenCommands } from '../nested/wrappers.ts'
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
		for (const { rule, when } of HARD_RULES) {
			const reason = when(call, { ...scope, folders })
			if (reason !== undefined) return asksHard(`hard/${rule}`, reason)
		}
		folders = foldersAfter(inner, { ...scope, folders })
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
