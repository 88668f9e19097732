// What Prometheus makes of OpenTelemetry's names when it receives OTLP with its default translation: dots become
// underscores, a unit and what counts up are told by suffixes.

import type { CollectedMetric } from './collector.ts'

/** Every series that a metric becomes. */
export function seriesOf({
	name,
	unit,
	kind,
}: Pick<CollectedMetric, 'name' | 'unit' | 'kind'>): readonly string[] {
	const base = [labelOf(name), ...suffixOf(unit)].join('_')
	switch (kind) {
		case 'histogram':
			return ['bucket', 'sum', 'count'].map(part => `${base}_${part}`)
		case 'counter':
			return [`${base}_total`]
		case 'up-down':
			return [base]
	}
}

export function labelOf(attribute: string): string {
	return attribute.replaceAll(/[^a-zA-Z0-9_]/g, '_')
}

/** What stands in braces is a remark; of words the short forms are written out. */
function suffixOf(unit: string): readonly string[] {
	if (unit === '' || unit.startsWith('{')) return []
	return [({ s: 'seconds', ms: 'milliseconds', By: 'bytes' } as Record<string, string>)[unit] ?? unit]
}
