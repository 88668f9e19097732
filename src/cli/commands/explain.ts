// `agent explain`: the permission decision on a shell command. Judged by its text alone it reads no settings and no file of
// the folder; with `--here` what this folder and the user's settings make of it stands beside that.

import { homedir } from 'node:os'
import { parseJson } from '../../core/json.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { type ExplainedPart, type Explanation, explainCommand } from '../../safety/explain.ts'
import type { CommandContext } from '../../safety/shell-policy/assess-command.ts'
import type { Environment } from '../../workspace/places/home-folders.ts'
import { codeForError } from '../io/exit-codes.ts'
import type { Output } from '../io/output.ts'

export type ExplainArguments = {
	/** Missing or `-` reads standard input: with `json` one JSON string a line, else one command. */
	command: string | undefined
	json: boolean
	/** Also what a session in this folder would decide. */
	here?: boolean
	stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean }
	output: Pick<Output, 'out' | 'error'>
	/** The working folder, which is also the workspace the command is judged by. */
	cwd?: string
	home?: string
	env?: Environment
}

/** @returns the exit code: 0 whatever the verdict, for it is an answer and not a failure */
export async function explain({
	command,
	json,
	here = false,
	stdin,
	output,
	...place
}: ExplainArguments): Promise<number> {
	if ((command ?? '-') === '-' && stdin.isTTY) return missing(output)
	const { cwd = process.cwd(), home = homedir(), env = process.env } = place
	const context: CommandContext = { cwd, roots: [cwd], home }
	// Only whoever wrote the dash has said that something comes.
	const piped = command === undefined && !json ? await wholeText(stdin) : undefined
	if (piped?.trim() === '') return missing(output)
	const session = here ? await (await import('./explain-here.ts')).decideHere({ cwd, home, env }) : undefined
	for (const problem of session?.problems ?? []) output.error(`warning: ${problem}\n`)
	const explained = async (text: string): Promise<Explained> => ({
		...explainCommand(text, context),
		...(session && { decision: await session.decide(text) }),
	})
	const render = async (text: string) =>
		json ? `${JSON.stringify(await explained(text))}\n` : asText(text, await explained(text))
	try {
		if (piped !== undefined) output.out(await render(piped))
		else if (command !== undefined && command !== '-') output.out(await render(command))
		else if (json) return await explainLines(stdin, { explained, output, mayBeNone: command === '-' })
		else output.out(await render(await wholeText(stdin)))
	} finally {
		await session?.close()
	}
	return 0
}

async function explainLines(
	stdin: ExplainArguments['stdin'],
	{
		explained,
		output,
		mayBeNone,
	}: {
		explained: (command: string) => Promise<Explained>
		output: ExplainArguments['output']
		mayBeNone: boolean
	},
): Promise<number> {
	let count = 0
	for await (const line of linesOf(stdin)) {
		output.out(`${await answerLine(line, explained)}\n`)
		count++
	}
	return count === 0 && !mayBeNone ? missing(output) : 0
}

/** `verdict` is of the text alone; `decision` is what a session here would go by, and what its dialog would show. */
type Explained = Explanation & { decision?: PermissionDecision }

function missing(output: Pick<Output, 'error'>): number {
	output.error("error: there is no command to explain; try agent explain 'git status'\n")
	return codeForError('usage')
}

async function answerLine(line: string, explained: (command: string) => Promise<Explained>): Promise<string> {
	const command = parseJson(line)
	if (typeof command !== 'string')
		return JSON.stringify({ verdict: 'ask', error: `expected a JSON string, got ${line.slice(0, 80)}` })
	return JSON.stringify(await explained(command))
}

function asText(command: string, { verdict, reasons, parts, decision }: Explained): string {
	const lines = [`${verdict}: ${visible(command.trim())}`, ...reasons.map(reason => `  ${visible(reason)}`)]
	const here = decision ? decisionText(decision) : []
	return [...lines, '', ...parts.map(partText), '', ...here].join('\n').trimEnd().concat('\n')
}

function decisionText({ outcome, reasons, projectRules = [], sessionKeys }: PermissionDecision): string[] {
	const isAsked = outcome === 'ask' || outcome === 'ask-always'
	return [
		`here: ${outcome}`,
		...reasons.map(reason => `  ${visible(reason)}`),
		...(isAsked && sessionKeys.length > 0
			? [`  for this session: ${sessionKeys.map(visible).join(', ')}`]
			: []),
		...(isAsked && projectRules.length > 0 ? [`  always: ${projectRules.map(visible).join(', ')}`] : []),
	]
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
	for await (const text of decodeUtf8(chunks)) {
		const lines = (rest + text).split('\n')
		rest = lines.pop() ?? ''
		yield* lines
	}
	if (rest !== '') yield rest
}

async function wholeText(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
	let whole = ''
	for await (const text of decodeUtf8(chunks)) whole += text
	return whole
}

async function* decodeUtf8(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
	const decoder = new TextDecoder()
	for await (const chunk of chunks)
		yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
	yield decoder.decode()
}
