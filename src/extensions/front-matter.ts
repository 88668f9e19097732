// Front matter: the YAML block at the head of a command, agent or skill, read as leniently as the field writes it. A
// byte order mark, Windows line ends and values that no YAML parser takes (`description: Use when: asked`) are all met.

import type { JsonValue } from '../core/json.ts'
import { isObject } from '../core/json.ts'
import { plainFields } from './plain-fields.ts'
import type { ReadFields } from './yaml-fields.ts'

export type FrontMatter = ReadFields & {
	/** What stands behind it. */
	body: string
	hasFrontMatter: boolean
}

/** No front matter at all is no problem: the text is all body. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
	const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
	const found = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/.exec(whole)
	const none = { fields: {}, repaired: [], problem: undefined }
	if (!found) {
		const begins = /^---[ \t]*\n/.test(whole)
		return {
			...none,
			body: whole,
			hasFrontMatter: false,
			problem: begins
				? { line: 1, message: 'the front matter begins with --- and no second --- ends it' }
				: undefined,
		}
	}
	const block = found[1] ?? ''
	const rest = { body: whole.slice(found[0].length), hasFrontMatter: true }
	if (block.length > MAX_CHARACTERS) {
		const message = `the front matter has ${block.length} characters, and at most ${MAX_CHARACTERS} are read`
		return { ...none, ...rest, problem: { line: 1, message } }
	}
	const plain = plainFields(block)
	if (plain) return { ...none, ...rest, fields: plain }
	const { parseFields } = await import('./yaml-fields.ts')
	return { ...rest, ...parseFields(block, FIRST_LINE) }
}

export function field(
	{ fields }: Pick<FrontMatter, 'fields'>,
	...names: readonly string[]
): JsonValue | undefined {
	const name = names.find(one => Object.hasOwn(fields, one))
	return name === undefined ? undefined : fields[name]
}

/** A text, or what somebody wrote for one: `model: 4` and `argument-hint: [file]`, which YAML reads as something else. */
export function textField(
	from: Pick<FrontMatter, 'fields'>,
	...names: readonly string[]
): string | undefined {
	const value = field(from, ...names)
	if (typeof value === 'string') return value.trim() || undefined
	if (typeof value === 'number' || typeof value === 'boolean') return String(value)
	if (Array.isArray(value)) return value.length > 0 ? `[${value.map(plainText).join(', ')}]` : undefined
	return undefined
}

/** YAML's words and those of older YAML: `yes`, `on`. */
export function booleanField(
	from: Pick<FrontMatter, 'fields'>,
	...names: readonly string[]
): boolean | undefined {
	const value = field(from, ...names)
	if (typeof value === 'boolean') return value
	if (typeof value !== 'string') return undefined
	if (/^(?:true|yes|on)$/i.test(value.trim())) return true
	return /^(?:false|no|off)$/i.test(value.trim()) ? false : undefined
}

/** Undefined where it is not there or no whole number above 0. */
export function countField(
	from: Pick<FrontMatter, 'fields'>,
	...names: readonly string[]
): number | undefined {
	const value = Number(textField(from, ...names))
	return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/**
 * Names as the field lists them: with commas, with blanks, or as a YAML list. What stands in parentheses stays with its
 * name: `Bash(git add:*), Read` are two.
 */
export function listField(
	from: Pick<FrontMatter, 'fields'>,
	...names: readonly string[]
): readonly string[] | undefined {
	const value = field(from, ...names)
	if (value === undefined || isObject(value)) return undefined
	const texts = Array.isArray(value) ? value.map(plainText) : [value === null ? '' : plainText(value)]
	return texts.flatMap(text => text.match(/[^\s,(]+(?:\([^)]*\)?)?|\([^)]*\)?/g) ?? [])
}

function plainText(value: JsonValue): string {
	return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A front matter is a few lines; the parser is not to be fed with more than it takes no time for. */
const MAX_CHARACTERS = 64 * 1024
/** Behind the opening dashes. */
const FIRST_LINE = 2
