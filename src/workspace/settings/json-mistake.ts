// JSON syntax errors: where a text stops being JSON, and what should have stood there. `JSON.parse` says so only for
// some mistakes, and in words that change from one Node to the next.

export type JsonMistake = { line: number; column: number; expected: string }

/** @returns undefined when `JSON.parse` would accept the text (and it is not absurdly deep). Lines and columns count from 1. */
export function jsonMistake(text: string): JsonMistake | undefined {
	const scanner: Scanner = { text, at: 0, depth: 0 }
	const expected = readValue(scanner) ?? readEnd(scanner)
	if (expected === undefined) return undefined
	const before = text.slice(0, scanner.at).split('\n')
	return { line: before.length, column: before.at(-1)!.length + 1, expected }
}

/** `at` only moves past what was understood, so after a mistake it points at it. */
type Scanner = { readonly text: string; at: number; depth: number }
type Expected = string | undefined

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const WORD = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const MAX_DEPTH = 1000

function readValue(scanner: Scanner): Expected {
	skipSpace(scanner)
	switch (scanner.text[scanner.at]) {
		case '{':
			return readList(scanner, '}', readMember)
		case '[':
			return readList(scanner, ']', readValue)
		case '"':
			return readString(scanner)
		case '/':
			return 'a value (JSON has no comments)'
		case "'":
			return 'a value in double quotes'
		default:
			return take(scanner, WORD) ? undefined : 'a value'
	}
}

function readList(scanner: Scanner, end: '}' | ']', readItem: (scanner: Scanner) => Expected): Expected {
	if (scanner.depth === MAX_DEPTH) return `at most ${MAX_DEPTH} levels`
	scanner.depth++
	scanner.at++
	skipSpace(scanner)
	if (scanner.text[scanner.at] !== end) {
		const mistake = readItem(scanner) ?? readRest(scanner, end, readItem)
		if (mistake !== undefined) return mistake
	}
	scanner.at++
	scanner.depth--
	return undefined
}

function readRest(scanner: Scanner, end: string, readItem: (scanner: Scanner) => Expected): Expected {
	for (;;) {
		skipSpace(scanner)
		const next = scanner.text[scanner.at]
		if (next === end) return undefined
		if (next !== ',') return `"," or "${end}"`
		const comma = scanner.at++
		skipSpace(scanner)
		if (scanner.text[scanner.at] === end) {
			scanner.at = comma
			return `no comma before "${end}"`
		}
		const mistake = readItem(scanner)
		if (mistake !== undefined) return mistake
	}
}

function readMember(scanner: Scanner): Expected {
	skipSpace(scanner)
	if (scanner.text[scanner.at] !== '"') return 'a name in double quotes'
	const mistake = readString(scanner)
	if (mistake !== undefined) return mistake
	skipSpace(scanner)
	if (scanner.text[scanner.at] !== ':') return '":"'
	scanner.at++
	return readValue(scanner)
}

function readString(scanner: Scanner): Expected {
	return take(scanner, STRING)
		? undefined
		: 'a string that ends on its line, with \\ only before " \\ / b f n r t u'
}

function readEnd(scanner: Scanner): Expected {
	skipSpace(scanner)
	return scanner.at === scanner.text.length ? undefined : 'the end of the file'
}

function skipSpace(scanner: Scanner): void {
	take(scanner, SPACE)
}

function take(scanner: Scanner, pattern: RegExp): boolean {
	pattern.lastIndex = scanner.at
	const found = pattern.test(scanner.text)
	if (found) scanner.at = pattern.lastIndex
	return found
}
