// Where a one-shot prompt comes from: the arguments, stdin, or both. A silent stdin never holds a run up.

import { fstatSync } from 'node:fs'
import { afterSilence } from '../../../core/async/silence.ts'
import { AgentError } from '../../../core/errors.ts'

export type StdinKind = 'terminal' | 'file' | 'pipe' | 'socket' | 'none'

/** How long a prompt that is complete without it waits for the first byte, in milliseconds. */
const FIRST_BYTE_MS: Record<StdinKind, number> = {
	terminal: 0,
	none: 0,
	file: 1_000,
	// A shell's pipeline: the program before us may need a moment.
	pipe: 500,
	// What programs that start us hand over by default, most often with nothing in it.
	socket: 50,
}

/** Without a prompt in the arguments there is nothing to do until stdin speaks; after this nobody will. */
const ONLY_SOURCE_MS = 10_000

/**
 * @param beside - a second word: `-` in either place is stdin
 * @throws AgentError `usage` where both are words
 */
export function promptWords(
	prompt: string | undefined,
	beside: string | undefined,
): { prompt: string | undefined; waits: boolean } {
	if (beside === undefined) return { prompt, waits: false }
	if (beside !== '-' && prompt !== '-')
		throw new AgentError(
			'usage',
			`too many arguments: ${prompt}, ${beside}. A prompt of several words stands in quotes.`,
		)
	return { prompt: prompt === '-' ? beside : prompt, waits: true }
}

/**
 * @param argument - the prompt from the command line; `-` waits for stdin as long as it takes
 * @param how - `waits`: so does this one, for what is beside it
 * @throws AgentError `usage` when there is no prompt to be had
 */
export async function readPrompt(
	argument: string | undefined,
	stdin: NodeJS.ReadStream,
	{ waits = false } = {},
): Promise<string> {
	const kind = kindOf(stdin)
	if (argument === '-') return requirePrompt(await readAll(stdin, undefined))
	if (argument === undefined) {
		if (kind === 'terminal')
			throw new AgentError('usage', 'there is no prompt; try: agent run "what does this do?"')
		return requirePrompt(await readAll(stdin, ONLY_SOURCE_MS))
	}
	const prompt = requirePrompt(argument)
	const piped = await readAll(stdin, waits ? undefined : FIRST_BYTE_MS[kind])
	return piped === undefined || piped.trim() === '' ? prompt : `${prompt}\n\n<stdin>\n${piped}\n</stdin>`
}

/** @returns what comes on stdin at once, if it is more than blanks */
export async function takePiped(stdin: NodeJS.ReadStream): Promise<string | undefined> {
	const piped = await readAll(stdin, FIRST_BYTE_MS[kindOf(stdin)])
	return piped?.trim() === '' ? undefined : piped
}

function requirePrompt(text: string | undefined): string {
	if (text === undefined)
		throw new AgentError(
			'usage',
			'nothing came on stdin for 10 s; give the prompt as an argument, or - to wait for it',
		)
	if (text.trim() === '')
		throw new AgentError('usage', 'the prompt is empty; try: agent run "what does this do?"')
	return text
}

function kindOf(stdin: NodeJS.ReadStream): StdinKind {
	if (stdin.isTTY) return 'terminal'
	try {
		const stat = fstatSync(0)
		if (stat.isFile()) return 'file'
		if (stat.isFIFO()) return 'pipe'
		return stat.isSocket() ? 'socket' : 'none'
	} catch {
		return 'none'
	}
}

/** @returns everything up to the end, or undefined when not even a first byte came in time */
function readAll(stdin: NodeJS.ReadStream, firstByteMs: number | undefined): Promise<string | undefined> {
	if (firstByteMs === 0 || stdin.readableEnded) return Promise.resolve(undefined)
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = []
		// Loading our own code can take longer than the wait.
		const speaks = firstByteMs === undefined ? () => {} : afterSilence(firstByteMs, () => finish(undefined))
		const finish = (text: string | undefined) => {
			speaks()
			stdin.off('data', take).off('end', end).off('error', fail)
			stdin.pause()
			// An open pipe that nobody reads must not keep the process alive.
			stdin.unref?.()
			resolve(text)
		}
		const take = (chunk: Buffer) => {
			speaks()
			chunks.push(chunk)
		}
		// Without the byte order mark that Windows likes to begin with.
		const end = () => finish(new TextDecoder().decode(Buffer.concat(chunks)))
		const fail = (error: Error) => {
			speaks()
			reject(new AgentError('usage', `stdin cannot be read: ${error.message}`, { cause: error }))
		}
		stdin.on('data', take).on('end', end).on('error', fail)
	})
}
