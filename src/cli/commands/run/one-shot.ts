// One-shot mode: from the flags of `agent run` to one run.

import { writeFile } from 'node:fs/promises'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { JsonSchema } from '../../../core/json.ts'
import { type UserMessage, userText } from '../../../core/messages.ts'
import { askingForJson } from '../../../core/text/asking-for-json.ts'
import type { Output } from '../../io/output.ts'
import { inputFormat, outputFormat, type RawFlags } from '../../startup/flags.ts'
import { readPrompt } from './prompt-input.ts'
import { runOnce } from './run.ts'

export type OneShotArguments = {
	prompt: string | undefined
	flags: RawFlags
	version: string
	output: Output
}

export async function oneShot({ prompt, flags, version, output }: OneShotArguments): Promise<number> {
	if (inputFormat(flags) === 'stream-json') return manyPrompts({ prompt, flags, version, output })
	const format = outputFormat(flags)
	const file = flags.outputLastMessage
	const schema = outputSchema(flags)
	return runOnce({
		message: promptMessage(readPrompt(prompt, process.stdin), schema),
		open: async () => {
			const { startRuntime } = await import('../../startup/start.ts')
			const outputSchema = await schema
			return (await startRuntime({ flags, version, isInteractive: false, outputSchema })).port
		},
		isJsonAnswer: flags.jsonSchema !== undefined,
		format,
		includePartial: flags.includePartialMessages === true,
		saveAnswer: file === undefined ? undefined : text => saveAnswer(file, text),
		isStored: flags.session !== false,
		version,
		output,
	})
}

async function manyPrompts({ prompt, flags, version, output }: OneShotArguments): Promise<number> {
	if ((flags.outputFormat ?? 'stream-json') !== 'stream-json')
		throw new AgentError(
			'usage',
			'--input-format stream-json answers in stream-json; leave --output-format out',
		)
	const file = flags.outputLastMessage
	const { converse } = await import('./input/converse.ts')
	return converse({
		open: async () => {
			const { startRuntime } = await import('../../startup/start.ts')
			return (await startRuntime({ flags, version, isInteractive: true })).port
		},
		first: prompt === '-' ? undefined : prompt,
		stdin: process.stdin,
		includePartial: flags.includePartialMessages === true,
		saveAnswer: file === undefined ? undefined : text => saveAnswer(file, text),
		version,
		output,
	})
}

async function outputSchema({ jsonSchema }: RawFlags): Promise<JsonSchema | undefined> {
	if (jsonSchema === undefined) return undefined
	return (await import('./output-schema.ts')).readOutputSchema(jsonSchema)
}

async function promptMessage(
	prompt: Promise<string>,
	schema: Promise<JsonSchema | undefined>,
): Promise<UserMessage> {
	const [text, wanted] = await Promise.all([prompt, schema])
	if (!wanted) return userText(text)
	return askingForJson(userText(text), wanted)
}

async function saveAnswer(file: string, text: string): Promise<void> {
	try {
		await writeFile(file, text.endsWith('\n') ? text : `${text}\n`)
	} catch (error) {
		const why = messageOf(error)
		throw new AgentError('usage', `--output-last-message ${file}: the answer cannot be written there: ${why}`)
	}
}
