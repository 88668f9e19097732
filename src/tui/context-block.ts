// `/context`: who uses how much of the window, as a bar and a table that fit a small screen.

import type { ContextUse } from '../core/runtime-port.ts'
import { percent, tokens } from './format.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Block } from './view-block.ts'

export function contextBlock(use: ContextUse): Extract<Block, { kind: 'table' }> {
	const { windowTokens, parts, compactAtTokens, cached, prefixBreak, nextToGo } = use
	const used = parts.reduce((sum, part) => sum + part.tokens, 0)
	const size = (count: number) => `${tokens(count)} tokens, ${percent(count, windowTokens)}`
	return {
		kind: 'table',
		title: `Context: ${tokens(used)} of ${tokens(windowTokens)} tokens (${percent(used, windowTokens)})`,
		rows: [
			['', bar(use)],
			...parts
				.filter(part => part.tokens > 0)
				.map(({ part, tokens: count }): Row => [`${SIGNS[part]} ${NAMES[part]}`, size(count)]),
			['· free', size(Math.max(0, windowTokens - used))],
			[
				'condensed at',
				compactAtTokens === undefined ? 'never by itself (/compact does it)' : size(compactAtTokens),
			],
			...(cached ? [cachedRow(cached)] : []),
			...(prefixBreak === undefined ? [] : [['cache broken by', sanitizeLine(prefixBreak)] as const]),
			...nextToGo.map(
				({ text, tokens: count }, index): Row => [
					index === 0 ? 'would leave first' : '',
					`${shortened(sanitizeLine(text))} (${tokens(count)})`,
				],
			),
		],
	}
}

type Row = readonly [string, string]
type Part = ContextUse['parts'][number]['part']

const NAMES: Record<Part, string> = {
	system: 'system prompt',
	tools: 'tools',
	instructions: 'instructions',
	summary: 'summary',
	history: 'conversation',
	memory: 'from memory',
}

const SIGNS: Record<Part, string> = {
	system: 's',
	tools: 't',
	instructions: 'i',
	summary: 'z',
	history: '█',
	memory: 'm',
}

/** Each cell is a fiftieth of the window; whoever has anything has at least one. `|` is where history is condensed. */
function bar({ windowTokens, parts, compactAtTokens }: ContextUse): string {
	const cells = parts
		.map(({ part, tokens: count }) =>
			SIGNS[part].repeat(count <= 0 ? 0 : Math.max(1, Math.round((count / windowTokens) * BAR_CELLS))),
		)
		.join('')
		.slice(0, BAR_CELLS)
		.padEnd(BAR_CELLS, '·')
	if (compactAtTokens === undefined) return cells
	const at = Math.min(BAR_CELLS, Math.round((compactAtTokens / windowTokens) * BAR_CELLS))
	return `${cells.slice(0, at)}|${cells.slice(at)}`
}

const BAR_CELLS = 50

function cachedRow({ cachedTokens, inputTokens }: NonNullable<ContextUse['cached']>): Row {
	return [
		'cached last time',
		`${percent(cachedTokens, inputTokens)} (${tokens(cachedTokens)} of ${tokens(inputTokens)})`,
	]
}

function shortened(line: string): string {
	return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS - 1).toWellFormed()}…` : line
}

const LINE_CHARACTERS = 44
