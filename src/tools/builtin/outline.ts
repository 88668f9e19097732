// Tool `outline`: the symbols of one file with the lines they stand on: by its syntax tree where tree-sitter is installed
// and the file fits its grammar, otherwise by a light scanner that knows how a language looks, not what it means.

import { once } from '../../core/async/once.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, okResult } from '../../core/tool.ts'
import type { Tool } from '../executor/tool.ts'
import { binaryKind } from '../files/file-kind.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'
import type { Outline } from '../outline/file-outline.ts'

export type OutlineInput = { path: string }

export function createOutlineTool(deps: FileToolDeps): Tool {
	const syntax = once(async () => (await import('../outline/tree-sitter.ts')).openSyntax())
	return defineReadingTool<OutlineInput>(
		{
			name: 'outline',
			description: 'Symbols of one source or Markdown file with their lines: `first-last: declaration`.',
			inputSchema: {
				type: 'object',
				properties: { path: { type: 'string', minLength: 1 } },
				required: ['path'],
				additionalProperties: false,
			},
			// It shows no folders.
			hidesDenied: true,
			async run(_input, place, { host }) {
				const stat = await host.files.stat(place.real)
				if (!stat) return failedResult(`there is no file ${place.shown}`)
				if (stat.kind !== 'file')
					return failedResult(problem`${place.shown} is no regular file${advice('; use list for folders')}`)
				if (stat.sizeBytes > MAX_FILE_BYTES)
					return failedResult(
						problem`${place.shown} has ${stat.sizeBytes} bytes, too many to outline${advice('; use grep')}`,
					)
				const bytes = await host.files.checked.read(place.real)
				if (!bytes) return failedResult(`there is no file ${place.shown}`)
				if (bytes.includes(0)) return okResult(`[${place.shown} is ${binaryKind(bytes)}; it has no outline]`)
				// The table of languages is not made where nobody asks for an outline.
				const { readOutline } = await import('../outline/file-outline.ts')
				const found = await readOutline(place.real, new TextDecoder().decode(bytes), syntax)
				if (!found)
					return okResult(`[the language of ${place.shown} is not known to outline; use grep or read]`)
				return okResult(shown(found), {
					type: 'counted',
					count: found.symbols.length,
					unit: found.symbols.length === 1 ? 'symbol' : 'symbols',
				})
			},
		},
		deps,
	)
}

const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_SYMBOLS = 500
const MAX_TEXT_CHARACTERS = 160

function shown({ lineCount, language, symbols }: Outline): string {
	const head = `[${language}, ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}]`
	if (symbols.length === 0) return `${head}\n[no symbols found]`
	const rows = symbols.slice(0, MAX_SYMBOLS).map(({ first, last, depth, text }) => {
		const cut = text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text
		return `${'  '.repeat(depth)}${first}${last === undefined ? '' : `-${last}`}: ${cut}`
	})
	const rest = symbols.length - rows.length
	return [head, ...rows, ...(rest > 0 ? [`[${rest} more symbols; use grep]`] : [])].join('\n')
}
