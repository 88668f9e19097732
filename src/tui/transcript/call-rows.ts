// A tool call on the screen: one line that says what it was and how it went, and under it what is worth seeing.

import type { UnixMs } from '../../core/ids.ts'
import type { Detail } from '../../core/screen/screen-settings.ts'
import { cutLines } from '../../core/text/cut-notice.ts'
import type { ResultDetail } from '../../core/tool.ts'
import { parseDiff } from '../diff/diff-model.ts'
import { diffRows } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import type { CallState, CallView } from '../state/view-block.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { clockTime, countWithUnit, duration } from '../text/format.ts'
import { overwritten } from '../text/overwritten.ts'
import { sanitize } from '../text/sanitize.ts'
import { expandTabs, type Spans, span } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'
import { agentSubject, workOf } from './agent-rows.ts'
import { shownText } from './command-output.ts'

/** @param now - while a call runs, its time is counted up to here; whole seconds, so that it changes once a second */
export function callLine(call: CallView, width: number, now?: UnixMs): Spans {
	const { glyph, tone } = LOOK[isBad(call) ? 'failed' : call.state]
	const printed = oneLine(call)
	const facts = [printed ?? '', factsOf(call, now)].filter(fact => fact !== '').join(' · ')
	const name = call.agent?.agent ?? call.tool
	const head = `${glyph} ${name} `
	const tail = facts === '' ? '' : `  ${facts}`
	const room = width - cellWidth(head) - cellWidth(tail)
	// The subject gives way first, but for a few columns the facts do.
	const most = Math.max(room, Math.min(12, width - cellWidth(head)))
	const subject = cutToWidth(subjectOf(call, most), most)
	const used = cellWidth(head) + cellWidth(subject)
	return [
		span(`${glyph} `, { tone }),
		span(cutToWidth(`${name} `, Math.max(1, width - 2)), { bold: true }),
		span(subject),
		span(cutToWidth(tail, width - used), { tone: isBad(call) ? 'failure' : 'quiet' }),
	]
}

function subjectOf({ agent, script, subject }: CallView, room: number): string {
	if (agent) return agentSubject(agent, room)
	return script ? `${script[0]} …` : subject
}

/** `cut`: how many lines more there would be, in front of the row `cutAt`. */
type CallBody = { rows: readonly Spans[]; cut: number; cutAt: number }

/**
 * What a finished call shows besides its line.
 * @param colours - of code, where they are loaded
 */
export function callBody(
	call: CallView,
	width: number,
	{ detail = 'normal', colours }: { detail?: Detail; colours?: CodeColours | undefined } = {},
): CallBody {
	const whole = wholeBody(call)
	if (detail === 'compact' && whole && !whole.isFailure) return { rows: [], cut: 1, cutAt: 0 }
	if (!whole || oneLine(call) !== undefined) return { rows: [], cut: 0, cutAt: 0 }
	const room = Math.max(1, width - INDENT.text.length)
	if (whole.kind === 'diff') {
		const most = detail === 'full' ? FULL_DIFF_ROWS : DIFF_ROWS
		const model = parseDiff(whole.text)
		// The row of the call names it already. One column: it goes into the scrollback, where it is copied from.
		const hasHeads = model.files.length !== 1 || model.files[0]?.change === 'deleted'
		const rows = diffRows(model, { width: room, style: 'unified', long: 'cut', colours, hasHeads })
		const shown = rows.slice(0, most).map(row => indentRow(row.spans()))
		return { rows: shown, cut: Math.max(0, rows.length - most), cutAt: shown.length }
	}
	const lines = whole.text.trimEnd().replace(BLANK_START, '').split('\n')
	const most = detail === 'full' ? Math.max(FULL_ROWS, whole.rows) : whole.rows
	const isStart = whole.keep === 'start'
	const first = isStart ? lines.slice(0, most) : whole.isFailure ? errorBefore(lines, most) : []
	const last = isStart ? [] : lines.slice(-most)
	if (lines.length > most) while (last[0]?.trim() === '') last.shift()
	const shown = [...first, ...last]
	const rows = shown.map(line => indentRow([span(cutToWidth(expandTabs(line), room), { tone: whole.tone })]))
	// Lines that the text itself says are missing are no less gone; one that stays says how many.
	const hidden = cutLines(lines.join('\n')) - cutLines(shown.join('\n'))
	return { rows, cut: lines.length - shown.length + hidden, cutAt: first.length }
}

const BLANK_START = /^(?:[ \t]*\n)+/

/** What Ctrl+O shows of a call. A diff is as it came: it is cleaned when it is read. */
export function wholeBody(call: CallView):
	| { kind: 'diff'; text: string; isFailure: false }
	| {
			kind: 'text'
			text: string
			rows: number
			keep: 'start' | 'end'
			tone: Tone
			isFailure: boolean
	  }
	| undefined {
	const { result, state } = call
	if (!result) return undefined
	const { detail } = result
	const text = shownText(call)
	const isCommand = detail?.type === 'command'
	if (state !== 'ok' && !isCommand) {
		return text.trim() === ''
			? undefined
			: { kind: 'text', text, rows: 4, keep: 'start', tone: LOOK[state].tone, isFailure: true }
	}
	if (detail?.type === 'files' && detail.diff) return { kind: 'diff', text: detail.diff, isFailure: false }
	if (!isCommand || text.trim() === '') return undefined
	if (state === 'ok' && detail.exitCode === 0)
		return { kind: 'text', text, rows: 3, keep: 'end', tone: 'quiet', isFailure: false }
	return { kind: 'text', text, rows: 12, keep: 'end', tone: 'failure', isFailure: true }
}

