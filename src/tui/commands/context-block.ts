// `/context`: who uses how much of the window, as a bar and a table that fit a small screen.

import type { ContextUse } from '../../core/runtime-port.ts'
import type { Block } from '../state/view-block.ts'
import type { Bar } from '../text/bar-row.ts'
import { percent, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export function contextBlock(use: ContextUse): Extract<Block, { kind: 'table' }> {
	const { windowTokens, parts, compactAtTokens, cached, prefixBreak, nextToGo, check } = use
	const used = parts.reduce((sum, part) => sum + part.tokens, 0)
	const size = (count: number) => `${tokens(count)} tokens, ${percent(count, windowTokens)}`
	return {
		kind: 'table',
		title: `Context: ${tokens(used)} of ${tokens(windowTokens)} tokens (${percent(used, windowTokens)})`,
		bar: bar(use),
		rows: [
			...parts
				.filter(part => part.tokens > 0)
				.map(({ part, tokens: count }): ContextRow => [`${SIGNS[part]} ${NAMES[part]}`, size(count)]),
			['· free', size(Math.max(0, windowTokens - used))],
			[
				'condensed at',
				compactAtTokens === undefined ? 'never by itself (/compact does it)' : size(compactAtTokens),
			],
			...(cached ? [cachedRow(cached)] : []),
			...(prefixBreak === undefined ? [] : [['cache broken by', sanitizeLine(prefixBreak)] as const]),
			...nextToGo.map(
				({ text, tokens: count }, index): ContextRow => [
					index === 0 ? 'would leave first' : '',
					`${shortenLine(sanitizeLine(text))} (${tokens(count)})`,
				],
			),
			...(check ? checkRows(check) : []),
		],
	}
}

/** What was kept beside the summary because it did not hold it. */
function checkRows({ found, pinned, left }: NonNullable<ContextUse['check']>): readonly ContextRow[] {
	const without = left > 0 ? `, ${left} had no room` : ''
	const rows = pinned
		.slice(0, SHOWN_FACTS)
		.map(({ text }): ContextRow => ['', shortenLine(sanitizeLine(text))])
	return [['summary had lost', `${found}: ${pinned.length} kept${without}`], ...rows]
}

const SHOWN_FACTS = 5

type ContextRow = readonly [string, string]
type ContextPart = ContextUse['parts'][number]['part']

const NAMES: Record<ContextPart, string> = {
	system: 'system prompt',
	tools: 'tools',
	instructions: 'instructions',
	summary: 'summary',
	history: 'conversation',
	memory: 'from memory',
	map: 'repository map',
}

const SIGNS: Record<ContextPart, string> = {
	system: 's',
	tools: 't',
	instructions: 'i',
	summary: 'z',
	history: '█',
	memory: 'm',
	map: 'r',
}

/** The mark is where history is compacted. */
function bar({ windowTokens, parts, compactAtTokens }: ContextUse): Bar {
	return {
		parts: parts.map(({ part, tokens: count }) => ({ sign: SIGNS[part], share: count / windowTokens })),
		mark: compactAtTokens === undefined ? undefined : compactAtTokens / windowTokens,
	}
}

function cachedRow({ cachedTokens, inputTokens }: NonNullable<ContextUse['cached']>): ContextRow {
	return [
		'cached last time',
		`${percent(cachedTokens, inputTokens)} (${tokens(cachedTokens)} of ${tokens(inputTokens)})`,
	]
}

function shortenLine(line: string): string {
	return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS - 1).toWellFormed()}…` : line
}

const LINE_CHARACTERS = 44
