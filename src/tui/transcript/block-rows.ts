// A finished block as rows of the screen. Answers are Markdown and have a way of their own (transcript-writer.ts).

import type { UnixMs } from '../../core/ids.ts'
import type { Detail, ScreenSettings } from '../../core/screen/screen-settings.ts'
import { parseDiff } from '../diff/diff-model.ts'
import type { DiffStyle } from '../diff/diff-row.ts'
import { diffRows } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import { keyHint, keyInBrackets } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP } from '../input/keymap.ts'
import { planCount, planText } from '../state/plan-text.ts'
import type { AskedQuestion, Block, CallView, NoticeLevel } from '../state/view-block.ts'
import { cellWidth } from '../text/cell-width.ts'
import { countWithUnit, timeOfDay } from '../text/format.ts'
import { imageName } from '../text/image-name.ts'
import { sanitize } from '../text/sanitize.ts'
import {
	expandTabs,
	foldSpans,
	hang,
	onGround,
	plainText,
	type Spans,
	span,
	spansWidth,
	wrapSpans,
} from '../text/spans.ts'
import type { Style, Tone } from '../text/theme.ts'
import { callBody, callLine, wholeBody } from './call-rows.ts'
import { failedRows, groupLine, groupTitle, runEndRow } from './run-rows.ts'

type DrawnBlock = Exclude<Block, { kind: 'answer' }>
/** What the user has settled about how blocks are drawn. */
export type BlockLook = Pick<ScreenSettings, 'measure' | 'detail'> & {
	/** Of code in diffs, where they are loaded. */
	colours?: CodeColours | undefined
	/** Of a diff that is opened; in the transcript it has one column. */
	diffStyle?: DiffStyle | undefined
	/** The keys in force; left out, the usual ones. */
	bindings?: Bindings | undefined
	/** What has the rest of what is cut, in brackets; left out, the key that does it everywhere. */
	more?: string | undefined
}

export const DEFAULT_LOOK: BlockLook = { measure: 100, detail: 'normal' }

export type ExpandedBlock = Extract<Block, { kind: 'expanded' }>

