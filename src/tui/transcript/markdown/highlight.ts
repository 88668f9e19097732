// Colours for code, one line at a time. highlight.js is loaded when the first code block is met, not before.

import type { Emitter, HighlightResult, HLJSApi } from 'highlight.js'
import { type Span, type Spans, span } from '../../text/spans.ts'
import type { Tone } from '../../text/theme.ts'

export type Highlighter = {
	/** @returns what colours the lines of one block in order, or undefined for a language it does not know */
	start(language: string): ((line: string) => Spans) | undefined
	/** @returns what colours lines that are there at once, or undefined for a language it does not know */
	whole(language: string): ((lines: readonly string[]) => readonly Spans[]) | undefined
}

export async function loadHighlighter(): Promise<Highlighter> {
	const { default: highlightJs } = await import('highlight.js/lib/common')
	highlightJs.configure({ __emitter: SpanEmitter })
	return {
		start(language) {
			const name = language.toLowerCase()
			return highlightJs.getLanguage(name) ? lineHighlighter(highlightJs, name) : undefined
		},
		whole(language) {
			const name = language.toLowerCase()
			if (!highlightJs.getLanguage(name)) return undefined
			return lines => {
				const code = lines.join('\n')
				return linesOf(spansOf(highlightJs.highlight(code, { language: name, ignoreIllegals: true }), code))
			}
		},
	}
}

/**
 * highlight.js knows no lines, so each line is read again together with those before it, back to the last one that
 * ended outside of any string, comment or other part of the language. That is mostly the line before.
 */
function lineHighlighter(highlightJs: HLJSApi, language: string): (line: string) => Spans {
	let context: string[] = []
	return line => {
		const code = [...context, line].join('\n')
		const result = highlightJs.highlight(code, { language, ignoreIllegals: true })
		const isNeutral =
			result._top === undefined || !('parent' in result._top) || result._top.parent === undefined
		context = isNeutral || context.length >= CONTEXT_LINES ? [] : [...context, line]
		return lastLine(spansOf(result, code))
	}
}

/** A comment longer than this loses its colour; a line costs no more than reading this many. */
const CONTEXT_LINES = 100

function lastLine(spans: Spans): Spans {
	const line: Span[] = []
	for (const { text, style } of spans) {
		const newline = text.lastIndexOf('\n')
		if (newline >= 0) line.length = 0
		const rest = text.slice(newline + 1)
		if (rest !== '') line.push(span(rest, style))
	}
	return line
}

function linesOf(spans: Spans): readonly Spans[] {
	let line: Span[] = []
	const lines = [line]
	for (const { text, style } of spans)
		for (const [index, part] of text.split('\n').entries()) {
			if (index > 0) {
				line = []
				lines.push(line)
			}
			if (part !== '') line.push(span(part, style))
		}
	return lines
}

function spansOf({ _emitter, errorRaised, illegal }: HighlightResult, code: string): Spans {
	return !errorRaised && !illegal && _emitter instanceof SpanEmitter ? _emitter.spans : [span(code)]
}

/** What highlight.js finds, as spans: as HTML it would be written first and then taken apart again. */
class SpanEmitter implements Emitter {
	readonly spans: Span[] = []
	readonly #tones: (Tone | undefined)[] = []
	/** The last span goes on: nothing has begun or ended since. */
	#isOpen = false

	openNode(scope: string): void {
		this.#tones.push(toneOf(scope) ?? this.#tones.at(-1))
		this.#isOpen = false
	}

	closeNode(): void {
		this.#tones.pop()
		this.#isOpen = false
	}

	startScope(scope: string): void {
		this.openNode(scope)
	}

	endScope(): void {
		this.closeNode()
	}

	addText(text: string): void {
		if (text === '') return
		const last = this.#isOpen ? this.spans.at(-1) : undefined
		if (last) last.text += text
		else this.spans.push(styled(text, this.#tones.at(-1)))
		this.#isOpen = true
	}

	__addSublanguage(emitter: Emitter): void {
		this.#isOpen = false
		if (!(emitter instanceof SpanEmitter)) return
		for (const { text, style } of emitter.spans)
			this.spans.push(styled(text, style.tone ?? this.#tones.at(-1)))
	}

	finalize(): void {}

	toHTML(): string {
		return ''
	}
}

function styled(text: string, tone: Tone | undefined): Span {
	return span(text, tone ? { tone } : {})
}

/** @param scope - `title.function`: its first word says enough */
function toneOf(scope: string): Tone | undefined {
	const dot = scope.indexOf('.')
	return TONE_OF[dot === -1 ? scope : scope.slice(0, dot)]
}

const TONE_OF: Readonly<Record<string, Tone>> = {
	keyword: 'code-keyword',
	operator: 'code-keyword',
	'selector-tag': 'code-keyword',
	tag: 'code-keyword',
	built_in: 'code-type',
	type: 'code-type',
	class: 'code-type',
	literal: 'code-number',
	number: 'code-number',
	symbol: 'code-number',
	string: 'code-string',
	regexp: 'code-string',
	link: 'code-string',
	char: 'code-string',
	subst: 'code-string',
	comment: 'code-comment',
	quote: 'code-comment',
	doctag: 'code-comment',
	meta: 'code-comment',
	title: 'code-title',
	name: 'code-title',
	section: 'code-title',
	attr: 'code-attribute',
	attribute: 'code-attribute',
	property: 'code-attribute',
	variable: 'code-attribute',
	'template-variable': 'code-attribute',
	'selector-class': 'code-attribute',
	'selector-id': 'code-attribute',
	addition: 'added',
	deletion: 'removed',
}
