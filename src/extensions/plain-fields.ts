// Plain fields: front matter that is nothing but `name: value` lines, read without a YAML parser, whose loading takes
// longer than reading a hundred such files. Anything else is left to the parser; where this answers, both agree.

import type { JsonValue } from '../core/json.ts'

/** @returns undefined where it takes YAML to read it */
export function plainFields(block: string): Readonly<Record<string, JsonValue>> | undefined {
	const fields: Record<string, JsonValue> = {}
	for (const line of block.split('\n')) {
		if (line.trim() === '' && !line.includes('\t')) continue
		const [, name, written] = /^([A-Za-z][\w-]*): +(\S.*?) *$/.exec(line) ?? []
		const value = written === undefined ? undefined : plainValue(written)
		if (name === undefined || value === undefined || Object.hasOwn(fields, name)) return undefined
		fields[name] = value
	}
	return fields
}

function plainValue(written: string): string | boolean | undefined {
	if (UNUSUAL.test(written)) return undefined
	if (written === 'true' || written === 'false') return written === 'true'
	const quoted = /^"([^"\\]*)"$/.exec(written) ?? /^'([^']*)'$/.exec(written)
	if (quoted) return quoted[1]
	// Begins with a letter, so it is no number, no list and no reference; holds no comment and no further name.
	if (!/^[A-Za-z]/.test(written) || /:(?: |$)| #/.test(written)) return undefined
	return /^(?:true|false|null)$/i.test(written) ? undefined : written
}

/** Blanks and marks about which a parser has its own mind. */
const UNUSUAL = /[\0-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]/
