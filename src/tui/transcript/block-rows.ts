// A finished block as rows of the screen. Answers are Markdown and have a way of their own (transcript-writer.ts).

import { parseDiff } from '../diff/diff-model.ts'
import type { DiffStyle } from '../diff/diff-row.ts'
import { diffRows } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import type { AskedQuestion, Block, NoticeLevel } from '../state/view-block.ts'
import { barRow } from '../text/bar-row.ts'
import { cellWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitize } from '../text/sanitize.ts'
import { expandTabs, foldSpans, hang, plainText, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Style, Tone } from '../text/theme.ts'
import { callBody, callLine, wholeBody } from './call-rows.ts'
import { exploredLine, runEndRow } from './run-rows.ts'

type DrawnBlock = Exclude<Block, { kind: 'answer' }>
export type ExpandedBlock = Extract<Block, { kind: 'expanded' }>

/** How diffs look in a block: colours of code, where they are loaded; `style` where a block is opened. */
export type BlockLook = { colours?: CodeColours | undefined; diffStyle?: DiffStyle | undefined }

/** @returns the rows, and whether there is more of it to be had with Ctrl+O */
export function blockRows(
	block: DrawnBlock,
	width: number,
	{ colours, diffStyle = 'unified' }: BlockLook = {},
): { rows: readonly Spans[]; isCut: boolean } {
	switch (block.kind) {
		case 'welcome':
			return whole(welcomeRows(block, width))
		case 'prompt':
			return { rows: promptRows(block, width), isCut: block.found !== undefined }
		case 'reasoning':
			return cutRows(textRows(block.text, width, { tone: 'quiet', italic: true }), REASONING_ROWS)
		case 'explored':
			return { rows: [exploredLine(block.calls, width)], isCut: true }
		case 'run-end':
			return whole([runEndRow(block, width)])
		case 'question':
			return whole(questionRows(block, width))
		case 'call': {
			if (block.call.question) return whole(questionRows(block.call.question, width))
			const { rows, cut: hidden } = callBody(block.call, width, colours)
			const more = hidden > 0 ? [moreRow(hidden)] : []
			// A command is one line of text however long it is, so that it is copied whole.
			const isCommand = block.call.result?.detail?.type === 'command'
			const line = callLine(block.call, isCommand ? COMMAND_ROWS * width : width)
			return { rows: [line, ...rows, ...more], isCut: hidden > 0 }
		}
		case 'notice':
			return { rows: noticeRows(block.level, block.text, width), isCut: block.more !== undefined }
		case 'table':
			return whole(tableBlockRows(block, width))
		case 'output':
			return cutRows(outputRows(block, width), OUTPUT_ROWS)
		case 'expanded': {
			const title = wrapSpans([span(block.title, { bold: true })], width)
			const body = block.isDiff
				? diffRows(parseDiff(block.text), { width, style: diffStyle, long: 'fold', colours }).map(row =>
						row.spans(),
					)
				: textRows(block.text, width, {})
			return whole([...title, ...body])
		}
	}
}

/** @returns the same thing uncut, or undefined when there is no more of it */
export function expandedBlock(block: Block): ExpandedBlock | undefined {
	if (block.kind === 'reasoning')
		return { kind: 'expanded', title: 'Reasoning', text: block.text, isDiff: false }
	if (block.kind === 'output')
		return { kind: 'expanded', title: `! ${block.command}`, text: block.text, isDiff: false }
	if (block.kind === 'prompt')
		return block.found && { kind: 'expanded', title: 'From memory', text: block.found.text, isDiff: false }
	if (block.kind === 'notice') return block.more && { kind: 'expanded', ...block.more, isDiff: false }
	if (block.kind === 'explored') {
		const text = block.calls.map(call => plainText(callLine(call, EXPANDED_COLUMNS))).join('\n')
		return { kind: 'expanded', title: `Explored ${block.calls.length}`, text, isDiff: false }
	}
	if (block.kind !== 'call') return undefined
	const body = wholeBody(block.call)
	const title = `${block.call.tool} ${block.call.subject}`
	return body && { kind: 'expanded', title, text: body.text, isDiff: body.kind === 'diff' }
}

/** Whether code is in it that has colours of its own. */
export function hasCode(block: Block): boolean {
	if (block.kind === 'expanded') return block.isDiff
	return block.kind === 'call' && wholeBody(block.call)?.kind === 'diff'
}

/** Calls stand close together; everything else has air around it. */
export function needsGap(before: Block | undefined, block: Block): boolean {
	return before !== undefined && !(isOfCalls(before) && isOfCalls(block))
}

function isOfCalls({ kind }: Block): boolean {
	return kind === 'call' || kind === 'explored'
}

/** Wide enough for the subject of any call. */
const EXPANDED_COLUMNS = 400

const REASONING_ROWS = 4
const COMMAND_ROWS = 6
const OUTPUT_ROWS = 40

