// One entry of the log file as a line of JSON: without secrets, and without a character that a terminal would act on.

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { LogFacts } from '../../core/logging/logger.ts'
import type { LogLevel } from '../../core/services/logging.ts'

export type LogEntry = {
	level: LogLevel
	event: string
	/** ISO 8601. */
	time: string
	session?: string | undefined
	run?: string | undefined
	facts: LogFacts
}

/** @returns the line with its end */
export function logLine({ facts, level, event, time, session, run }: LogEntry, scrub: Clean): string {
	const entry = { time, level, pid: process.pid, session, run, event, ...cleanFields(facts, scrub) }
	return `${JSON.stringify(entry).replace(UNSEEN, asCode)}\n`
}

type Clean = (text: string) => string

/** Each text by itself: in the line of JSON a secret with a quote in it would not be found, and a mask could break it. */
function cleaned(value: JsonValue, scrub: Clean): JsonValue {
	if (typeof value === 'string') return short(scrub(value))
	if (Array.isArray(value)) return value.map(each => cleaned(each, scrub))
	return isObject(value) ? cleanFields(value, scrub) : value
}

function cleanFields(fields: LogFacts, scrub: Clean): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, cleaned(value, scrub)] as const],
		),
	)
}

/** After secrets are out: half of one would not be known for what it is. */
function short(text: string): string {
	return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`
}

const MOST_CHARACTERS = 4_000

/** What JSON leaves as it is: DEL, the upper control characters, and those that turn, hide or end a line. */
const UNSEEN = /[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function asCode(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
