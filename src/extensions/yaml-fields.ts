// YAML fields: front matter that is more than `name: value` lines. References (`&a`, `*a`) are not followed, so a few
// lines cannot stand for millions.

import { type Document, parseDocument } from 'yaml'
import { messageOf } from '../core/errors.ts'
import type { JsonValue } from '../core/json.ts'
import { isObject } from '../core/json.ts'

export type ReadFields = {
	/** Empty where nothing could be made of the block. The names are foreign: look at none that is not its own. */
	fields: Readonly<Record<string, JsonValue>>
	/** Entries that are no YAML and were taken as the text they are. */
	repaired: readonly FieldProblem[]
	problem: FieldProblem | undefined
}

/** `line`: in the file, from 1. */
export type FieldProblem = { line: number; message: string }

/** @param firstLine - of the block, in its file */
export function parseFields(block: string, firstLine: number): ReadFields {
	const whole = parse(block)
	if ('value' in whole) return fieldsOf(whole.value, firstLine)
	return repair(block, firstLine, whole)
}

/** Entry by entry: one that is no YAML by itself is taken as the text it is, which is what its author meant. */
function repair(block: string, firstLine: number, { message, offset }: Failure): ReadFields {
	const entries = splitEntries(block)
	const failed = { line: firstLine + linesIn(block.slice(0, offset)), message }
	const fields: Record<string, JsonValue> = {}
	const repaired: FieldProblem[] = []
	for (const { name, text, value, line } of entries) {
		if (name === undefined) {
			if (/^\s*(?:#.*)?$/.test(text)) continue
			return { fields: {}, repaired: [], problem: failed }
		}
		const alone = parse(text)
		const read = 'value' in alone && isObject(alone.value) ? alone.value[name] : undefined
		const isRead = 'value' in alone && read !== undefined
		if (!isRead)
			repaired.push({
				line: firstLine + line,
				message: `${name} is no YAML (${'message' in alone ? alone.message : 'it names no value'}), and is taken as text`,
			})
		define(fields, name, isRead ? read : value)
	}
	// Each entry is fine alone: what is wrong lies between them, such as a name that is there twice.
	return { fields, repaired: repaired.length > 0 ? repaired : [failed], problem: undefined }
}

type YamlEntry = { name: string | undefined; text: string; value: string; line: number }

function splitEntries(block: string): readonly YamlEntry[] {
	const entries: { name: string | undefined; lines: string[]; line: number }[] = []
	for (const [line, text] of block.split('\n').entries()) {
		const [, name] = /^([A-Za-z_][\w-]*):(?:\s|$)/.exec(text) ?? []
		if (name !== undefined || entries.length === 0) entries.push({ name, lines: [text], line })
		else entries.at(-1)!.lines.push(text)
	}
	return entries.map(({ name, lines, line }) => {
		const text = lines.join('\n')
		const value = text.slice((name?.length ?? -1) + 1)
		return { name, text, line, value: value.trim().replaceAll(/\s+/g, ' ') }
	})
}

type Failure = { message: string; offset: number }

function parse(text: string): { value: JsonValue } | Failure {
	try {
		const document: Document = parseDocument(text, {
			logLevel: 'silent',
			prettyErrors: false,
			stringKeys: true,
		})
		const [error] = document.errors
		if (error) return { message: firstLineOf(error.message), offset: error.pos[0] }
		return { value: jsonOf(document.toJS({ maxAliasCount: 0 }), MAX_DEPTH) }
	} catch (error) {
		// Nested so deep that the parser runs out of stack, or a reference.
		return { message: firstLineOf(messageOf(error)), offset: 0 }
	}
}

function fieldsOf(value: JsonValue, line: number): ReadFields {
	if (value === null) return { fields: {}, repaired: [], problem: undefined }
	if (isObject(value)) return { fields: value, repaired: [], problem: undefined }
	return {
		fields: {},
		repaired: [],
		problem: { line, message: 'the front matter holds no names with values' },
	}
}

/** Whatever YAML has that JSON has not (`.nan`, sets) becomes text. */
function jsonOf(value: unknown, depth: number): JsonValue {
	if (value === null || value === undefined) return null
	if (typeof value === 'string' || typeof value === 'boolean') return value
	if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
	if (depth === 0) throw new Error(`nested deeper than ${MAX_DEPTH} levels`)
	if (Array.isArray(value)) return value.map(one => jsonOf(one, depth - 1))
	if (typeof value !== 'object') return String(value)
	const fields: Record<string, JsonValue> = {}
	for (const [name, one] of Object.entries(value)) define(fields, name, jsonOf(one, depth - 1))
	return fields
}

/** As a property of its own, whatever it is called. */
function define(fields: Record<string, JsonValue>, name: string, value: JsonValue): void {
	Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true })
}

const MAX_DEPTH = 20

function linesIn(text: string): number {
	return text.split('\n').length - 1
}

function firstLineOf(text: string): string {
	return text.split('\n', 1)[0]!
}
