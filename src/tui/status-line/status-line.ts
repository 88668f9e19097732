// The line below the prompt. What does not fit is shortened and then left out, the least important first.

import { cutToWidth } from '../text/cell-width.ts'
import { plainText, type Spans, span, spansWidth } from '../text/spans.ts'
import type { Style } from '../text/theme.ts'
import { ALWAYS, type StatusInput, type StatusPart, statusParts } from './status-items.ts'

export function statusLine(input: StatusInput): Spans {
	const { width } = input
	const parts = statusParts(input)
	const levels = Array.from({ length: Math.max(1, ...parts.map(({ forms }) => forms.length)) }, (_, level) =>
		fitting(parts, { width, level }),
	)
	// What the user puts first, the model by default, is worth shortening the others for; nothing else is.
	const kept =
		levels.find(each => holds(each, parts, [...ALWAYS, ...(input.items?.slice(0, 1) ?? MODEL)])) ??
		levels.find(each => holds(each, parts, ALWAYS)) ??
		levels.at(-1)
	return joined(kept ?? [], width)
}

type FittedPart = StatusPart & { shown: Spans }

function holds(
	kept: readonly StatusPart[],
	all: readonly StatusPart[],
	wanted: readonly StatusPart['item'][],
): boolean {
	return all.every(({ item }) => !wanted.includes(item) || kept.some(part => part.item === item))
}

const MODEL: readonly StatusPart['item'][] = ['model', 'effort']

const QUIET: Style = { tone: 'quiet' }
const BETWEEN = ' · '

/** @param level - how far every part is shortened */
function fitting(
	parts: readonly StatusPart[],
	{ width, level }: { width: number; level: number },
): readonly FittedPart[] {
	const kept = new Map<StatusPart, FittedPart>()
	let used = -BETWEEN.length
	for (const part of [...parts].sort((a, b) => a.rank - b.rank)) {
		const before = parts[parts.indexOf(part) - 1]
		if (part.joint !== undefined && !(before && kept.has(before))) continue
		const gap = (part.joint ?? BETWEEN).length
		const shown = part.forms[Math.min(level, part.forms.length - 1)] ?? part.forms[0]
		if (kept.size > 0 && used + gap + spansWidth(shown) > width) continue
		kept.set(part, { ...part, shown })
		used += gap + spansWidth(shown)
	}
	return parts.flatMap(part => kept.get(part) ?? [])
}

function joined(parts: readonly FittedPart[], width: number): Spans {
	const [only] = parts
	if (parts.length === 1 && only)
		return [span(cutToWidth(plainText(only.shown), width), only.shown[0]?.style)]
	return parts.flatMap(({ shown, joint = BETWEEN }, index) => [
		span(index === 0 ? '' : joint, QUIET),
		...shown,
	])
}
