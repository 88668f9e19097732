// `agent run`: one prompt, one answer.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { RUN_OPTIONS } from '../cli-command/run-options.ts'
import type { RawFlags } from '../startup/flags.ts'

export const run: CliCommand = {
	name: 'run',
	description: 'answer one prompt and exit',
	arguments: [
		{ usage: '[prompt]', description: 'the prompt; - reads it from stdin' },
		{ usage: '[-]', description: 'waits for what comes on stdin beside the prompt, too' },
	],
	options: RUN_OPTIONS,
	examples: [
		'agent run "why does the build fail?"',
		'git diff | agent run "review this" --approve none',
		'agent run --output-format json --max-cost 0.50 "fix the failing test"',
	],
	run: async (context, prompt: string | undefined, beside: string | undefined, flags: RawFlags) =>
		(await import('../commands/run/one-shot.ts')).oneShot({ prompt, beside, flags, ...context }),
}