/** @returns the rows, and whether there is more of it to be had with Ctrl+O */
export function blockRows(
	block: DrawnBlock,
	width: number,
	look: BlockLook = DEFAULT_LOOK,
): { rows: readonly Spans[]; isCut: boolean } {
	const { measure, detail, colours, diffStyle = 'unified', bindings = KEYMAP } = look
	const prose = Math.min(width, measure)
	const { more = keyInBrackets(bindings, 'app', 'expand') } = look
	switch (block.kind) {
		case 'welcome':
			return whole(welcomeRows(block, prose, bindings))
		case 'prompt':
			return promptRows(block, width, { prose, more, isWhole: detail === 'full' })
		case 'reasoning':
			return cutRows(
				textRows(block.text, prose, { tone: 'quiet', italic: true }),
				detail === 'full' ? Number.POSITIVE_INFINITY : REASONING_ROWS,
				more,
			)
		case 'group':
			return detail === 'full'
				? whole(block.calls.map(call => callLine(call, width)))
				: { rows: [groupLine(block.calls, width), ...failedRows(block.calls, width)], isCut: true }
		case 'run-end':
			return { rows: [runEndRow(block, width)], isCut: block.plan !== undefined }
		case 'question':
			return whole(questionRows(block, prose))
		case 'call': {
			if (block.call.question) return whole(questionRows(block.call.question, prose))
			const { rows, cut: hidden, cutAt } = callBody(block.call, width, { detail, colours })
			const left = hidden > 0 && detail !== 'compact' ? [moreRow(hidden, more)] : []
			const body = rows.toSpliced(cutAt, 0, ...left)
			const { rows: command, isCut } = commandRows(block.call, width, { detail, more })
			const pictures = pictureNames(block.call)
			return { rows: [...command, ...body, ...pictures], isCut: isCut || hidden > 0 }
		}
		case 'notice':
			return { rows: noticeRows(block, prose, bindings), isCut: block.more !== undefined }
		case 'table':
			return whole(tableBlockRows(block, width))
		case 'output':
			return cutRows(outputRows(block, width), OUTPUT_ROWS, more)
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

/** Each has a row, whether or not it is shown below it. */
function pictureNames({ result, state }: CallView): readonly Spans[] {
	if (state !== 'ok') return []
	return (result?.images ?? []).map(image => [span(`  [${imageName(image)}]`, { tone: 'quiet' })])
}

/** @returns the same thing uncut, or undefined when there is no more of it */
export function expandedBlock(block: Block): ExpandedBlock | undefined {
	if (block.kind === 'reasoning')
		return { kind: 'expanded', title: 'Reasoning', text: block.text, isDiff: false }
	if (block.kind === 'output')
		return { kind: 'expanded', title: `! ${block.command}`, text: block.text, isDiff: false }
	if (block.kind === 'prompt') {
		const { text, found } = block
		if (!isLong(text))
			return found && { kind: 'expanded', title: 'From memory', text: found.text, isDiff: false }
		const parts = [text, ...(found ? ['', 'From memory', found.text] : [])]
		return { kind: 'expanded', title: 'Prompt', text: parts.join('\n'), isDiff: false }
	}
	if (block.kind === 'run-end') {
		const { plan } = block
		return plan && { kind: 'expanded', title: `Plan ${planCount(plan)}`, text: planText(plan), isDiff: false }
	}
	if (block.kind === 'notice') return block.more && { kind: 'expanded', ...block.more, isDiff: false }
	if (block.kind === 'group') {
		const text = block.calls.map(call => plainText(callLine(call, EXPANDED_COLUMNS))).join('\n')
		return { kind: 'expanded', title: groupTitle(block.calls), text, isDiff: false }
	}
	if (block.kind !== 'call') return undefined
	const body = wholeBody(block.call)
	const { tool, subject, script = [] } = block.call
	if (script.length > 1) {
		const text = [...script, '', body?.text ?? ''].join('\n').trimEnd()
		return { kind: 'expanded', title: tool, text, isDiff: false }
	}
	return (
		body && { kind: 'expanded', title: `${tool} ${subject}`, text: body.text, isDiff: body.kind === 'diff' }
	)
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
	return kind === 'call' || kind === 'group'
}

/** Wide enough for the subject of any call. */
const EXPANDED_COLUMNS = 400

const REASONING_ROWS = 4
const COMMAND_ROWS = 6
const OUTPUT_ROWS = 40

function whole(rows: readonly Spans[]): { rows: readonly Spans[]; isCut: boolean } {
	return { rows, isCut: false }
}

/** @param more - how to have the rest */
function cutRows(
	rows: readonly Spans[],
	limit: number,
	more: string,
): { rows: readonly Spans[]; isCut: boolean } {
	// One row more is not worth a row that says so.
	if (rows.length <= limit + 1) return whole(rows)
	return { rows: [...rows.slice(0, limit), moreRow(rows.length - limit, more)], isCut: true }
}

function moreRow(lines: number, more: string): Spans {
	return [span(`  … ${countWithUnit(lines, 'more line')}${more}`, { tone: 'quiet' })]
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
	bindings: Bindings,
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
	const keys = [
		keyHint(bindings, 'composer', 'submit', 'sends'),
		'/ lists the commands',
		keyHint(bindings, 'app', 'help', 'the keys'),
	].filter(hint => hint !== '')
	rows.push([span(`${keys.join(', ')}.`, { tone: 'quiet' })])
	return rows.flatMap(row => wrapSpans(row, width))
}

/**
 * The line of a call. A command is one line of text however long it is, so that it is copied whole, and one of several lines
 * stands as it was written.
 */
function commandRows(
	call: CallView,
	width: number,
	{ detail, more }: { detail: Detail; more: string },
): { rows: readonly Spans[]; isCut: boolean } {
	const [first, ...others] = call.script ?? []
	if (first === undefined || detail === 'compact')
		return { rows: commandLine(call, width), isCut: first !== undefined }
	const { script: _, ...oneLine } = { ...call, subject: first }
	// One row more is not worth a row that says so.
	const fits = others.length < COMMAND_ROWS || detail === 'full'
	const shown = fits ? others : others.slice(0, COMMAND_ROWS - 2)
	return {
		rows: [
			...commandLine(oneLine, width),
			...shown.map(line => [span('  '), span(expandTabs(line))]),
			...(fits ? [] : [moreRow(others.length - shown.length, ` of the script${more}`)]),
		],
		isCut: !fits,
	}
}

/** Where both have no room in one row, what came of the command stands below it. */
function commandLine(call: CallView, width: number): readonly Spans[] {
	if (call.result?.detail?.type !== 'command') return [callLine(call, width)]
	const line = callLine(call, COMMAND_ROWS * width)
	const facts = line.at(-1)
	if (spansWidth(line) <= width || facts === undefined || facts.text === '') return [line]
	return [
		line.slice(0, -1),
		...wrapSpans([{ ...facts, text: facts.text.trimStart() }], width - 2).map(row => [span('  '), ...row]),
	]
}

function promptRows(
	{
		text,
		images,
		imageNames = [countWithUnit(images, 'image')],
		isSteer,
		found,
		at,
	}: Extract<Block, { kind: 'prompt' }>,
	width: number,
	{ prose, more, isWhole }: { prose: number; more: string; isWhole: boolean },
): { rows: readonly Spans[]; isCut: boolean } {
	const withImages =
		images === 0 ? text : [...(text === '' ? [] : [text]), ...imageNames.map(name => `[${name}]`)].join('\n')
	const mark = isSteer ? '↪ ' : '❯ '
	// Flush left as everything else, so that nothing is copied along; the last column stays free.
	const room = Math.min(prose, width - 1) - mark.length
	const all = textRows(withImages, room, { bold: true })
	const isCut = !isWhole && all.length > LONG_PROMPT_ROWS && isLong(text)
	const rows = isCut
		? [
				...all.slice(0, CUT_PROMPT_ROWS),
				[span(`… ${countWithUnit(all.length - CUT_PROMPT_ROWS, 'more line')}${more}`, { tone: 'quiet' })],
			]
		: all
	const foundRows = found
		? wrapSpans(
				[span(`${countWithUnit(found.count, 'passage')} from memory${more}`, { tone: 'quiet' })],
				room,
			)
		: []
	const hung = hang([...rows, ...foundRows], [span(mark, { tone: 'accent', bold: true })], [span('  ')])
		.map((row, index) => (index === 0 && at !== undefined ? withTime(row, at, width) : row))
		.map(row => onGround(row, 'prompt-row'))
	return { rows: hung, isCut: isCut || found !== undefined }
}

/** What is pasted into a prompt may be a log; what is typed never has so many rows. */
const LONG_PROMPT_ROWS = 15
const CUT_PROMPT_ROWS = 8

/** Whether it may be cut, at some width. */
function isLong(text: string): boolean {
	return text.length > LONG_PROMPT_CHARACTERS || text.split('\n').length > LONG_PROMPT_ROWS
}

const LONG_PROMPT_CHARACTERS = 400

/** Where there is room for both, at the right edge. */
function withTime(row: Spans, at: UnixMs, width: number): Spans {
	const time = timeOfDay(at)
	const gap = width - 1 - spansWidth(row) - time.length
	if (width < TIME_COLUMNS || gap < 2) return row
	return [...row, span(' '.repeat(gap)), span(time, { tone: 'quiet' })]
}

const TIME_COLUMNS = 100

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

function noticeRows(
	{ level, text: said, more }: Extract<Block, { kind: 'notice' }>,
	width: number,
	bindings: Bindings,
): readonly Spans[] {
	const { mark, tone } = NOTICE[level]
	const text = more ? `${said}${keyInBrackets(bindings, 'app', 'expand', more.title.toLowerCase())}` : said
	return hang(textRows(text, width - mark.length, { tone }), [span(mark, { tone })], [span('  ')])
}

function tableBlockRows({ title, rows }: Extract<Block, { kind: 'table' }>, width: number): readonly Spans[] {
	const left = Math.min(Math.floor(width / 2), Math.max(0, ...rows.map(row => cellWidth(row[0]))))
	const body = rows.flatMap(([name, value]) =>
		hang(
			wrapSpans([span(sanitize(value))], Math.max(8, width - left - 4)),
			[span(`  ${name}${' '.repeat(Math.max(0, left - cellWidth(name)))}  `, { tone: 'accent' })],
			[span(' '.repeat(left + 4))],
		),
	)
	return [...(title === '' ? [] : [[span(title, { bold: true })]]), ...body]
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
