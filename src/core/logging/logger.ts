// The logger: what the program is doing, for whoever has to find out why it went wrong. It is handed down; where it is
// left out, nobody wants to know.

import { AgentError } from '../errors.ts'
import type { JsonValue } from '../json.ts'
import type { LogLevel } from '../services/logging.ts'

/** From the fewest entries to the most. */
export const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

export type Logger = {
	/** Whether entries of this level are kept: for what costs something to find out. */
	keeps(level: LogLevel): boolean
	/**
	 * Takes one entry, and returns at once; it never throws. Secrets are taken out behind it.
	 * @param event - what happened, noun-verb; the same words for the same thing, so that it can be searched for
	 */
	log(level: LogLevel, event: string, facts: LogFacts): void
}

/** What is undefined is left out. Nothing that was typed, read or answered belongs in here. */
export type LogFacts = Readonly<Record<string, JsonValue | undefined>>

export function isLogLevel(text: string): text is LogLevel {
	return LOG_LEVELS.some(level => level === text)
}

/** An error with its stack and those of its causes, for `debug`. */
export function errorFacts(error: unknown): LogFacts {
	const stacks: string[] = []
	const seen = new Set<unknown>()
	for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
		seen.add(each)
		stacks.push(stackOf(each))
	}
	return {
		...(error instanceof AgentError && { code: error.code }),
		message: firstLine(error instanceof Error ? error.message : String(error)),
		...(stacks.length > 0 && { stack: stacks.join('\ncaused by ') }),
	}
}

/** The further lines of a message are lists for a person, and may quote what was typed. */
function stackOf({ name, message, stack = '' }: Error): string {
	const frames = stack.search(/\n\s+at /)
	return `${name}: ${firstLine(message)}${frames < 0 ? '' : stack.slice(frames)}`
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? ''
}