function whole(rows: readonly Spans[]): { rows: readonly Spans[]; isCut: boolean } {
	return { rows, isCut: false }
}

function cutRows(rows: readonly Spans[], limit: number): { rows: readonly Spans[]; isCut: boolean } {
	// One row more is not worth a row that says so.
	if (rows.length <= limit + 1) return whole(rows)
	return { rows: [...rows.slice(0, limit), moreRow(rows.length - limit)], isCut: true }
}

function moreRow(lines: number): Spans {
	return [span(`  … ${countWithUnit(lines, 'more line')} (Ctrl+O)`, { tone: 'quiet' })]
}

/** Text as it is, every line break kept. */
function textRows(text: string, width: number, style: Style): readonly Spans[] {
	return text
		.trimEnd()
		.split('\n')
		.flatMap(line => wrapSpans([span(expandTabs(line), style)], width))
}

function welcomeRows(
	{ version, cwd, model }: Extract<Block, { kind: 'welcome' }>,
	width: number,
): readonly Spans[] {
	const rows: Spans[] = [
		[span('Keelson', { tone: 'accent', bold: true }), span(` ${version}`, { tone: 'quiet' })],
		[span(model === undefined ? cwd : `${model} in ${cwd}`, { tone: 'quiet' })],
	]
	if (model?.startsWith('demo/')) {
		rows.push([
			span('This is the demo: it really reads and searches the folder, but it is not a language model. ', {
				tone: 'warning',
			}),
			span('Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or choose a local one with /model.', {
				tone: 'warning',
			}),
		])
	}
	rows.push([span('Enter sends, / lists the commands, ? the keys.', { tone: 'quiet' })])
	return rows.flatMap(row => wrapSpans(row, width))
}

function promptRows(
	{ text, images, isSteer, found }: Extract<Block, { kind: 'prompt' }>,
	width: number,
): readonly Spans[] {
	const withImages =
		images === 0 ? text : `${text}${text === '' ? '' : '\n'}[${countWithUnit(images, 'image')}]`
	const mark = isSteer ? '↪ ' : '❯ '
	const rows = textRows(withImages, width - 2, { bold: true })
	const foundRows = found ? wrapSpans([span(foundLine(found.count), { tone: 'quiet' })], width - 2) : []
	return hang([...rows, ...foundRows], [span(mark, { tone: 'accent', bold: true })], [span('  ')])
}

function foundLine(count: number): string {
	return `${countWithUnit(count, 'passage')} from memory (Ctrl+O)`
}

function questionRows({ text, answer }: AskedQuestion, width: number): readonly Spans[] {
	const asked = textRows(text, width - 2, { bold: true })
	const answered = textRows(
		answer ?? 'not answered',
		width - 4,
		answer === undefined ? { tone: 'quiet' } : {},
	)
	return [
		...hang(asked, [span('? ', { tone: 'accent', bold: true })], [span('  ')]),
		...hang(answered, [span('  → ', { tone: 'accent' })], [span('    ')]),
	]
}

const NOTICE: Record<NoticeLevel, { mark: string; tone: Tone }> = {
	info: { mark: '· ', tone: 'quiet' },
	warning: { mark: '! ', tone: 'warning' },
	error: { mark: '✗ ', tone: 'failure' },
}

function noticeRows(level: NoticeLevel, text: string, width: number): readonly Spans[] {
	const { mark, tone } = NOTICE[level]
	return hang(textRows(text, width - mark.length, { tone }), [span(mark, { tone })], [span('  ')])
}

function tableBlockRows(
	{ title, bar, rows }: Extract<Block, { kind: 'table' }>,
	width: number,
): readonly Spans[] {
	const left = Math.min(Math.floor(width / 2), Math.max(0, ...rows.map(row => cellWidth(row[0]))))
	const body = rows.flatMap(([name, value]) =>
		hang(
			wrapSpans([span(sanitize(value))], Math.max(8, width - left - 4)),
			[span(`  ${name}${' '.repeat(Math.max(0, left - cellWidth(name)))}  `, { tone: 'accent' })],
			[span(' '.repeat(left + 4))],
		),
	)
	const bars = bar ? [barRow(bar, { indent: left + 4, width })] : []
	return [...(title === '' ? [] : [[span(title, { bold: true })]]), ...bars, ...body]
}

function outputRows(
	{ command, text, exitCode }: Extract<Block, { kind: 'output' }>,
	width: number,
): readonly Spans[] {
	const lines = text.trimEnd() === '' ? [] : text.trimEnd().split('\n')
	const end =
		exitCode === 0
			? []
			: [[span(exitCode === undefined ? 'killed' : `exit ${exitCode}`, { tone: 'failure' as const })]]
	return [
		...hang(
			wrapSpans([span(command, { bold: true })], width - 2),
			[span('! ', { tone: 'accent' })],
			[span('  ')],
		),
		...lines.flatMap(line => foldSpans([span(expandTabs(line))], width)),
		...end,
	]
}
