// The context window as a grid of cells: whose each is says its sign and its colour, and the legend beside it how much
// that comes to. What follows is about what leaves first, and what the cache had. It fits 80 columns and 20 rows.

import type { ContextUse } from '../../../core/runtime-port.ts'
import type { PageDrawing } from '../../dialogs/PageDialog.tsx'
import { cellWidth, cutToWidth } from '../../text/cell-width.ts'
import { percent, tokens } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Spans, span, spansWidth } from '../../text/spans.ts'
import type { Tone } from '../../text/theme.ts'

export function contextDrawing(use: ContextUse): PageDrawing {
	const { windowTokens } = use
	const used = usedTokens(use)
	const about = use.isEstimated ? 'about ' : ''
	return {
		kind: 'drawing',
		title: `Context: ${about}${tokens(used)} of ${tokens(windowTokens)} tokens (${percent(used, windowTokens)})`,
		rows: width => [...pictureRows(use, width), ...factRows(use, width)].map(row => cutRow(row, width)),
		inWords: [
			...sharesOf(use).map(
				share => `${share.name}: ${tokens(share.tokens)}, ${percent(share.tokens, windowTokens)}`,
			),
			...factsOf(use).map(([name, text]) => sanitizeLine(name === '' ? text : `${name}: ${text}`)),
		],
	}
}

type ContextPart = ContextUse['parts'][number]['part']
type CellLook = { sign: string; name: string; tone: Tone }

const LOOKS: Record<ContextPart | 'free' | 'reserve', CellLook> = {
	system: { sign: 's', name: 'system prompt', tone: 'accent' },
	tools: { sign: 't', name: 'tools', tone: 'link' },
	instructions: { sign: 'i', name: 'instructions', tone: 'code' },
	summary: { sign: 'z', name: 'summary', tone: 'code-keyword' },
	history: { sign: '█', name: 'conversation', tone: 'success' },
	memory: { sign: 'm', name: 'from memory', tone: 'failure' },
	map: { sign: 'r', name: 'repository map', tone: 'warning' },
	free: { sign: '·', name: 'free', tone: 'quiet' },
	reserve: { sign: '-', name: 'kept free', tone: 'quiet' },
}

type Share = CellLook & { tokens: number }

function usedTokens({ parts }: ContextUse): number {
	return parts.reduce((sum, part) => sum + part.tokens, 0)
}

/** All of the window, in the order in which it fills. What lies above the mark is condensed before it is used. */
function sharesOf(use: ContextUse): readonly Share[] {
	const { parts, windowTokens, compactAtTokens } = use
	const used = usedTokens(use)
	const mark = Math.min(compactAtTokens ?? windowTokens, windowTokens)
	return [
		...parts.map(({ part, tokens }) => ({ ...LOOKS[part], tokens })),
		{ ...LOOKS.free, tokens: Math.max(0, mark - used) },
		{ ...LOOKS.reserve, tokens: Math.max(0, windowTokens - Math.max(mark, used)) },
	].filter(share => share.tokens > 0)
}

function pictureRows(use: ContextUse, width: number): readonly Spans[] {
	const shares = sharesOf(use)
	const legend = shares.map(share => legendRow(share, use.windowTokens))
	const isBeside = width >= BESIDE_FROM_COLUMNS
	const columns = isBeside ? GRID_COLUMNS : Math.max(1, Math.min(GRID_COLUMNS, width - 2))
	const rows = isBeside ? GRID_ROWS : NARROW_ROWS
	const grid = gridRows(shares, { columns, rows, windowTokens: use.windowTokens })
	if (!isBeside) return [...grid, ...legend.map(row => [span('  '), ...row])]
	const from = Math.max(0, Math.floor((rows - legend.length) / 2))
	return grid.map((row, index) => [...row, span('   '), ...(legend[index - from] ?? [])])
}

const BESIDE_FROM_COLUMNS = 72
const GRID_COLUMNS = 32
const GRID_ROWS = 9
const NARROW_ROWS = 4

