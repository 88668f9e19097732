// What a Kubernetes Secret holds, in YAML and HCL: each value under `data:` and `stringData:`, whatever its key. The
// kind of the object may stand in front of it or, as kubectl sorts it, behind it.

import { isFilledIn } from '../secrets/secret-values.ts'
import { MASK_START, maskText } from '../secrets/stage.ts'
import { type BlockLine, type BlockView, contentOf, isIdle, lineAt, lineBefore, type Range } from './view.ts'

export function kubernetesSecret(view: BlockView): readonly Range[] | 'more' {
	const line = lineAt(view.text, view.start)
	const content = contentOf(view.text, line)
	const opened = OPENING.exec(content)
	if (!opened) return TERRAFORM.test(content) ? ofTerraform(view, line) : []
	const inline = opened[2] ?? ''
	const siblings = siblingsBefore(view, line)
	if (opened[1] === 'data' && siblings.kind !== undefined && siblings.kind !== 'Secret') return []
	if (opened[1] === 'data' && siblings.kind === undefined && !siblings.isVersioned) return []
	const block = inline === '' ? valuesBelow(view, line) : flowValues(view.text, line.end - inline.length)
	if (block === 'more') return 'more'
	if (opened[1] === 'stringData' || siblings.kind === 'Secret') return block.values
	const kind = kindAfter(view, line, inline === '' ? block.end : line.next)
	if (kind === 'more') return 'more'
	if (kind === 'Secret') return block.values
	return kind === undefined && areEncoded(view.text, block.values) ? block.values : []
}

