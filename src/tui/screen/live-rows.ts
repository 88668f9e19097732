// The live area above the prompt: the end of the streaming answer, the calls at work, the plan, what waits.

import type { QueuedPrompt } from '../../core/events.ts'
import type { UnixMs } from '../../core/ids.ts'
import { promptText } from '../../core/messages.ts'
import type { TodoItem } from '../../core/tool.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP } from '../input/keymap.ts'
import { PLAN_MARKS, planCount } from '../state/plan-text.ts'
import { planOf, type View } from '../state/view.ts'
import type { CallView } from '../state/view-block.ts'
import { gatheredNow } from '../state/view-groups.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme, Tone } from '../text/theme.ts'
import { backgroundAgentRow } from '../transcript/agent-rows.ts'
import { blockRows } from '../transcript/block-rows.ts'
import { callLine, progressRows } from '../transcript/call-rows.ts'
import { failedRows, goingOnLine } from '../transcript/run-rows.ts'

export type LiveRowsInput = {
	view: View
	/** Painted rows of the answer that may still change. */
	tail: readonly string[]
	isTodoShown: boolean
	/** The keys in force; left out, the usual ones. */
	bindings?: Bindings
	width: number
	/** Never more rows than this. */
	limit: number
	theme: Theme
	now: UnixMs
}

export function liveRows({
	view,
	tail,
	isTodoShown,
	bindings = KEYMAP,
	width,
	limit,
	theme,
	now,
}: LiveRowsInput): readonly string[] {
	const queue = [...heldRows(view, width, limit), ...queueRows(view.queue, width, bindings)]
	const todo = isTodoShown
		? todoRows(planOf(view), width, Math.max(0, Math.floor(limit / 2)))
		: runPlanRows(view, { width, limit: Math.min(PLAN_ROWS, Math.floor(limit / 2)), bindings })
	const pause = pauseRows(view, width)
	const agents = view.agents
		.filter(({ isBackground }) => isBackground)
		.slice(0, AGENT_ROWS)
		.map(agent => backgroundAgentRow(agent, width, now))
	const passing = passingRows(view, width, limit)
	const { group, others: alone } = gatheredNow(view)
	const exploring = group.length > 0 && limit > 1 ? exploredSoFar(group, width) : []
	const others = queue.length + todo.length + pause.length + agents.length + exploring.length + passing.length
	const left = { ...view, calls: alone }
	const calls = callRows(left, width, Math.max(0, limit - others - 1), now)
	const work = [...pause, ...exploring, ...calls, ...agents]
	const hasAir =
		work.length > 0 &&
		todo.length > 0 &&
		limit >= work.length + todo.length + queue.length + passing.length + ROOMY
	const standing = [...work, ...(hasAir ? [[]] : []), ...todo, ...queue]
	const rows = [...standing.slice(0, Math.max(0, limit - passing.length)), ...passing].map(row =>
		paintSpans(row, theme),
	)
	const answer =
		tail.length > 0 ? tail : view.reply.text !== '' ? BETWEEN_LINES : reasoningRows(view, width, theme)
	const above = answer.slice(-Math.max(0, Math.min(TAIL_ROWS, limit - rows.length)))
	const shown = limit - rows.length > 0 ? above : []
	const last = view.blocks.recent.at(-1)?.kind
	const follows = shown.length > 0 || (last !== 'call' && last !== 'group')
	return withAir({ above: shown, rows, isApart: rows.length > 0 && follows, limit })
}

/** A single call looks as it will, for more may never follow. */
function exploredSoFar(calls: readonly CallView[], width: number): readonly Spans[] {
	const [only] = calls
	return calls.length === 1 && only
		? [callLine(only, width)]
		: [goingOnLine(calls, width), ...failedRows(calls, width)]
}

/** Blank rows before the calls and before the prompt, where there is room for them. */
function withAir(input: {
	above: readonly string[]
	rows: readonly string[]
	isApart: boolean
	limit: number
}) {
	const { above, rows, isApart, limit } = input
	const spare = limit - above.length - rows.length
	// Not empty: a text of nothing has no height.
	const below = spare >= 1 && limit >= ROOMY ? [' '] : []
	const between = isApart && spare >= 2 && limit >= ROOMY ? [''] : []
	return [...above, ...between, ...rows, ...below]
}

const ROOMY = 4

/** A frame that changes its height has to be written whole, so between two lines of an answer the row stays. */
const BETWEEN_LINES = [' ']

const TAIL_ROWS = 8
const OUTPUT_ROWS = 5
const AGENT_ROWS = 4

/** They become blocks when the answer has ended. */
function heldRows({ held }: View, width: number, limit: number): readonly Spans[] {
	const rows = held.flatMap(block => (block.kind === 'answer' ? [] : blockRows(block, width).rows))
	return rows.slice(0, Math.min(HELD_ROWS, Math.floor(limit / 2)))
}

const HELD_ROWS = 6

/** What a command says has room before all else: it is said once. */
export function passingRows({ passing }: View, width: number, limit: number): readonly Spans[] {
	return passing ? blockRows(passing, width).rows.slice(0, Math.max(0, Math.min(PASSING_ROWS, limit))) : []
}

