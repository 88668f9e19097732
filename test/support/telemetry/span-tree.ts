// Spans as an indented tree: a line for each, below its parent, in the order in which they began; those of one millisecond
// by their names.

import type { CollectedSpan } from './collector.ts'

/** @param shown - what stands behind the name */
export function spanTree(
	spans: readonly CollectedSpan[],
	shown: (span: CollectedSpan) => string = () => '',
): readonly string[] {
	const known = new Set(spans.map(({ spanId }) => spanId))
	const below = (parent: string | undefined, indent: string): readonly string[] =>
		spans
			.filter(({ parentSpanId }) =>
				parent === undefined
					? parentSpanId === undefined || !known.has(parentSpanId)
					: parentSpanId === parent,
			)
			.toSorted((a, b) => a.startMs - b.startMs || a.name.localeCompare(b.name))
			.flatMap(span => [`${indent}${span.name}${shown(span)}`, ...below(span.spanId, `${indent}  `)])
	return below(undefined, '')
}
