// What a key and a value may be, wherever they are kept.

import { AgentError } from '../core/errors.ts'
import type { JsonValue } from '../core/json.ts'
import { byteLength } from '../core/text/bytes.ts'

/** @throws AgentError `usage` */
export function requireKey(key: string): string {
	if (key === '' || key.length > LONGEST_KEY || CONTROL.test(key))
		throw new AgentError(
			'usage',
			`${JSON.stringify(key.slice(0, 80))} is no key: it needs 1 to ${LONGEST_KEY} characters, none of them a control character`,
		)
	return key
}

/** @returns it as JSON. @throws AgentError `usage` */
export function requireValue(key: string, value: JsonValue): string {
	const text = JSON.stringify(value)
	if (text === undefined) throw new AgentError('usage', `the value of ${key} is no JSON`)
	const bytes = byteLength(text)
	if (bytes > LARGEST_VALUE)
		throw new AgentError(
			'usage',
			`the value of ${key} has ${bytes} bytes of JSON; ${LARGEST_VALUE} are allowed`,
		)
	return text
}

/** Of one listing. */
export const MOST_KEYS = 1000

const LONGEST_KEY = 512
const LARGEST_VALUE = 1024 * 1024
const CONTROL = /\p{Cc}/u