function gridRows(
	shares: readonly Share[],
	{ columns, rows, windowTokens }: { columns: number; rows: number; windowTokens: number },
): readonly Spans[] {
	const cells = cellsOf(shares, { count: columns * rows, windowTokens })
	return Array.from({ length: rows }, (_, row): Spans => {
		const spans: { look: CellLook; text: string }[] = []
		for (const look of cells.slice(row * columns, (row + 1) * columns)) {
			const last = spans.at(-1)
			if (last?.look.sign === look.sign) last.text += look.sign
			else spans.push({ look, text: look.sign })
		}
		return [span('  '), ...spans.map(({ look, text }) => span(text, { tone: look.tone }))]
	})
}

/** Whoever has anything has at least one cell; what is free gives it. */
function cellsOf(
	shares: readonly Share[],
	{ count, windowTokens }: { count: number; windowTokens: number },
): readonly CellLook[] {
	const whole = Math.max(
		windowTokens,
		shares.reduce((sum, share) => sum + share.tokens, 0),
	)
	const cells = shares.flatMap((share): readonly CellLook[] =>
		Array.from({ length: Math.max(1, Math.round((share.tokens / whole) * count)) }, () => share),
	)
	// Rounding has made some too many or too few.
	while (cells.length > count) cells.splice(removableAt(cells), 1)
	while (cells.length < count) cells.push(cells.at(-1) ?? LOOKS.free)
	return cells
}

/** One of the free ones, else one of whoever has most. */
function removableAt(cells: readonly CellLook[]): number {
	const free = cells.findLastIndex(({ sign }) => sign === LOOKS.free.sign || sign === LOOKS.reserve.sign)
	if (free !== -1 && cells[free - 1]?.sign === cells[free]!.sign) return free
	const counts = new Map<string, number>()
	for (const { sign } of cells) counts.set(sign, (counts.get(sign) ?? 0) + 1)
	const [most = ''] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
	return cells.findLastIndex(({ sign }) => sign === most)
}

function legendRow({ sign, name, tone, tokens: count }: Share, windowTokens: number): Spans {
	return [
		span(`${sign} `, { tone, bold: true }),
		span(`${name.padEnd(NAME_COLUMNS)} ${tokens(count).padStart(6)}  `),
		span(percent(count, windowTokens).padStart(4), { tone: 'quiet' }),
	]
}

const NAME_COLUMNS = 14

type Fact = readonly [name: string, text: string]

function factsOf(use: ContextUse): readonly Fact[] {
	const { compactAtTokens, windowTokens, cached, prefixBreak, nextToGo, check } = use
	const facts: Fact[] = [
		[
			'condensed at',
			compactAtTokens === undefined
				? 'never by itself (/compact does it)'
				: `${tokens(compactAtTokens)} tokens, ${percent(compactAtTokens, windowTokens)}`,
		],
	]
	if (cached) {
		const { cachedTokens, inputTokens } = cached
		const share = `${percent(cachedTokens, inputTokens)} (${tokens(cachedTokens)} of ${tokens(inputTokens)})`
		facts.push(['cached last time', share])
	}
	if (prefixBreak !== undefined) facts.push(['cache broken by', prefixBreak])
	for (const [index, { text, tokens: count }] of nextToGo.entries())
		facts.push([index === 0 ? 'would leave first' : '', `(${tokens(count)}) ${text}`])
	if (check) {
		const { found, pinned, left } = check
		const without = left > 0 ? `, ${left} had no room` : ''
		facts.push(['summary had lost', `${found}: ${pinned.length} kept${without}`])
		for (const { text } of pinned.slice(0, SHOWN_FACTS)) facts.push(['', text])
	}
	return facts
}

function factRows(use: ContextUse, width: number): readonly Spans[] {
	const room = Math.max(1, width - FACT_COLUMNS - 4)
	return factsOf(use).map(
		([name, text]): Spans => [
			span(`  ${name.padEnd(FACT_COLUMNS)}  `, { tone: 'accent' }),
			span(cutToWidth(sanitizeLine(text), room)),
		],
	)
}

const FACT_COLUMNS = 17
const SHOWN_FACTS = 5

function cutRow(row: Spans, width: number): Spans {
	if (spansWidth(row) <= width) return row
	let left = width
	return row.flatMap(({ text, style }) => {
		const shown = cutToWidth(text, Math.max(0, left))
		left -= cellWidth(shown)
		return shown === '' ? [] : [span(shown, style)]
	})
}
