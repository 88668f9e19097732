// A session as the lines of its log, every text in them scrubbed once more: rules are better today than on the day it
// was written.

import type { JsonValue } from '../../core/json.ts'
import type { StoredEnvelope } from '../session-store.ts'

export function asJsonLines(envelopes: readonly StoredEnvelope[], scrub: (text: string) => string): string {
	// What JSON writes down is read back, so that keys and values are plain data.
	return envelopes.map(envelope => `${scrubbedLine(JSON.parse(JSON.stringify(envelope)), scrub)}\n`).join('')
}

function scrubbedLine(value: JsonValue, scrub: (text: string) => string): string {
	return JSON.stringify(scrubValue(value, scrub))
}

function scrubValue(value: JsonValue, scrub: (text: string) => string): JsonValue {
	if (typeof value === 'string') return scrub(value)
	if (Array.isArray(value)) return value.map(item => scrubValue(item, scrub))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubValue(item, scrub)]))
}
