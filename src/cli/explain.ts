// `agent explain`: what the approval gate thinks of a shell command. Reads no settings and no file of the folder.

import { homedir } from 'node:os'
import { parseJson } from '../core/json.ts'
import type { CommandContext } from '../tools/command-rules/assess-command.ts'
import { type ExplainedPart, type Explanation, explainCommand } from '../tools/explain.ts'
import { codeForError } from './exit-codes.ts'
import type { Output } from './output.ts'

export type ExplainArguments = {
	/** Missing or `-` reads standard input: with `json` one JSON string a line, else one command. */
	command: string | undefined
	json: boolean
	stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean }
	output: Pick<Output, 'out' | 'error'>
	/** The working folder, which is also the workspace the command is judged by. */
	cwd?: string
	home?: string
}

/** @returns the exit code: 0 whatever the verdict, for it is an answer and not a failure */
export async function explain({
	command = '-',
	json,
	stdin,
	output,
	...place
}: ExplainArguments): Promise<number> {
	const { cwd = process.cwd(), home = homedir() } = place
	const context: CommandContext = { cwd, roots: [cwd], home }
	if (command !== '-') output.out(render(command, { json, context }))
	else if (stdin.isTTY) return missing(output)
	else if (json) for await (const line of linesOf(stdin)) output.out(`${answerLine(line, context)}\n`)
	else output.out(render(await wholeText(stdin), { json, context }))
	return 0
}

function missing(output: Pick<Output, 'error'>): number {
	output.error("error: there is no command to explain; try agent explain 'git status'\n")
	return codeForError('usage')
}

function render(command: string, { json, context }: { json: boolean; context: CommandContext }): string {
	const explanation = explainCommand(command, context)
	return json ? `${JSON.stringify(explanation)}\n` : asText(command, explanation)
}

function answerLine(line: string, context: CommandContext): string {
	const command = parseJson(line)
	if (typeof command !== 'string')
		return JSON.stringify({ verdict: 'ask', error: `expected a JSON string, got ${line.slice(0, 80)}` })
	return JSON.stringify(explainCommand(command, context))
}

function asText(command: string, { verdict, reasons, parts }: Explanation): string {
	const lines = [`${verdict}: ${visible(command.trim())}`, ...reasons.map(reason => `  ${visible(reason)}`)]
	return [...lines, '', ...parts.map(partText)].join('\n').trimEnd().concat('\n')
}

function partText({ command, verdict, reason, rule }: ExplainedPart): string {
	return `${verdict.padEnd(8)}  ${visible(command)}\n          ${visible(reason)} [${rule}]`
}

/** A command may be anything; the terminal gets to see it and not to obey it. */
function visible(text: string): string {
	return text.replaceAll(
		/[\0-\x08\x0b-\x1f\x7f-\x9f]|\p{Cf}/gu,
		character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
	)
}

async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
	let rest = ''
	for await (const text of decoded(chunks)) {
		const lines = (rest + text).split('\n')
		rest = lines.pop() ?? ''
		yield* lines
	}
	if (rest !== '') yield rest
}

async function wholeText(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
	let whole = ''
	for await (const text of decoded(chunks)) whole += text
	return whole
}

async function* decoded(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
	const decoder = new TextDecoder()
	for await (const chunk of chunks)
		yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
	yield decoder.decode()
}