const OPENING = /^["']?(data|stringData)["']?:[ \t]*(?:#.*|(\{.*\})[ \t]*(?:#.*)?)?$/
const KIND = /^["']?kind["']?:[ \t]+["']?(\w+)/

/** No object has the same key twice; joined outputs may look as if one had. */
const MOST_BLOCKS = 8

type Siblings = { kind: string | undefined; isVersioned: boolean }

/** Of the same object, in front of its data. */
function siblingsBefore({ text }: BlockView, line: BlockLine): Siblings {
	const found: Siblings = { kind: undefined, isVersioned: false }
	const read = (each: BlockLine) => {
		const first = text.charCodeAt(each.content)
		if (first === LETTER_A && text.startsWith('apiVersion:', each.content)) found.isVersioned = true
		else if (first === LETTER_K || isQuote(first)) found.kind ??= KIND.exec(contentOf(text, each))?.[1]
	}
	if (line.isItem) return found
	let blocks = 0
	for (let end = line.start; end > 0; ) {
		const each = lineBefore(text, end)
		end = each.start
		if (isDocumentMark(text, each)) break
		if (isIdle(text, each)) continue
		if (each.indent < line.indent) break
		if (each.indent > line.indent) continue
		// Many of them in a row would each be looked back over.
		if (mayOpen(text, each) && OPENING.test(contentOf(text, each)) && ++blocks > MOST_BLOCKS) break
		read(each)
		// The nearest one says it, whatever else is said.
		if (each.isItem || found.kind !== undefined) break
	}
	return found
}

/** `data` and `stringData`, maybe quoted. */
function mayOpen(text: string, line: BlockLine): boolean {
	const first = text.charCodeAt(line.content)
	return first === LETTER_D || first === LETTER_S || isQuote(first)
}

function isQuote(code: number): boolean {
	return code === 34 || code === 39
}

const LETTER_A = 97
const LETTER_D = 100
const LETTER_K = 107
const LETTER_S = 115

function isDocumentMark(text: string, line: BlockLine): boolean {
	return line.indent >= 3 && text.slice(line.start, line.content).trimEnd().endsWith('---')
}

/** Of the same object, behind its data; undefined at the end of what there is. */
function kindAfter({ text, isWhole }: BlockView, opening: BlockLine, from: number): string | undefined {
	let blocks = 0
	for (let at = from; at < text.length; ) {
		const line = lineAt(text, at)
		if (line.next === line.end && !isWhole) return 'more'
		at = line.next
		if (isIdle(text, line) && !isDocumentMark(text, line)) continue
		if (isDocumentMark(text, line) || line.indent < opening.indent) return 'none'
		if (line.indent > opening.indent) continue
		if (line.isItem) return 'none'
		// Other objects, whatever parts them: nothing says what this one is.
		if (OPENING.test(contentOf(text, line)) && ++blocks > MOST_BLOCKS) return undefined
		const kind = KIND.exec(contentOf(text, line))?.[1]
		if (kind !== undefined) return kind
	}
	return isWhole ? undefined : 'more'
}

/** @returns the values, and where the block ends */
function valuesBelow(
	{ text, isWhole }: BlockView,
	opening: BlockLine,
): { values: readonly Range[]; end: number } | 'more' {
	const values: Range[] = []
	let keyIndent: number | undefined
	let isOpen = false
	let at = opening.next
	while (at < text.length) {
		const line = lineAt(text, at)
		if (line.next === text.length && text.charCodeAt(line.next - 1) !== 10 && !isWhole) return 'more'
		if (line.content >= line.end) {
			at = line.next
			continue
		}
		if (line.indent <= opening.indent) return { values, end: at }
		keyIndent ??= line.indent
		if (line.indent > keyIndent) {
			const last = values.at(-1)
			const start = text.charCodeAt(line.content) === 34 ? line.content + 1 : line.content
			if (isOpen) values.push({ start, end: line.end })
			else if (last) values[values.length - 1] = { start: last.start, end: line.end }
			isOpen = false
		} else {
			const { value, isBelow } = entryOf(text, line)
			if (value) values.push(value)
			isOpen = isBelow
		}
		at = line.next
	}
	return isWhole ? { values, end: at } : 'more'
}

/** `key: value`, or a key whose value begins on the next line. */
function entryOf(text: string, line: BlockLine): { value: Range | undefined; isBelow: boolean } {
	const content = contentOf(text, line)
	const key = /^["']?[\w./-]+["']?[ \t]*:(?:[ \t]+|$)/.exec(content)
	if (!key) return { value: undefined, isBelow: false }
	const rest = content.slice(key[0].length)
	if (rest === '' || /^[|>][\d+-]{0,2}(?:[ \t]+#.*)?$/.test(rest)) return { value: undefined, isBelow: true }
	const start = line.content + key[0].length
	return { value: plainOrQuoted(rest, start), isBelow: false }
}

function plainOrQuoted(rest: string, start: number): Range | undefined {
	const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(rest)
	const value = quoted ? (quoted[1] ?? quoted[2] ?? '') : (rest.split(/[ \t]+#/, 1)[0] ?? '').trimEnd()
	if (value === '' || value === '{}' || isTemplate(value)) return undefined
	const begin = start + (quoted ? 1 : 0)
	return { start: begin, end: begin + value.length }
}

/** What a mask has taken a part of is a value all the same. */
function isTemplate(value: string): boolean {
	if (value.includes(MASK_START)) return value === maskText('secret')
	return value.startsWith('***') || !isFilledIn(value)
}

const ENTRY = /["']?[\w./-]+["']?[ \t]*:[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^,}"'\s][^,}]*))/g

function flowValues(text: string, start: number): { values: readonly Range[]; end: number } {
	const line = text.slice(start).split(/[\r\n]/, 1)[0] ?? ''
	const values = [...line.matchAll(ENTRY)].flatMap(found => {
		const value = found[1] ?? found[2] ?? found[3]?.trimEnd() ?? ''
		if (value === '' || isTemplate(value)) return []
		const begin = start + found.index + found[0].lastIndexOf(value)
		return [{ start: begin, end: begin + value.length }]
	})
	return { values, end: start + line.length }
}

/** Base64 of something that can be read: what is cut off in front of its kind is a Secret when all of it is. */
function areEncoded(text: string, values: readonly Range[]): boolean {
	return values.length > 0 && values.every(({ start, end }) => isEncodedText(text.slice(start, end)))
}

function isEncodedText(value: string): boolean {
	if (value.length < 4 || value.length % 4 > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
	return /^[\x09\x0a\x0d\x20-\x7e]*$/.test(atob(value))
}

const TERRAFORM = /^(?:data|binary_data|data_wo)[ \t]*=[ \t]*\{$/

/** `data = { … }` of a `kubernetes_secret`. */
function ofTerraform(view: BlockView, opening: BlockLine): readonly Range[] | 'more' {
	const { text, isWhole } = view
	const before = text.slice(0, view.start)
	const resource = before.lastIndexOf('resource "')
	if (resource < 0 || !before.startsWith('resource "kubernetes_secret', resource)) return []
	if (/\n\}/.test(before.slice(resource))) return []
	const values: Range[] = []
	for (let at = opening.next; at < text.length; ) {
		const line = lineAt(text, at)
		const content = contentOf(text, line)
		if (content.startsWith('}')) return values
		const found = /^["']?[\w./-]+["']?[ \t]*[=:][ \t]*"([^"$]+)"/.exec(content)
		if (found && isFilledIn(found[1]!)) {
			const end = line.content + found[0].length - 1
			values.push({ start: end - found[1]!.length, end })
		}
		at = line.next
	}
	return isWhole ? values : 'more'
}
