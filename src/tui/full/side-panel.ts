// The panel beside the transcript: the plan, what was changed, the agents at work, the context, the servers. What there is
// nothing of is left out.

import type { ServerState, ServerStatus } from '../../core/extensions/mcp-servers.ts'
import type { TodoItem } from '../../core/tool.ts'
import { planOf, type View } from '../state/view.ts'
import type { Block, CallView } from '../state/view-block.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'
import type { FullAction } from './full-transcript.ts'

export type PanelSection = 'plan' | 'changes' | 'agents' | 'context' | 'servers'

/** The edge apart. */
export const PANEL_COLUMNS = 38

export function sectionOf(action: FullAction | undefined): PanelSection | undefined {
	switch (action) {
		case 'toggle-plan':
			return 'plan'
		case 'toggle-changes':
			return 'changes'
		case 'toggle-agents':
			return 'agents'
		case 'toggle-context':
			return 'context'
		case 'toggle-servers':
			return 'servers'
		default:
			return undefined
	}
}

/** `files`: what each row is about, where it is a file. */
type DrawnSection = {
	section: PanelSection
	title: string
	rows: readonly Spans[]
	files?: readonly string[]
}

/** @returns `section`: of which the row is the title; `file`: the one that the row is about */
export function panelRows(given: {
	view: View
	servers: readonly ServerStatus[]
	folded: ReadonlySet<PanelSection>
	limit: number
}): readonly { spans: Spans; section?: PanelSection; file?: string }[] {
	const { view, servers, folded, limit } = given
	const all = [plan(view), changes(view), agents(view), context(view), serversOf(servers)]
	const drawn = all.filter(one => one !== undefined)
	const open = drawn.filter(({ section }) => !folded.has(section))
	// Each section has its title; of the rest the first ones get what they need, and those after them something.
	let room = limit - drawn.length
	const rows = drawn.map(({ section, title, rows: found, files = [] }) => {
		const head = { spans: titleRow(title, folded.has(section)), section }
		if (folded.has(section)) return [head]
		const later = open.slice(open.findIndex(one => one.section === section) + 1)
		const most = Math.max(
			1,
			room - later.reduce((sum, one) => sum + Math.min(LEAST_ROWS, one.rows.length), 0),
		)
		const whole = found.length <= most ? found.length : most - 1
		const shown = whole === found.length ? found : [...found.slice(0, whole), moreRow(found.length - whole)]
		room -= shown.length
		return [
			head,
			...shown.map((spans, index) => {
				const file = index < whole ? files[index] : undefined
				return { spans, ...(file !== undefined && { file }) }
			}),
		]
	})
	return rows.flat().slice(0, limit)
}

const LEAST_ROWS = 3
/** A blank at either side. */
const TEXT_COLUMNS = PANEL_COLUMNS - 2

function titleRow(title: string, isFolded: boolean): Spans {
	const text = `─ ${title}${isFolded ? ' …' : ''} `
	return [
		span(`${text}${'─'.repeat(Math.max(0, PANEL_COLUMNS - cellWidth(text)))}`, { tone: 'quiet', bold: true }),
	]
}

function moreRow(count: number): Spans {
	return [span(` … ${count} more`, { tone: 'quiet' })]
}

const MARKS: Record<TodoItem['status'], { mark: string; tone: Tone | undefined }> = {
	done: { mark: '✓', tone: 'quiet' },
	'in-progress': { mark: '▸', tone: 'accent' },
	pending: { mark: '○', tone: undefined },
}

function plan(view: View): DrawnSection | undefined {
	const todo = planOf(view)
	if (todo.length === 0) return undefined
	const done = todo.filter(({ status }) => status === 'done').length
	// What is done goes first when not all fit, so what is open stands above.
	const order = [
		...todo.filter(({ status }) => status !== 'done'),
		...todo.filter(({ status }) => status === 'done'),
	]
	const rows = order.map(({ text, status }) => {
		const { mark, tone } = MARKS[status]
		return [span(cutToWidth(` ${mark} ${sanitizeLine(text)}`, TEXT_COLUMNS + 1), tone ? { tone } : {})]
	})
	return { section: 'plan', title: `Plan ${done}/${todo.length}`, rows }
}

type EditedFile = { path: string; added: number; removed: number }

