// Runs git for the program itself, with the built environment and without a terminal.

import { execFile } from 'node:child_process'
import type { Environment } from '../../workspace/places/home-folders.ts'
import type { RunGit } from '../../workspace/worktrees/git.ts'
import { childEnvironment } from './child-environment.ts'

export function createRunGit({ env }: { env: Environment }): RunGit {
	const built = childEnvironment(env)
	return (args, { cwd, env: added, input, expected = [], mostBytes = MOST_BYTES }) =>
		new Promise((resolve, reject) => {
			const options = {
				cwd,
				env: { ...built, ...added },
				encoding: 'buffer' as const,
				maxBuffer: mostBytes,
			}
			const child = execFile('git', [...args], options, (error, stdout, stderr) => {
				const exitCode = error === null ? 0 : error.code
				if (exitCode === 0 || (typeof exitCode === 'number' && expected.includes(exitCode)))
					return resolve({ stdout, exitCode })
				const said = stderr.toString('utf8').trim().split('\n').at(-1) ?? ''
				reject(new Error(`git ${args.find(arg => /^[a-z]/.test(arg)) ?? ''}: ${said || error?.message}`))
			})
			child.stdin?.on('error', () => undefined).end(input)
		})
}

const MOST_BYTES = 1 << 30
