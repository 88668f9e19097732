// Loose JSON: a value as models write it, with the faults that are known of them. Lost brackets at the end, single
// quotes, a comma too many, line breaks inside a text, bare keys and Python's constants are read as what they mean.
// A text that was never closed is not: whatever it would be closed to could be another command. Libraries that repair JSON
// close it, and leave out backslashes that escape nothing; and they do not say where a value ends. Pure.

import type { JsonObject, JsonValue } from '../../../core/json.ts'

export type LooseJson = {
	value: JsonValue
	/** Behind its last character. */
	end: number
	/** Brackets that were opened and not closed. What follows was no more of the value. */
	missing: number
}

/** @param from - where the value begins, blanks before it aside */
export function looseJson(text: string, from = 0): LooseJson | undefined {
	const reader = new LooseReader(text, from)
	const value = reader.value()
	return value === undefined ? undefined : { value, end: reader.at, missing: reader.missing }
}

/** The same, of a text that is nothing else. */
export function looseJsonIn(text: string): JsonValue | undefined {
	// With a blank behind it, a number is whole.
	const read = looseJson(`${text} `)
	return read && text.slice(read.end).trim() === '' ? read.value : undefined
}

/** What a model calls with: `(path="a.ts", offset=5)`, as Python has it. */
export type PythonArguments = { named: JsonObject; positional: readonly JsonValue[] }

/** Reads on from where it stands. What cannot be read is undefined, and then so is where it stands. */
export class LooseReader {
	at: number
	missing = 0
	private readonly text: string
	private depth = 0

	constructor(text: string, at: number) {
		this.text = text
		this.at = at
	}

	value(): JsonValue | undefined {
		this.skipBlanks()
		const sign = this.text[this.at]
		if (sign === '{') return this.nested(() => this.object())
		if (sign === '[') return this.nested(() => this.list())
		const quote = this.quoteHere()
		if (quote !== undefined) return this.quoted(quote)
		const number = this.take(NUMBER)
		// A number at the very end may be half of one.
		if (number !== undefined) return this.at < this.text.length ? Number(number) : undefined
		const word = this.take(WORD)
		return word === undefined ? undefined : CONSTANTS.get(word)
	}

	/** From the opening bracket on. */
	pythonArguments(): PythonArguments | undefined {
		const named: [string, JsonValue][] = []
		const positional: JsonValue[] = []
		const isRead = this.items(')', () => {
			const name = this.take(PYTHON_NAME)
			const value = this.value()
			if (value === undefined) return false
			if (name === undefined) positional.push(value)
			else named.push([name.replace(/\s*=$/, ''), value])
			return true
		})
		return isRead ? { named: Object.fromEntries(named), positional } : undefined
	}

	private object(): JsonObject | undefined {
		const entries: [string, JsonValue][] = []
		this.at++
		for (let isAfterComma = false, isFirst = true; ; isFirst = false) {
			this.skipBlanks()
			if (this.text[this.at] === '}') {
				this.at++
				break
			}
			const quote = this.quoteHere()
			const isKey =
				quote !== undefined || ((isFirst || isAfterComma) && KEY_START.test(this.text[this.at] ?? ''))
			if (!isKey) {
				if (isAfterComma || isFirst) return undefined
				this.missing++
				break
			}
			const key = quote === undefined ? this.take(BARE_KEY) : this.quoted(quote)
			if (key === undefined || this.take(COLON) === undefined) return undefined
			const value = this.value()
			if (value === undefined) return undefined
			entries.push([key, value])
			isAfterComma = this.take(COMMA) !== undefined
		}
		return Object.fromEntries(entries)
	}

	private list(): JsonValue[] | undefined {
		const items: JsonValue[] = []
		const isRead = this.items(']', () => {
			const item = this.value()
			if (item !== undefined) items.push(item)
			return item !== undefined
		})
		return isRead ? items : undefined
	}

	/** @param readItem - @returns whether there was one */
	private items(end: string, readItem: () => boolean): boolean {
		this.at++
		for (let isAfterComma = true; ; isAfterComma = this.take(COMMA) !== undefined) {
			this.skipBlanks()
			const sign = this.text[this.at]
			if (sign === end) {
				this.at++
				return true
			}
			// Between the objects of a list a comma is sometimes forgotten.
			if (!isAfterComma && sign !== '{') {
				this.missing++
				return true
			}
			if (!readItem()) return false
		}
	}

	/** From its opening quote to its closing one; undefined when there is none. */
	private quoted(quote: string): string | undefined {
		const { text } = this
		let from = this.at + quote.length
		// Gemma's marks hold a text as it is.
		const isRaw = quote.startsWith('<')
		let read = ''
		for (let at = from; at < text.length; at++) {
			if (text[at] === '\\' && !isRaw) {
				const [plain, length] = unescaped(text, at)
				read += text.slice(from, at) + plain
				from = at + length
				at = from - 1
			} else if (text[at] === quote[0] && text.startsWith(quote, at)) {
				this.at = at + quote.length
				return read + text.slice(from, at)
			}
		}
		return undefined
	}

	private quoteHere(): string | undefined {
		return QUOTES.find(quote => this.text.startsWith(quote, this.at))
	}

	private take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at
		const [found] = pattern.exec(this.text) ?? []
		if (found !== undefined) this.at += found.length
		return found
	}

	private skipBlanks(): void {
		while (this.at < this.text.length && BLANK.test(this.text[this.at]!)) this.at++
	}

	private nested<Value>(read: () => Value): Value | undefined {
		if (this.depth >= MOST_LEVELS) return undefined
		this.depth++
		const value = read()
		this.depth--
		return value
	}
}

/** Deeper than any tool's arguments, and shallower than the stack. */
const MOST_LEVELS = 100

/** The longest first. The last two are Gemma's. */
const QUOTES = ['"""', "'''", '"', "'", '<|"|>', '<escape>']

const BLANK = /[\s\u00a0\ufeff]/
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[A-Za-z]+(?!\w)/y
const KEY_START = /[A-Za-z_$]/
const BARE_KEY = /[A-Za-z_$][\w$-]*/y
const COLON = /\s*:/y
const COMMA = /\s*,/y
const PYTHON_NAME = /[A-Za-z_]\w*\s*=(?!=)/y

const CONSTANTS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
	['true', true],
	['True', true],
	['false', false],
	['False', false],
	['null', null],
	['None', null],
])

/** @returns what an escape stands for, and its length; a backslash that escapes nothing stands for itself */
function unescaped(text: string, at: number): readonly [plain: string, length: number] {
	const sign = text[at + 1] ?? ''
	const known = ESCAPES.get(sign)
	if (known !== undefined) return [known, 2]
	const hex = sign === 'u' ? text.slice(at + 2, at + 6) : sign === 'x' ? text.slice(at + 2, at + 4) : ''
	if (
		hex.length >= 2 &&
		/^(?:[\da-fA-F]{4}|[\da-fA-F]{2})$/.test(hex) &&
		hex.length === (sign === 'u' ? 4 : 2)
	)
		return [String.fromCharCode(Number.parseInt(hex, 16)), 2 + hex.length]
	return ['\\', 1]
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
	['"', '"'],
	["'", "'"],
	['\\', '\\'],
	['/', '/'],
	['b', '\b'],
	['f', '\f'],
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
])
