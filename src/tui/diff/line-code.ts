// The code of one line of a diff as spans: syntax colours, changed words, and what would not be seen made visible.

import { cellWidth } from '../text/cell-width.ts'
import { type Span, type Spans, span } from '../text/spans.ts'
import type { Style, Tone } from '../text/theme.ts'
import type { DiffLine } from './diff-model.ts'
import type { MarkedRange } from './word-marks.ts'

export type LineLook = {
	tabColumns: number
	/** Whose line ends are marked: those that are not what most of the file has. */
	marksReturn: boolean
	marksFeed: boolean
	isMoved: boolean
	/** Of the same text; without them it has the colour of its kind. */
	colours?: Spans | undefined
	words?: readonly MarkedRange[] | undefined
}

/** @returns the same text whatever its colours and marks are */
export function lineCode(line: DiffLine, look: LineLook): Spans {
	const { text } = line
	const ground = groundOf(line, look.isMoved)
	const plain: Style = {
		...(ground && { background: ground }),
		...(!look.colours && line.kind !== 'context' && { tone: look.isMoved ? 'hunk' : line.kind }),
	}
	const trailing = line.kind === 'added' ? /[ \t]+$/.exec(text)?.index : undefined
	const out = new CodeSpans(look.tabColumns)
	let column = 0
	for (const piece of coloured(look.colours, text)) {
		const style: Style = { ...plain, ...piece.style }
		for (const part of parts(piece.text, column, {
			words: look.words ?? [],
			trailing: trailing ?? text.length,
		})) {
			if (part.kind === 'trailing') out.blanks(part.text, { ...plain, tone: 'warning' })
			else out.code(part.text, part.kind === 'word' ? wordStyle(style, line.kind) : style)
		}
		column += piece.text.length
	}
	const mark = look.marksReturn && line.hasReturn ? '␍' : look.marksFeed && !line.hasReturn ? '␊' : ''
	if (mark !== '') out.code(mark, { ...plain, tone: 'warning' })
	return out.spans
}

/** What a row of this line stands on. */
export function groundOf({ kind }: DiffLine, isMoved: boolean): Tone | undefined {
	if (kind === 'context') return undefined
	return isMoved ? 'moved-row' : `${kind}-row`
}

function wordStyle(style: Style, kind: DiffLine['kind']): Style {
	return kind === 'context' ? style : { ...style, background: `${kind}-word`, bold: true }
}

/** Colours that are not of this very text are none. */
function coloured(colours: Spans | undefined, text: string): Spans {
	if (!colours) return [span(text)]
	let length = 0
	for (const piece of colours) {
		if (!text.startsWith(piece.text, length)) return [span(text)]
		length += piece.text.length
	}
	return length === text.length ? colours : [span(text)]
}

type CodePart = { kind: 'code' | 'word' | 'trailing'; text: string }

/** A piece that begins at a column, parted where a changed word begins or ends and where nothing but blanks follow. */
function parts(
	text: string,
	column: number,
	{ words, trailing }: { words: readonly MarkedRange[]; trailing: number },
): readonly CodePart[] {
	if (words.length === 0 && column + text.length <= trailing) return [{ kind: 'code', text }]
	const found: CodePart[] = []
	const add = (kind: CodePart['kind'], from: number, to: number) => {
		if (to > from) found.push({ kind, text: text.slice(from, to) })
	}
	const end = Math.max(0, Math.min(text.length, trailing - column))
	let at = 0
	for (const [from, to] of words) {
		const [first, last] = [Math.max(at, from - column), Math.min(end, to - column)]
		if (last <= first) continue
		add('code', at, first)
		add('word', first, last)
		at = last
	}
	add('code', at, end)
	add('trailing', Math.max(at, end), text.length)
	return found
}

class CodeSpans {
	readonly spans: Span[] = []
	readonly #tabColumns: number
	#width = 0

	constructor(tabColumns: number) {
		this.#tabColumns = tabColumns
	}

	code(text: string, style: Style): void {
		if (!text.includes('\t')) return this.#add(text, style)
		let shown = ''
		let width = this.#width
		for (const part of text.split(/(\t)/)) {
			const piece = part === '\t' ? ' '.repeat(this.#toStop(width)) : part
			shown += piece
			width += cellWidth(piece)
		}
		this.#add(shown, style)
	}

	/** Blanks at the end of a line, which nobody sees. */
	blanks(text: string, style: Style): void {
		for (const blank of text) this.#add(blank === '\t' ? '→'.padEnd(this.#toStop(this.#width)) : '·', style)
	}

	#toStop(width: number): number {
		return this.#tabColumns - (width % this.#tabColumns)
	}

	#add(text: string, style: Style): void {
		if (text === '') return
		const last = this.spans.at(-1)
		if (last && last.style === style) last.text += text
		else this.spans.push({ text, style })
		this.#width += cellWidth(text)
	}
}
