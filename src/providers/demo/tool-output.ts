// Reads what the tools print: folder listings, search hits as `path:line: text`, and numbered lines.

import type { DemoToolResult } from './so-far.ts'

export type Hit = { path: string; line: number; text: string; pattern: string }

export type NumberedLine = { number: number; text: string }

export function hitsOf(results: readonly DemoToolResult[]): Hit[] {
	return successfulOutputs(results, 'grep').flatMap(({ text, input }) =>
		text.split('\n').flatMap(row => {
			const hit = /^(.+?):(\d+): ?(.*)$/.exec(row)
			if (!hit) return []
			const [, path = '', line = '1', content = ''] = hit
			return [{ path, line: Number(line), text: content, pattern: String(input.pattern) }]
		}),
	)
}

/** The names in the first listing; folders end with a slash. */
export function folderNames(results: readonly DemoToolResult[]): string[] {
	const listing = successfulOutputs(results, 'list')[0]
	return listing ? namesIn(listing.text) : []
}

export function namesIn(listing: string): string[] {
	return listing.split('\n').flatMap(row => row.replace(/^[\s│├└─*-]+/u, '').match(/^[\w.@+-]+\/?/) ?? [])
}

export function linesOf(result: DemoToolResult): NumberedLine[] {
	return result.text.split('\n').flatMap(row => {
		const line = /^\s*(\d+)(?:\t|→|\| ?|: ?)(.*)$/.exec(row)
		return line ? [{ number: Number(line[1]), text: line[2] ?? '' }] : []
	})
}

export function successfulOutputs(results: readonly DemoToolResult[], tool: string): DemoToolResult[] {
	return results.filter(result => result.tool === tool && result.outcome === 'ok')
}
