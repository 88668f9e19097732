// The mechanical digest: what stands in history where no summary could be had, put together from the log's own facts.
// The goal, the plan, files, failed calls and what the user said are kept beside it in any case.

import { callsOf, type Message, textOf } from '../../core/messages.ts'
import { type Count, cutMiddle } from '../../core/text/cut-text.ts'
import type { RanCommand } from './context-deps.ts'

export type DigestInput = {
	/** The summary of the compaction before, if there was one. */
	before: string | undefined
	leaving: readonly Message[]
	commands: readonly RanCommand[]
	limitTokens: number
	count: Count
}

/** @returns undefined when there is nothing to say */
export function digestText({
	before,
	leaving,
	commands,
	limitTokens,
	count,
}: DigestInput): string | undefined {
	const left = new Set(leaving.flatMap(message => (message.role === 'tool' ? [message.callId] : [])))
	const ran = commands.filter(({ callId }) => left.has(callId)).slice(-MOST_COMMANDS)
	const answers = leaving.flatMap(answerOf).slice(-MOST_ANSWERS)
	const sections = [
		section('Commands that were run, and how they ended', ran.map(commandLine)),
		section('What you answered', answers),
	].flatMap(text => text ?? [])
	if (sections.length === 0) return before
	const half = Math.floor(limitTokens / 2)
	const earlier = before === undefined ? [] : [cutMiddle(before, half, count)]
	const opening = before?.includes(OPENING) ? [] : [OPENING]
	const fresh = [...opening, ...sections].join('\n')
	const room = limitTokens - earlier.reduce((sum, text) => sum + count(`${text}\n\n`), 0)
	return [...earlier, cutMiddle(fresh, room, count)].join('\n\n')
}

const OPENING = 'Put together by the program from its log; no model has summarised it.'
const MOST_COMMANDS = 20
const MOST_ANSWERS = 5
const LINE_CHARACTERS = 300

function section(title: string, lines: readonly string[]): string | undefined {
	return lines.length === 0 ? undefined : `## ${title}\n${lines.map(line => `- ${line}`).join('\n')}`
}

function commandLine({ command, exitCode, timedOut }: RanCommand): string {
	const code = exitCode === undefined ? 'no exit code' : `exit code ${exitCode}`
	return `${shortLine(command)}: ${timedOut ? 'stopped by its time limit' : code}`
}

/** What was said between calls is a plan, not an answer. */
function answerOf(message: Message): readonly string[] {
	if (message.role !== 'assistant' || callsOf(message).length > 0) return []
	const text = textOf(message.content).trim()
	return text === '' ? [] : [shortLine(text)]
}

/** As JSON where it has several lines: nothing that was said must look like a section of its own. */
function shortLine(text: string): string {
	const short = text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS).toWellFormed()} …` : text
	return /[\n\r]/.test(short) ? JSON.stringify(short) : short
}
