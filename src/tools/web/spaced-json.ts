// JSON with line breaks and indentation, every value as it was written: numbers too large for JavaScript stay what they are.

import { parseJson } from '../../core/json.ts'

/** @returns the text itself where it has line breaks already, is no JSON, or is nested too deeply to be read */
export function spacedJson(text: string): string {
	const trimmed = text.trim()
	if (trimmed.split('\n').every(line => line.length < LONG_LINE) || parseJson(trimmed) === undefined)
		return text
	let depth = 0
	const line = () => `\n${'  '.repeat(depth)}`
	const spaced: string[] = []
	for (const [token] of trimmed.matchAll(TOKEN)) {
		const before = spaced.at(-1)
		if (token === '}' || token === ']') {
			depth = Math.max(0, depth - 1)
			spaced.push(before === '{' || before === '[' ? token : `${line()}${token}`)
			continue
		}
		if (before === '{' || before === '[') spaced.push(line())
		spaced.push(token === ',' ? `,${line()}` : token === ':' ? ': ' : token)
		if (token === '{' || token === '[') depth++
		// Each level indents all that is in it.
		if (depth > DEEPEST) return text
	}
	return spaced.join('')
}

const LONG_LINE = 200
const DEEPEST = 64
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
