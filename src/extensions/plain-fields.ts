// Plain fields: front matter that is nothing but `name: value` lines, and lists and names with values one level below
// them, read without a YAML parser, whose loading takes longer than reading a hundred such files. Anything else is left
// to the parser; where this answers, both agree.

import type { JsonObject, JsonValue } from '../core/json.ts'

/** @returns undefined where it takes YAML to read it */
export function plainFields(block: string): Readonly<JsonObject> | undefined {
	const fields: JsonObject = {}
	const lines = block.split('\n').filter(line => line.trim() !== '' || line.includes('\t'))
	for (let at = 0; at < lines.length; at++) {
		const entry = entryIn(lines[at]!)
		if (entry?.indent !== 0 || Object.hasOwn(fields, entry.name)) return undefined
		if (entry.value !== undefined) fields[entry.name] = entry.value
		else {
			const below = lines.slice(at + 1).findIndex(line => !/^ |^-(?: |$)/.test(line))
			const inner = lines.slice(at + 1, below === -1 ? undefined : at + 1 + below)
			const value = innerValue(inner)
			if (value === undefined) return undefined
			fields[entry.name] = value
			at += inner.length
		}
	}
	return fields
}

/** What stands below a name: a list, names with values, or nothing at all. */
function innerValue(lines: readonly string[]): JsonValue | undefined {
	const [first] = lines
	if (first === undefined) return null
	const indent = indentOf(first)
	if (lines.some(line => indentOf(line) !== indent)) return undefined
	if (first.startsWith('- ', indent)) {
		const items = lines.map(line =>
			line.startsWith('- ', indent) ? plainValue(line.slice(indent + 2).trim()) : undefined,
		)
		return items.every(item => item !== undefined) ? items : undefined
	}
	const fields: JsonObject = {}
	for (const line of lines) {
		const entry = entryIn(line)
		if (entry?.value === undefined || Object.hasOwn(fields, entry.name)) return undefined
		fields[entry.name] = entry.value
	}
	return fields
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length
}

/** `value` is left out where nothing stands behind the name. */
function entryIn(line: string): { indent: number; name: string; value?: string | boolean } | undefined {
	const [, indent = '', name, written] = /^( *)([A-Za-z][\w-]*):(?: +(\S.*?))? *$/.exec(line) ?? []
	// Words that are no text to YAML are no names here.
	if (name === undefined || /^(?:true|false|null)$/i.test(name)) return undefined
	if (written === undefined) return { indent: indent.length, name }
	const value = plainValue(written)
	return value === undefined ? undefined : { indent: indent.length, name, value }
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
