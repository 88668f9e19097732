// Rows of the trust dialog: every item of untrusted content whole, and whatever could hide in a name written out.

import type { TrustQuestion } from '../state/tui-options.ts'
import { countWithUnit } from '../text/format.ts'
import { reveal, sanitizeLine } from '../text/sanitize.ts'
import { expandTabs, foldSpans, hang, type Spans, span, wrapSpans } from '../text/spans.ts'

export type TrustContent = { heading: readonly Spans[]; items: readonly Spans[] }

export function trustContent(question: TrustQuestion, width: number): TrustContent {
	const { folder, offers, changes } = question
	const opening =
		changes.length > 0
			? 'This folder was trusted, and what it brings along has changed. Trust it as it is now?'
			: 'This folder brings along what can act on this computer. Trust it?'
	let hidden = 0
	const shown = (text: string, indent: string) => {
		const revealed = reveal(text)
		hidden += revealed.hidden
		const line = expandTabs(revealed.text.replaceAll('\n', ' ⏎ '))
		return hang(foldSpans([span(line)], width - indent.length), [span(indent)], [span(indent)])
	}
	const items = [
		...changes.flatMap(change => shown(change, '  ')),
		...[...byFile(offers)].flatMap(([file, effects]) => [
			...shown(file, '  '),
			...effects.flatMap(({ kind, effect }) => shown(`${kind}: ${effect}`, '    ')),
		]),
	]
	const warning = hidden > 0 ? `${countWithUnit(hidden, 'hidden character')}, written as ⟨U+…⟩.` : undefined
	return {
		heading: [
			...wrapSpans([span(opening, { tone: 'warning', bold: true })], width),
			...hang(foldSpans([span(sanitizeLine(folder))], width - 2), [span('  ')], [span('  ')]),
			...(warning === undefined ? [] : wrapSpans([span(warning, { tone: 'failure' })], width)),
		],
		items,
	}
}

function byFile(
	offers: TrustQuestion['offers'],
): ReadonlyMap<string, readonly TrustQuestion['offers'][number][]> {
	const files = new Map<string, TrustQuestion['offers'][number][]>()
	for (const offer of offers) files.set(offer.file, [...(files.get(offer.file) ?? []), offer])
	return files
}
