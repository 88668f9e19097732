// Demo answers after an action: a command, a change to a file, the reading of one.

import { REFUSED_BY_USER } from '../../core/tool.ts'
import type { Intent } from './intent.ts'
import { code, codeList, excerpt, fence, shorten } from './markdown.ts'
import type { DemoToolResult, SoFar } from './so-far.ts'
import { isDefinition, openingWords } from './source-text.ts'
import { linesOf } from './tool-output.ts'

export function answerGreeting(): string {
	return [
		'Hello! Without a model configured I can still show you around:',
		'',
		'- **Ask about this folder**: `what does this project do?`, `where is parseDate defined?`, `explain src/main.ts`',
		'- **Change a file**: `write "hello" to notes.txt`, `replace "hello" with "goodbye" in notes.txt`',
		'- **Run a command**: `run: npm --version`',
		'',
		'Reading needs no permission. Before anything is changed or run you are asked.',
	].join('\n')
}

export function answerCommand(
	{ command }: Intent & { kind: 'run' },
	soFar: SoFar,
	offered: readonly string[],
): string {
	const result = soFar.results.find(({ tool }) => tool === 'shell')
	if (!result) return notOffered('shell', offered)
	if (result.outcome === 'refused') return `${refusal(result)} ${code(command)} was not run.`
	const verdict = result.outcome === 'ok' ? 'ran' : 'failed'
	return `${code(command)} ${verdict}:\n\n${fence(clipOutput(result.text), '')}`
}

export function answerChange(
	intent: Intent & { kind: 'write' | 'edit' },
	soFar: SoFar,
	offered: readonly string[],
): string {
	const path = code(intent.path)
	const change = soFar.results.find(({ tool }) => tool === intent.kind)
	if (!change) {
		const problem = soFar.results.findLast(({ outcome }) => outcome !== 'ok')
		return problem ? `${path} was left as it is. ${problem.text}` : notOffered(intent.kind, offered)
	}
	if (change.outcome === 'refused') return `${refusal(change)} ${path} is as it was.`
	if (change.outcome !== 'ok') return `${path} was not changed. ${change.text}`
	return intent.kind === 'write'
		? `${path} is written.`
		: `${path} is changed: ${code(intent.oldText)} became ${code(intent.newText)}.`
}

export function answerFiles(paths: readonly string[], soFar: SoFar): string {
	const answers = paths.map(path => {
		const result = soFar.results.find(({ input }) => input.path === path)
		return result ? aboutFile(path, result) : `${code(path)} was not read.`
	})
	return answers.join('\n\n')
}

const MOST_DEFINITIONS = 12

function aboutFile(path: string, result: DemoToolResult): string {
	if (result.outcome !== 'ok') return `${code(path)} cannot be read. ${result.text}`
	const lines = linesOf(result)
	const opening = openingWords(path, lines)
	const definitions = lines.filter(line => isDefinition(path, line.text))
	const shown = definitions.slice(0, MOST_DEFINITIONS)
	const heading = `### ${code(path)}\n\n${lines.length} lines.`
	const says = opening
		? `${heading} It opens with (${code(`${path}:${opening.number}`)}):\n\n> ${opening.text}`
		: heading
	if (shown.length === 0) {
		const head = lines.slice(0, 20)
		return head.length > 0 ? `${says}\n\n${excerpt(path, head)}` : `${says}\n\n${clipOutput(result.text)}`
	}
	const rows = shown.map(
		line => `- ${code(`${path}:${line.number}`)} ${code(shorten(line.text.trim(), 100))}`,
	)
	const more = definitions.length - shown.length
	return [says, '', 'In it:', '', ...rows, ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')
}

function notOffered(tool: string, offered: readonly string[]): string {
	const others = offered.length > 0 ? `only ${codeList(offered)}` : 'no tools at all'
	return `That needs the tool ${code(tool)}, and I was given ${others}.`
}

const MOST_CHARACTERS = 3000

function clipOutput(text: string): string {
	return shorten(text.trimEnd(), MOST_CHARACTERS)
}

/** Where nobody was there to say it, the reason is another one. */
function refusal({ text }: DemoToolResult): string {
	return text.startsWith(REFUSED_BY_USER) ? 'You said no, so' : 'That may not be done here, so'
}
