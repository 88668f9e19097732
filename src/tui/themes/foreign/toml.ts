// TOML as far as theme files use it: tables, dotted and quoted keys, strings, numbers, booleans, arrays and inline tables.

import type { JsonObject, JsonValue } from '../../../core/json.ts'

/** @throws Error with the line that cannot be read */
export function parseToml(text: string): JsonObject {
	return new TomlReader(text).document()
}

type TomlTable = { [key: string]: JsonValue }

class TomlReader {
	readonly #text: string
	#at = 0

	constructor(text: string) {
		this.#text = text
	}

	document(): JsonObject {
		const root: TomlTable = {}
		let table = root
		for (;;) {
			this.#skip(/[\s]|#[^\n]*/y)
			if (this.#at >= this.#text.length) return root
			if (this.#takes('[')) {
				table = tableAt(root, this.#keys())
				this.#expect(']')
			} else this.#pair(table)
			this.#skip(/[ \t]|#[^\n]*/y)
			if (this.#at < this.#text.length && !this.#takes('\r\n') && !this.#takes('\n')) this.#fail()
		}
	}

	#pair(table: TomlTable): void {
		const keys = this.#keys()
		this.#expect('=')
		this.#skip(/[ \t]/y)
		put(tableAt(table, keys.slice(0, -1)), keys.at(-1) ?? '', this.#value())
	}

	#keys(): readonly string[] {
		const keys: string[] = []
		do {
			this.#skip(/[ \t]/y)
			const quoted = this.#match(/"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'/y)
			const bare = quoted ? undefined : this.#match(/[A-Za-z0-9_-]+/y)
			const key = quoted?.[1] ?? quoted?.[2] ?? bare?.[0]
			if (key === undefined) this.#fail()
			else keys.push(key)
			this.#skip(/[ \t]/y)
		} while (this.#takes('.'))
		return keys
	}

	#value(): JsonValue {
		const string = this.#match(/"((?:\\.|[^"\\\n])*)"/y)
		if (string) return String(JSON.parse(string[0]))
		const literal = this.#match(/'([^'\n]*)'/y)
		if (literal) return literal[1] ?? ''
		if (this.#takes('[')) return this.#array()
		if (this.#takes('{')) return this.#inlineTable()
		const word = this.#match(/true|false|[+-]?\d[\d_]*(?:\.\d+)?/y)?.[0]
		if (word === undefined) return this.#fail()
		return word === 'true' || word === 'false' ? word === 'true' : Number(word.replaceAll('_', ''))
	}

	#array(): JsonValue {
		const values: JsonValue[] = []
		for (;;) {
			this.#skip(/[\s,]|#[^\n]*/y)
			if (this.#takes(']')) return values
			values.push(this.#value())
		}
	}

	#inlineTable(): JsonValue {
		const table: TomlTable = {}
		for (;;) {
			this.#skip(/[\s,]|#[^\n]*/y)
			if (this.#takes('}')) return table
			this.#pair(table)
		}
	}

	#match(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.#at
		const found = pattern.exec(this.#text)
		if (found) this.#at = pattern.lastIndex
		return found ?? undefined
	}

	#skip(pattern: RegExp): void {
		while (this.#match(pattern));
	}

	#takes(sign: string): boolean {
		if (!this.#text.startsWith(sign, this.#at)) return false
		this.#at += sign.length
		return true
	}

	#expect(sign: string): void {
		this.#skip(/[ \t]/y)
		if (!this.#takes(sign)) this.#fail()
	}

	#fail(): never {
		const before = this.#text.slice(0, this.#at)
		const line = before.split('\n').length
		const rest = this.#text.slice(before.lastIndexOf('\n') + 1).split('\n')[0] ?? ''
		throw new Error(`line ${line} is not TOML that is known here: ${rest.trim()}`)
	}
}

function tableAt(root: TomlTable, keys: readonly string[]): TomlTable {
	let table = root
	for (const key of keys) {
		const inner = Object.hasOwn(table, key) ? table[key] : undefined
		if (isTable(inner)) table = inner
		else {
			const made: TomlTable = {}
			put(table, key, made)
			table = made
		}
	}
	return table
}

/** A name is a name, also `__proto__`. */
function put(table: TomlTable, key: string, value: JsonValue): void {
	Object.defineProperty(table, key, { value, enumerable: true, writable: true, configurable: true })
}

function isTable(value: JsonValue | undefined): value is TomlTable {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
