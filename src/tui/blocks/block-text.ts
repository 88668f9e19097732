// A block as text: what is copied of it, what is searched in it, and the one line that is left when it is folded.

import { cutFiles } from '../../core/text/cut-notice.ts'
import { planText } from '../state/plan-text.ts'
import type { Block, CallView } from '../state/view-block.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { plainText, type Spans, span } from '../text/spans.ts'
import { blockRows } from '../transcript/block-rows.ts'
import { callLine, wholeBody } from '../transcript/call-rows.ts'
import { printedText } from '../transcript/command-output.ts'
import { groupLine } from '../transcript/run-rows.ts'

/** As Markdown where it was written so, else as it is; nothing that the screen puts around it. */
export function blockSource(block: Block): string {
	switch (block.kind) {
		case 'answer':
		case 'reasoning':
		case 'prompt':
			return block.text
		case 'notice':
			return block.more ? `${block.text}\n\n${block.more.text}` : block.text
		case 'question':
			return `${block.text}\n\n${block.answer ?? ''}`.trimEnd()
		case 'call':
			return callSource(block.call)
		case 'group':
			return block.calls.map(callSource).join('\n\n')
		case 'output':
			return `$ ${block.command}\n${block.text}`.trimEnd()
		case 'expanded':
			return block.text
		case 'table':
			return block.rows.map(([left, right]) => `${left}\t${right}`).join('\n')
		case 'run-end':
			return block.plan ? `${rowsAsText(block)}\n\n${planText(block.plan)}` : rowsAsText(block)
		case 'welcome':
			return rowsAsText(block)
	}
}

/** Everything that is said in it, also where it is folded. */
export function searchText(block: Block): string {
	switch (block.kind) {
		case 'prompt':
			return `${block.text}\n${block.found?.text ?? ''}`
		case 'notice':
			return `${block.text}\n${block.more?.title ?? ''}\n${block.more?.text ?? ''}`
		case 'output':
			return `${block.command}\n${block.text}`
		case 'expanded':
			return `${block.title}\n${block.text}`
		case 'call':
			return callText(block.call)
		case 'group':
			return block.calls.map(callText).join('\n')
		default:
			return blockSource(block)
	}
}

/** Files that hold the whole of what was cut in it. */
export function cutFilesOf(block: Block): readonly string[] {
	const calls = block.kind === 'call' ? [block.call] : block.kind === 'group' ? block.calls : []
	return calls.flatMap(({ result }) => cutFiles(result?.text ?? ''))
}

/** Of an answer, the fenced pieces of code in it, in order. */
export function codeBlocks(text: string): readonly string[] {
	return Array.from(text.matchAll(FENCED), match => match[3] ?? '')
}

const FENCED = /^( {0,3})(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S]))/gm

/** What is left of it when it is folded. */
export function summaryRow(block: Block, width: number): Spans {
	switch (block.kind) {
		case 'call':
			if (!block.call.question) return callLine(block.call, width)
			break
		case 'group':
			return groupLine(block.calls, width)
		case 'answer':
			return cutLine('', block.text, width)
		case 'reasoning':
			return cutLine('Thought: ', block.text, width)
		default:
	}
	const [first = [], ...rest] = blockRows(block, width).rows
	if (rest.length === 0) return first
	const more = `  … ${countWithUnit(rest.length, 'more line')}`
	return [
		span(cutToWidth(plainText(first), Math.max(1, width - more.length))),
		span(cutToWidth(more, Math.max(0, width - 1)), { tone: 'quiet' }),
	]
}

function cutLine(before: string, text: string, width: number): Spans {
	const lines = text.trim().split('\n')
	const more = lines.length > 1 ? `  … ${countWithUnit(lines.length - 1, 'more line')}` : ''
	return [
		span(before, { tone: 'quiet' }),
		span(cutToWidth(lines[0] ?? '', Math.max(1, width - before.length - more.length))),
		span(cutToWidth(more, Math.max(0, width - 1)), { tone: 'quiet' }),
	]
}

function callSource(call: CallView): string {
	const body = wholeBody(call)?.text ?? (call.result ? printedText(call.result) : '')
	const isCommand = call.result?.detail?.type === 'command'
	const head = isCommand ? `$ ${call.subject}` : `${call.tool} ${call.subject}`
	return body === '' ? head : `${head}\n${body.trimEnd()}`
}

/** What a model was told and no person needs to see is found too, for that is why somebody searches. */
function callText(call: CallView): string {
	const { tool, subject, result } = call
	const diff = result?.detail?.type === 'files' ? (result.detail.diff ?? '') : ''
	return `${tool} ${subject}\n${diff}\n${result?.shown ?? ''}\n${result?.text ?? ''}\n${call.question?.text ?? ''}\n${call.question?.answer ?? ''}`
}

function rowsAsText(block: Exclude<Block, { kind: 'answer' }>): string {
	return blockRows(block, WIDE).rows.map(plainText).join('\n')
}

const WIDE = 400
