// Tables that have secrets in them: of psql, mysql, vault, in Markdown, in boxes and in CSV. A column that is named for
// secrets has them, and so has what stands beside a secret's name.

import { isPasswordName, nameOf } from '../secrets/secret-names.ts'
import { isFilledIn, isOrdinaryWord, isSecretBare } from '../secrets/secret-values.ts'
import type { Range } from './view.ts'

type TableLine = { text: string; start: number; end: number }
type TableCell = Range & { text: string }
type TableStyle = 'pipes' | 'blanks' | 'commas'
/** @property names - what each column is named for, if for secrets; `isStrict`: a table of documentation may look so */
type SecretTable = {
	style: TableStyle
	columns: number
	names: readonly (string | undefined)[]
	isStrict: boolean
	isPairs: boolean
}

/**
 * While a table is open, every line goes through it; else those that may open one.
 * @property isOpen - or the line before was one of it
 */
export type Tables = { isOpen(): boolean; read(text: string, start: number, end: number): readonly Range[] }

export function createTables(): Tables {
	let table: SecretTable | undefined
	return {
		isOpen: () => table !== undefined,
		read(text, start, end) {
			if (table) {
				const found = secretsOf(table, { text, start, end })
				if (found !== undefined) return found
				table = undefined
			}
			const opened = opening(text, start, end)
			if (opened === 'rule') table = ruled({ text, start, end })
			else if (opened === 'commas') table = commaHeader({ text, start, end })
			return NONE
		},
	}
}

const NONE: readonly Range[] = []

/** What a line may begin, by its first signs. */
function opening(text: string, start: number, end: number): 'rule' | 'commas' | undefined {
	const first = text.charCodeAt(start)
	if (isRule(first)) return 'rule'
	if (first === 32 || first === PIPE) return isRule(secondSign(text, start, end)) ? 'rule' : undefined
	if (!isLetter(first) && first !== QUOTE) return undefined
	return end - start >= 8 && end - start <= 500 && hasEarlyComma(text, start, end) ? 'commas' : undefined
}

/** Behind the first title, which is no longer than others. */
function hasEarlyComma(text: string, start: number, end: number): boolean {
	const last = Math.min(end, start + LONGEST_TITLE)
	for (let at = start; at < last; at++) if (text.charCodeAt(at) === COMMA) return true
	return false
}

const LONGEST_TITLE = 44

function isLetter(code: number): boolean {
	return (code | 32) >= 97 && (code | 32) <= 122
}

function ruled(line: TableLine): SecretTable | undefined {
	// The end of a document of YAML, or of the front matter of one in Markdown.
	if (line.end - line.start === 4 && line.text.startsWith('---\n', line.start))
		return belowHeader(line, '---')
	const whole = trimmed(line)
	if (whole.startsWith('-[ RECORD ')) return pairs('pipes')
	return isRuled(whole) ? belowHeader(line, whole) : undefined
}

const PIPE = 124
const QUOTE = 34
const COMMA = 44

/** The first one behind blanks and a line that stands up. */
function secondSign(text: string, start: number, end: number): number {
	let at = start
	while (at < end && at < start + 200 && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === PIPE)) at++
	return text.charCodeAt(at)
}

function isRule(code: number): boolean {
	return code === 45 || code === 43 || code === 58 || code === 0xe2 || (code >= 0x2500 && code <= 0x257f)
}

/** `----+----`, `| --- |`, `├──┼──┤`, `---   ---` */
function isRuled(line: string): boolean {
	return (
		line.length < 4_096 &&
		RULED.test(line) &&
		/-{3}|[─━═]{3}|(?:\u00e2(?:\u0094[\u0080\u0081]|\u0095\u0090)){3}/.test(line)
	)
}

/** What boxes are drawn with; the bytes of a file come one character each, and are UTF-8 all the same. */
const BOX = String.raw`[\u2500-\u257f]|\u00e2[\u0094\u0095][\u0080-\u00bf]`
const RULED = new RegExp(String.raw`^(?:[\s|+:=-]|${BOX})+$`)
const DRAWN = new RegExp(`[|+]|${BOX}`)
/** By what stands between their cells, which is kept when a line is split. */
const BETWEEN_CELLS: Readonly<Record<TableStyle, RegExp>> = {
	pipes: new RegExp(`([|]|${BOX})`),
	blanks: /([ \t]{2,}|\t)/,
	commas: /(,)/,
}

