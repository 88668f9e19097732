// Tool calls as text: what the model wrote, without JSON's escapes, so that its words are words.

import { isObject, type JsonValue, parseJson } from '../../core/json.ts'

export function callText(tool: string, given: string): string {
	const input = parseJson(given)
	if (!isObject(input)) return `${tool} ${given}`
	const entries = Object.entries(input).map(([name, value]) => `${name}: ${valueText(value)}`)
	return [tool, ...entries].join(entries.length === 1 && !entries[0]!.includes('\n') ? ' ' : '\n')
}

function valueText(value: JsonValue): string {
	if (typeof value === 'string') return value
	if (Array.isArray(value)) return value.map(valueText).join('\n')
	if (isObject(value))
		return Object.entries(value)
			.map(([name, inner]) => `${name}: ${valueText(inner)}`)
			.join('\n')
	return String(value)
}