function changes({ blocks, calls, cwd }: View): DrawnSection | undefined {
	const files = new Map<string, EditedFile>()
	const add = ({ result, state }: CallView) => {
		const detail = result?.detail
		if (state !== 'ok' || detail?.type !== 'files' || detail.diff === undefined) return
		for (const { path } of detail.seen) {
			const { added, removed } = files.get(path) ?? { added: 0, removed: 0 }
			const isAlone = detail.seen.length === 1
			files.set(path, {
				path,
				added: added + (isAlone ? (detail.added ?? 0) : 0),
				removed: removed + (isAlone ? (detail.removed ?? 0) : 0),
			})
		}
	}
	for (const block of blocks.recent) if (isCall(block)) add(block.call)
	for (const call of calls) add(call)
	if (files.size === 0) return undefined
	const newest = [...files.values()].reverse()
	return {
		section: 'changes',
		title: `Changes ${files.size}`,
		rows: newest.map(file => fileRow(file, cwd)),
		files: newest.map(({ path }) => path),
	}
}

function isCall(block: Block): block is Extract<Block, { kind: 'call' }> {
	return block.kind === 'call'
}

function fileRow({ path, added, removed }: EditedFile, cwd: string | undefined): Spans {
	const short = sanitizeLine(
		cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path,
	)
	const plus = added > 0 ? ` +${added}` : ''
	const minus = removed > 0 ? ` −${removed}` : ''
	const room = TEXT_COLUMNS - cellWidth(plus) - cellWidth(minus)
	const name = cutStartToWidth(short, room)
	const blanks = ' '.repeat(Math.max(0, room - cellWidth(name)))
	return [
		span(` ${name}${blanks}`),
		...(plus === '' ? [] : [span(plus, { tone: 'added' as const })]),
		...(minus === '' ? [] : [span(minus, { tone: 'removed' as const })]),
	]
}

function agents({ agents: all }: View): DrawnSection | undefined {
	if (all.length === 0) return undefined
	const rows = all.map(({ agent, task, calls = 0 }) => {
		const right = calls > 0 ? ` ${countWithUnit(calls, 'call')}` : ''
		const text = cutToWidth(` ● ${agent}  ${task}`, TEXT_COLUMNS + 1 - cellWidth(right))
		const blanks = ' '.repeat(Math.max(0, TEXT_COLUMNS + 1 - cellWidth(text) - cellWidth(right)))
		return [span(text, { tone: 'running' }), span(`${blanks}${right}`, { tone: 'quiet' })]
	})
	return { section: 'agents', title: `Agents ${all.length}`, rows }
}

const BAR_CELLS = 16

function context({ context: use, usage }: View): DrawnSection | undefined {
	if (!use || use.windowTokens <= 0) return undefined
	const share = Math.min(1, use.usedTokens / use.windowTokens)
	const full = Math.round(share * BAR_CELLS)
	const tone: Tone = share >= 0.8 ? 'failure' : share >= 0.6 ? 'warning' : 'success'
	const cached =
		usage.inputTokens > 0
			? ` · ${Math.round((100 * usage.cachedInputTokens) / usage.inputTokens)}% cached`
			: ''
	const row: Spans = [
		span(` ${'█'.repeat(full)}`, { tone }),
		span('░'.repeat(BAR_CELLS - full), { tone: 'faint' }),
		span(` ${Math.round(share * 100)}%${cached}`, { tone: 'quiet' }),
	]
	return { section: 'context', title: 'Context', rows: [row] }
}

function serversOf(servers: readonly ServerStatus[]): DrawnSection | undefined {
	const known = servers.filter(({ state }) => state.kind !== 'disabled')
	if (known.length === 0) return undefined
	const rows = known.map(({ name, state, tools }): Spans => {
		const { mark, tone, says } = stateOf(state, tools.length)
		return [
			span(` ${mark} `, { tone }),
			span(cutToWidth(`${sanitizeLine(name)}  ${says}`, TEXT_COLUMNS - 3), {}),
		]
	})
	return { section: 'servers', title: `MCP ${known.length}`, rows }
}

function stateOf(state: ServerState, tools: number): { mark: string; tone: Tone; says: string } {
	switch (state.kind) {
		case 'connected':
			return { mark: '✓', tone: 'success', says: `${tools} tool${tools === 1 ? '' : 's'}` }
		case 'starting':
			return { mark: '●', tone: 'running', says: 'starting' }
		case 'failed':
			return { mark: '✗', tone: 'failure', says: 'failed' }
		case 'needs-login':
			return { mark: '!', tone: 'warning', says: 'needs a login' }
		case 'disabled':
			return { mark: '○', tone: 'quiet', says: 'off' }
	}
}
