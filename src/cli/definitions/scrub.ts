// `agent scrub`: the filter for secrets as a pipe.

import { homedir } from 'node:os'
import type { CliCommand } from '../cli-command/cli-command.ts'

export const scrub: CliCommand = {
	name: 'scrub',
	description: 'take secrets out of what comes on stdin',
	examples: ['env | agent scrub'],
	async run({ output }) {
		const [{ scrub }, { ownSecrets }] = await Promise.all([
			import('../commands/scrub.ts'),
			import('../startup/own-secrets.ts'),
		])
		const { env } = process
		const { known, problems } = await ownSecrets({ env, home: homedir(), cwd: process.cwd() })
		for (const problem of problems) output.error(`warning: ${problem}\n`)
		return scrub({ stdin: process.stdin, stdout: process.stdout, output, known })
	},
}