function belowHeader({ text, start }: TableLine, rule: string): SecretTable | undefined {
	const begin = text.lastIndexOf('\n', start - 2) + 1
	if (start === 0 || start - begin < 5 || start - begin > 2_000) return undefined
	const style: TableStyle = DRAWN.test(rule) ? 'pipes' : 'blanks'
	// A line of prose, or of a document that this rule ends.
	if (style === 'blanks' && !hasGap(text, begin, start)) return undefined
	const header = cellsOf({ text, start: begin, end: start }, style)
	if (header.length < 2) return undefined
	const isPairs = header.length === 2 && /^(?:value|val|secret|plain)/i.test(header[1]!.text)
	const names = header.map(({ text: title }) =>
		/^[\w .-]{2,40}$/.test(title) ? nameOf(title.replaceAll(' ', '_')) : undefined,
	)
	if (!isPairs && !names.some(name => name !== undefined)) return undefined
	return { style, columns: header.length, names, isStrict: !rule.includes('+'), isPairs }
}

/** Two blanks or a tab between words. */
function hasGap(text: string, begin: number, end: number): boolean {
	let blanks = 0
	let hasWord = false
	for (let at = begin; at < end; at++) {
		const code = text.charCodeAt(at)
		if (code === 32) blanks++
		else if (code === 9) blanks += 2
		else if (code > 32) {
			if (hasWord && blanks > 1) return true
			blanks = 0
			hasWord = true
		}
	}
	return false
}

function pairs(style: TableStyle): SecretTable {
	return { style, columns: 2, names: [], isStrict: true, isPairs: true }
}

function commaHeader(line: TableLine): SecretTable | undefined {
	const whole = trimmed(line)
	if (!/^"?[A-Za-z][\w .-]{0,40}"?(?:,"?[A-Za-z][\w .-]{0,40}"?){1,40}$/.test(whole) || /, /.test(whole))
		return undefined
	const names = whole.split(',').map(title => nameOf(title.replaceAll('"', '')))
	const isTold = names.some(name => name !== undefined && isPasswordName(name))
	return isTold
		? { style: 'commas', columns: names.length, names, isStrict: false, isPairs: false }
		: undefined
}

/** @returns undefined behind the table's end */
function secretsOf(table: SecretTable, line: TableLine): readonly Range[] | undefined {
	const whole = trimmed(line)
	if (whole === '') return undefined
	if (isRuled(whole) || whole.startsWith('-[ RECORD ')) return []
	const cells = cellsOf(line, table.style)
	if (cells.length !== table.columns)
		return table.isPairs && table.style === 'blanks' && cells.length > 0 ? [] : undefined
	if (table.isPairs) {
		const [label, value] = cells
		const name = label && /^[\w.-]{2,64}$/.test(label.text) ? nameOf(label.text) : undefined
		return name !== undefined && value && isSecretCell(name, value.text, true) ? [value] : []
	}
	return cells.filter((cell, index) => {
		const name = table.names[index]
		return name !== undefined && isSecretCell(name, cell.text, table.isStrict)
	})
}

function isSecretCell(name: string, value: string, isStrict: boolean): boolean {
	if (value.length < 4 || !isFilledIn(value) || isOrdinaryWord(value)) return false
	if (isStrict || !isPasswordName(name))
		return /\d/.test(value) && !/\s/.test(value) && isSecretBare(name, ' = ', value)
	return !/\s/.test(value) && !/^[a-z]{1,7}$/.test(value)
}

function cellsOf(line: TableLine, style: TableStyle): readonly TableCell[] {
	const { text, start } = line
	const whole = text.slice(start, line.end).replace(/[\r\n]+$/, '')
	const cells: TableCell[] = []
	let at = start
	for (const piece of splitAt(whole, BETWEEN_CELLS[style])) {
		if (piece.isSeparator) {
			at += piece.text.length
			continue
		}
		const lead = /^[\s"]*/.exec(piece.text)![0].length
		const content = piece.text.slice(lead).replace(/[\s"]+$/, '')
		cells.push({ text: content, start: at + lead, end: at + lead + content.length })
		at += piece.text.length
	}
	// What stands outside of the outer lines.
	return style === 'commas'
		? cells
		: cells.filter((cell, index) => cell.text !== '' || (index > 0 && index < cells.length - 1))
}

function splitAt(line: string, separator: RegExp): readonly { text: string; isSeparator: boolean }[] {
	return line.split(separator).map((text, index) => ({ text, isSeparator: index % 2 === 1 }))
}

function trimmed({ text, start, end }: TableLine): string {
	return text.slice(start, end).trim()
}
