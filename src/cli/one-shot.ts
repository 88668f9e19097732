// From the flags of `agent run` to one run.

import { writeFile } from 'node:fs/promises'
import { AgentError } from '../core/errors.ts'
import { outputFormat, type RawFlags } from './flags.ts'
import type { Output } from './output.ts'
import { readPrompt } from './prompt-input.ts'
import { runOnce } from './run.ts'

export type OneShotArguments = {
	prompt: string | undefined
	flags: RawFlags
	version: string
	output: Output
}

export async function oneShot({ prompt, flags, version, output }: OneShotArguments): Promise<number> {
	const format = outputFormat(flags)
	const file = flags.outputLastMessage
	return runOnce({
		prompt: readPrompt(prompt, process.stdin),
		open: async () => {
			const { startRuntime } = await import('./start.ts')
			return (await startRuntime({ flags, version, isInteractive: false })).port
		},
		format,
		includePartial: flags.includePartialMessages === true,
		saveAnswer: file === undefined ? undefined : text => saveAnswer(file, text),
		version,
		output,
	})
}

async function saveAnswer(file: string, text: string): Promise<void> {
	try {
		await writeFile(file, text.endsWith('\n') ? text : `${text}\n`)
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error)
		throw new AgentError('usage', `--output-last-message ${file}: the answer cannot be written there: ${why}`)
	}
}
