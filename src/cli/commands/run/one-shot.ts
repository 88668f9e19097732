// One-shot mode: from the flags of `agent run` to one run.

import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { JsonSchema } from '../../../core/json.ts'
import { type UserMessage, userText } from '../../../core/messages.ts'
import { askingForJson } from '../../../core/text/asking-for-json.ts'
import type { Output } from '../../io/output.ts'
import { requireRunFlags } from '../../startup/contradictions.ts'
import { inputFormat, outputFormat, type RawFlags } from '../../startup/flags.ts'
import { ownFlags } from '../../startup/own-flags.ts'
import { promptWords, readPrompt } from './prompt-input.ts'
import { runOnce } from './run.ts'
import { stderrWords } from './stream/stderr-lines.ts'

export type OneShotArguments = {
	prompt: string | undefined
	/** A second word, which can only be `-`: stdin is waited for as well. */
	beside?: string | undefined
	flags: RawFlags
	version: string
	output: Output
}

export async function oneShot({ flags: typed, ...rest }: OneShotArguments): Promise<number> {
	const { version, output } = rest
	const { prompt, waits } = promptWords(rest.prompt, rest.beside)
	const flags = await ownFlags(typed)
	if (inputFormat(flags) === 'stream-json') return manyPrompts({ prompt, flags, version, output })
	const format = outputFormat(flags)
	const file = flags.outputLastMessage
	const schema = outputSchema(flags)
	return runOnce({
		message: requireUsable(flags).then(() =>
			promptMessage(readPrompt(prompt, process.stdin, { waits }), schema),
		),
		open: async () => {
			const { startRuntime } = await import('../../startup/start.ts')
			const outputSchema = await schema
			return (await startRuntime({ flags, version, isInteractive: false, outputSchema })).port
		},
		isJsonAnswer: flags.jsonSchema !== undefined,
		format,
		words: stderrWords(flags, format, process),
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
			await requireUsable(flags)
			const { startRuntime } = await import('../../startup/start.ts')
			const { port, permissions } = await startRuntime({ flags, version, isInteractive: true })
			return { port, addRule: rule => permissions.add(rule) }
		},
		words: stderrWords(flags, 'stream-json', process),
		first: prompt === '-' ? undefined : prompt,
		allowed: flags.allowedTools,
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

/** Found out before anything is paid for. @throws AgentError `usage` */
async function requireUsable(flags: RawFlags): Promise<void> {
	requireRunFlags(flags)
	if (flags.outputLastMessage !== undefined) await requirePlace(flags.outputLastMessage)
}

async function requirePlace(file: string): Promise<void> {
	const cannot = (why: string) =>
		new AgentError('usage', `--output-last-message ${file}: the answer cannot be written there: ${why}`)
	if (file === '') throw cannot('it names no file')
	const found = await stat(file).catch(() => undefined)
	if (found?.isDirectory()) throw cannot('it is a folder')
	await access(found ? file : dirname(resolve(file)), constants.W_OK).catch((error: unknown) => {
		throw cannot(messageOf(error))
	})
}

async function saveAnswer(file: string, text: string): Promise<void> {
	try {
		await writeFile(file, text.endsWith('\n') ? text : `${text}\n`)
	} catch (error) {
		const why = messageOf(error)
		throw new AgentError(
			'storage-failed',
			`--output-last-message ${file}: the answer cannot be written there: ${why}`,
		)
	}
}