/** The end of what a running call has printed. */
export function progressRows(call: CallView, width: number, limit: number): readonly Spans[] {
	if (call.progress === '' || limit <= 0) return []
	const lines = sanitize(overwritten(call.progress)).trimEnd().split('\n')
	const room = Math.max(1, width - INDENT.text.length)
	return lines
		.slice(-limit)
		.map(line => indentRow([span(cutToWidth(expandTabs(line), room), { tone: 'quiet' })]))
}

/** What went wrong is often said long before the end: the first line that says so. */
function errorBefore(lines: readonly string[], shown: number): readonly string[] {
	const line = lines
		.slice(0, -shown)
		.find(each => !PASSED.test(each) && WRONG.test(each.replace(NOTHING_WRONG, '')))
	return line === undefined ? [] : [line]
}

const WRONG = /error|fatal|panic(?:ked)?\b|traceback/i
/** A test that went well, whatever it is called. */
const PASSED = /^\s*(?:[✓\u2714\u221a]|ok\b|PASS(?:ED)?\b)/
const NOTHING_WRONG = /\b(?:0|no|without) (?:\w+ )?errors?\b/gi

const DIFF_ROWS = 24
const FULL_DIFF_ROWS = 2_000
const FULL_ROWS = 40
const INDENT = span('  ')

function indentRow(row: Spans): Spans {
	return [INDENT, ...row]
}

const LOOK: Record<CallState, { glyph: string; tone: Tone }> = {
	waiting: { glyph: '○', tone: 'quiet' },
	asking: { glyph: '?', tone: 'warning' },
	running: { glyph: '●', tone: 'accent' },
	ok: { glyph: '✓', tone: 'success' },
	failed: { glyph: '✗', tone: 'failure' },
	refused: { glyph: '✗', tone: 'warning' },
	cancelled: { glyph: '✗', tone: 'quiet' },
	interrupted: { glyph: '!', tone: 'warning' },
}

function isBad(call: CallView): boolean {
	const detail = call.result?.detail
	return detail?.type === 'command' && detail.exitCode !== 0 && detail.backgroundId === undefined
}

function factsOf(call: CallView, now: UnixMs | undefined): string {
	const facts = [...countsOf(call), call.answered, STATE_WORD[call.state], timeOf(call, now)]
	return facts.filter(fact => fact !== undefined).join(' · ')
}

const STATE_WORD: Partial<Record<CallState, string>> = {
	asking: 'asks',
	refused: 'refused',
	cancelled: 'cancelled',
	interrupted: 'may have run',
}

function countsOf({ state, result, agent }: CallView): readonly (string | undefined)[] {
	if (agent) return agent.isBackground ? ['in the background'] : workOf([agent])
	// A command that failed says how it ended, which nothing else of its row or below it does.
	const hasFacts = state === 'ok' || (state === 'failed' && result?.detail?.type === 'command')
	if (!result || !hasFacts) return []
	// What a picture comes with is for the model.
	if (result.images) return []
	const { detail, text } = result
	switch (detail?.type) {
		case 'files':
			if (detail.added !== undefined || detail.removed !== undefined)
				return [`+${detail.added ?? 0} −${detail.removed ?? 0}`]
			return [countWithUnit(lineCount(text), 'line')]
		case 'command':
			return [endOf(detail)]
		case 'todo':
			return [`${detail.items.filter(item => item.status === 'done').length}/${detail.items.length} done`]
		case 'counted':
			return [countWithUnit(detail.count, detail.unit)]
		case undefined:
			return lineCount(text) > 1 ? [countWithUnit(lineCount(text), 'line')] : []
	}
}

/** Nothing of one that went well: the mark says that. */
function endOf({ backgroundId, timedOut, exitCode }: CommandDetail): string | undefined {
	if (backgroundId !== undefined) return `in the background as ${backgroundId}`
	if (timedOut) return 'timed out'
	if (exitCode === 0) return undefined
	return exitCode === undefined ? 'killed' : `exit ${exitCode}`
}

type CommandDetail = Extract<ResultDetail, { type: 'command' }>

/** All that a command has printed that went well, where that is one short line: it stands in the row of the call. */
function oneLine(call: CallView): string | undefined {
	const { state, result } = call
	if (state !== 'ok' || result?.detail?.type !== 'command' || result.detail.exitCode !== 0) return undefined
	const line = shownText(call).trim()
	return line !== '' && line.length <= SHORT_CHARACTERS && !line.includes('\n') ? line : undefined
}

const SHORT_CHARACTERS = 40

function lineCount(text: string): number {
	return text === '' ? 0 : text.trimEnd().split('\n').length + cutLines(text)
}

/** Below a tenth of a second nobody waited. */
function timeOf({ startedAt, endedAt, state }: CallView, now: UnixMs | undefined): string | undefined {
	if (startedAt === undefined) return undefined
	if (state === 'running')
		return now === undefined || now - startedAt < 1000 ? undefined : clockTime(now - startedAt)
	return endedAt === undefined || endedAt - startedAt < 100 ? undefined : duration(endedAt - startedAt)
}
