// Values that their neighbours in a JSON object make secret: the `data` of a Kubernetes Secret, and the `value` of an
// output of Terraform that is marked as sensitive. Also within JSON, where the quotes are escaped.

import { readQuoted } from '../secrets/quoted.ts'
import { isFilledIn } from '../secrets/secret-values.ts'
import type { BlockView, Range } from './view.ts'

export function jsonSecret(view: BlockView): readonly Range[] | 'more' {
	const { text, start, end } = view
	const found: Range[] = []
	OPENING.lastIndex = start
	for (let opening = OPENING.exec(text); opening && opening.index < end; opening = OPENING.exec(text)) {
		const block = stringValues(view, OPENING.lastIndex)
		if (block === 'more') return 'more'
		if (block === undefined || block.values.length === 0) continue
		const isSecret =
			opening[2] === 'stringData' ? true : kindOf(view, { opening: opening.index, end: block.end })
		if (isSecret === 'more') return 'more'
		if (isSecret) found.push(...block.values)
	}
	// An object that goes on in the next line.
	return found
}

const OPENING = /(\\*)"(data|stringData)\1"\s{0,40}:\s{0,80}\{/g

/** The values of an object that has only strings. */
function stringValues(
	{ text, isWhole }: BlockView,
	from: number,
): { values: readonly Range[]; end: number } | 'more' | undefined {
	const values: Range[] = []
	let at = from
	for (;;) {
		ENTRY.lastIndex = at
		const key = ENTRY.exec(text)
		if (!key) break
		const quoted = readLong(text, ENTRY.lastIndex)
		if (!quoted) return isWhole || text.length - ENTRY.lastIndex > 60_000 ? undefined : 'more'
		if (quoted.end > quoted.start && isFilledIn(text.slice(quoted.start, quoted.end)))
			values.push({ start: quoted.start, end: quoted.end })
		at = quoted.next
	}
	CLOSING.lastIndex = at
	if (CLOSING.test(text)) return { values, end: CLOSING.lastIndex }
	// What is cut off may have begun well; what goes on with something else is no Secret.
	const rest = text.slice(at, at + 200)
	return !isWhole && /^\s*(?:,\s*)?(?:\\*"[^"\\{}[\]]*\\*"?\s*:?\s*)?$/.test(rest) ? 'more' : undefined
}

const ENTRY = /\s{0,80},?\s{0,80}\\*"[\w./-]{1,253}\\*"\s{0,40}:\s{0,80}(?=\\*")/y
const CLOSING = /\s{0,80}\}/y

/** A value may be as long as a certificate, and quotes of the same depth end it. */
function readLong(text: string, begin: number): (Range & { next: number }) | undefined {
	const short = readQuoted(text, begin)
	if (short) return { start: short.start, end: short.end, next: short.end + short.quote.length }
	const quote = /\\*"/y
	quote.lastIndex = begin
	const mark = quote.exec(text)?.[0]
	if (mark === undefined) return undefined
	const start = begin + mark.length
	const end = text.indexOf(mark, start)
	const value = end < 0 ? '' : text.slice(start, end)
	return end < 0 || /[^A-Za-z0-9+/=]/.test(value) ? undefined : { start, end, next: end + mark.length }
}

function kindOf(
	{ text, isWhole }: BlockView,
	{ opening, end }: { opening: number; end: number },
): boolean | 'more' {
	const before = kindBefore(text, opening)
	if (before !== undefined) return before === 'Secret'
	AFTER.lastIndex = end
	const after = AFTER.exec(text)?.[1]
	if (after !== undefined) return after === 'Secret'
	return !isWhole && text.length - end < 120 && !/^\s*\}/.test(text.slice(end)) ? 'more' : false
}

const KIND = /"kind\\*"\s{0,40}:\s{0,40}\\*"(\w+)/y
const AFTER =
	/\s{0,80},\s{0,80}(?:\\*"immutable\\*"\s{0,8}:\s{0,8}\w{4,5}\s{0,8},\s{0,80})?\\*"kind\\*"\s{0,40}:\s{0,40}\\*"(\w+)\\*"/y

/** What the object says in front of a place that it is, without what is nested in it. */
function kindBefore(text: string, end: number): string | undefined {
	let depth = 0
	let blocks = 0
	for (let at = end - 1; at >= 0; at--) {
		const sign = text.charCodeAt(at)
		if (sign === CLOSED || sign === CLOSED_LIST) depth++
		else if (sign === OPENED || sign === OPENED_LIST) {
			if (depth === 0) return undefined
			depth--
			if (
				sign === OPENED &&
				OPENS_DATA.test(text.slice(Math.max(0, at - 24), at)) &&
				++blocks === MOST_BLOCKS
			)
				return undefined
		} else if (sign === QUOTE && depth === 0 && text.charCodeAt(at + 1) === SMALL_K) {
			KIND.lastIndex = at
			const kind = KIND.exec(text)?.[1]
			if (kind !== undefined) return kind
		}
	}
	return undefined
}

const OPENS_DATA = /ata\\*"\s*:\s*$/

/** No object has the same key twice, and many in a row would each be looked back over. */
const MOST_BLOCKS = 8

const QUOTE = 34
const OPENED_LIST = 91
const CLOSED_LIST = 93
const SMALL_K = 107
const OPENED = 123
const CLOSED = 125

/** `"value": "…"` with `"sensitive": true` beside it. */
export function sensitiveValue({ text, start, end, isWhole }: BlockView): readonly Range[] | 'more' {
	const found: Range[] = []
	VALUE.lastIndex = start
	for (let value = VALUE.exec(text); value && value.index < end; value = VALUE.exec(text)) {
		const quoted = readQuoted(text, VALUE.lastIndex)
		if (!quoted || !isFilledIn(quoted.text)) continue
		const behind = quoted.end + quoted.quote.length
		const isBefore = MARKED_BEFORE.test(text.slice(Math.max(0, value.index - 300), value.index))
		MARKED.lastIndex = behind
		if (isBefore || MARKED.test(text)) found.push({ start: quoted.start, end: quoted.end })
		else if (!isWhole && text.length - behind < 400 && MAY_FOLLOW.test(text.slice(behind))) return 'more'
	}
	return found
}

const TYPE = String.raw`(?:\s{0,40}"type"\s{0,8}:\s{0,8}(?:"[^"]{0,80}"|\[[^\]]{0,80}\])\s{0,40},)?`
const VALUE = /"value"\s{0,8}:\s{0,8}(?=")/g
const MARKED = new RegExp(
	String.raw`\s{0,40},${TYPE}\s{0,40}"sensitive"\s{0,8}:\s{0,8}true|\s{0,40},\s{0,40}"sensitive"\s{0,8}:\s{0,8}true`,
	'y',
)
const MARKED_BEFORE = new RegExp(String.raw`"sensitive"\s{0,8}:\s{0,8}true\s{0,40},${TYPE}\s{0,40}$`)
const MAY_FOLLOW =
	/^\s{0,40}(?:,\s{0,40}(?:"(?:|t|ty|typ|type|s|se|sen|sens|sensi|sensit|sensiti|sensitiv|sensitive)(?:"[^{}]*)?)?)?$/