const PASSING_ROWS = 3

/** Why nothing comes. For how long is in the title below. */
function pauseRows({ run }: View, width: number): readonly Spans[] {
	if (!run?.retry) return []
	return wrapSpans([span(`↻ ${run.retry.cause}`, { tone: 'warning' })], width).slice(0, PAUSE_ROWS)
}

const PAUSE_ROWS = 2

/** The lines of the calls come first, then output for as many as there is room. */
function callRows(view: View, width: number, limit: number, now: UnixMs): readonly Spans[] {
	const { calls } = view
	if (calls.length === 0 || limit <= 0) return []
	// The first ones have ended and wait for one before them; those at work are what matters.
	const shown = calls.length <= limit ? calls : calls.slice(0, Math.max(0, limit - 1))
	const hidden = calls.length - shown.length
	let room = limit - shown.length - (hidden > 0 ? 1 : 0)
	const rows = shown.flatMap(call => {
		const isPrinting = call.state === 'running' && !call.agent
		const output = isPrinting ? progressRows(call, width, Math.min(OUTPUT_ROWS, room)) : []
		room -= output.length
		return [callLine(call, width, now), ...output]
	})
	return hidden > 0 ? [...rows, [span(cutToWidth(`… and ${hidden} more`, width), { tone: 'quiet' })]] : rows
}

function reasoningRows({ reply }: View, width: number, theme: Theme): readonly string[] {
	if (reply.reasoning === '') return []
	const end = sanitize(reply.reasoning.slice(-4 * width))
	const rows = end
		.split('\n')
		.flatMap(line => wrapSpans([span(line, { tone: 'quiet', italic: true })], width))
	return rows.slice(-2).map(row => paintSpans(row, theme))
}

const TODO_TONES: Record<TodoItem['status'], Tone | undefined> = {
	done: 'quiet',
	'in-progress': 'accent',
	pending: undefined,
}

/** The plan as far as a run has still to go: how far it is, what it does now, what comes next. */
function runPlanRows(
	view: View,
	{ width, limit, bindings }: { width: number; limit: number; bindings: Bindings },
): readonly Spans[] {
	const todo = planOf(view)
	const open = todo.filter(item => item.status !== 'done')
	if (!view.run || open.length === 0 || limit < 2) return []
	const shown = open.toSorted((a, b) => Number(isNext(a)) - Number(isNext(b))).slice(0, limit - 1)
	const more = open.length - shown.length
	const key = keyHint(bindings, 'app', 'toggle-todo', '').trimEnd()
	const title: Spans = [
		span(`Plan ${planCount(todo)}`, { bold: true }),
		span(cutToWidth(more > 0 ? `  ${joinedHints([`+${more} more`, key])}` : '', width - 12), {
			tone: 'quiet',
		}),
	]
	return [title, ...shown.map(item => todoRow(item, width))]
}

function isNext({ status }: TodoItem): boolean {
	return status === 'pending'
}

/** SCREEN: at most five rows above the composer. */
const PLAN_ROWS = 5

function todoRow({ text, status }: TodoItem, width: number): Spans {
	const tone = TODO_TONES[status]
	const style = tone ? { tone } : {}
	return [
		span(`${PLAN_MARKS[status]} `, style),
		span(cutToWidth(text, width - 2), { ...style, bold: status === 'in-progress' }),
	]
}

/** When not all fit, what is done goes first. */
function todoRows(items: readonly TodoItem[], width: number, limit: number): readonly Spans[] {
	if (limit <= 0) return []
	if (items.length === 0) return [[span(cutToWidth('No plan yet.', width), { tone: 'quiet' })]]
	const title: Spans = [span(cutToWidth(`Plan ${planCount(items)}`, width), { bold: true })]
	const excess = Math.max(0, items.length - (limit - 1))
	const firstOpen = items.findIndex(item => item.status !== 'done')
	const start = Math.min(excess, firstOpen < 0 ? excess : firstOpen)
	return [title, ...items.slice(start, start + limit - 1).map(item => todoRow(item, width))]
}

/** What has been typed ahead: the next ones by name, the rest by number. */
function queueRows(queue: readonly QueuedPrompt[], width: number, bindings: Bindings): readonly Spans[] {
	const takes = keyHint(bindings, 'app', 'take-back', 'takes the newest back')
	const rows = queue.slice(0, QUEUE_ROWS).map(({ whenBusy, message }, index, shown) => {
		const mark = whenBusy === 'steer' ? '↪ ' : '⧗ '
		const hint = index === shown.length - 1 && takes !== '' ? `  ${takes}` : ''
		const text = cutToWidth(sanitizeLine(promptText(message)), Math.max(1, width - 2 - hint.length))
		return [
			span(mark, { tone: 'warning' }),
			span(text, { tone: 'quiet' }),
			span(cutToWidth(hint, width - 3), { tone: 'quiet' }),
		]
	})
	const hidden = queue.length - rows.length
	return hidden > 0 ? [...rows, [span(`  … and ${hidden} more`, { tone: 'quiet' })]] : rows
}

const QUEUE_ROWS = 3
