// Finds files by name, the newest first.

import { join, relative } from 'node:path'
import type { Files } from '../../core/host.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, okResult } from '../../core/tool.ts'
import { compileGlob } from '../../safety/paths/glob-pattern.ts'
import { shownPath } from '../../safety/paths/paths.ts'
import { walk } from '../../safety/paths/walk.ts'
import { hiddenPlaces } from '../../safety/permissions/hidden-places.ts'
import type { Tool } from '../executor/tool.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'

export type GlobInput = { pattern: string; path?: string }

export function createGlobTool(deps: FileToolDeps): Tool {
	return defineReadingTool<GlobInput>(
		{
			name: 'glob',
			kind: 'search',
			hidesDenied: true,
			description:
				'Finds files by name, newest first, e.g. **/*.ts or src/{a,b}/*.json. * stays within a folder, ** crosses ' +
				'them. Leaves out what .gitignore names.',
			inputSchema: {
				type: 'object',
				properties: {
					pattern: { type: 'string', minLength: 1, description: 'Relative to path' },
					path: { type: 'string', description: 'Folder; default: the working folder' },
				},
				required: ['pattern'],
				additionalProperties: false,
			},
			subject: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
			async run({ pattern: written }, place, { host, signal }) {
				const isWhole = written.startsWith(`${place.path}/`)
				const pattern = isWhole ? written.slice(place.path.length + 1) : written
				if (pattern.startsWith('/') || /(^|\/)\.\.(\/|$)/.test(pattern))
					return failedResult(
						problem`the pattern ${pattern} leaves the folder${advice('; name the folder as path, and the rest as pattern')}`,
					)
				const matches = compileGlob(pattern)
				if (!matches) return failedResult(`the pattern ${pattern} has a bracket or brace that is not closed`)
				const stat = await host.files.stat(place.real)
				if (stat?.kind !== 'folder') return failedResult(`there is no folder ${place.shown}`)
				const hidden = await hiddenPlaces(place, deps, host.files)
				const { files, links, isComplete } = await walk(place.real, host.files, signal, hidden?.keep)
				const found = [...files, ...links].map(path => relative(place.real, path)).filter(matches)
				const dated = await newestFirst(found, place.real, host.files)
				const names = dated.slice(0, MAX_NAMES).map(name => shownPath(join(place.path, name), deps.workspace))
				const notes = [
					...(dated.length > names.length
						? [`[the newest ${names.length} of ${dated.length}; narrow the pattern]`]
						: []),
					...(hidden?.notes() ?? []),
					...(isComplete ? [] : ['[not all files were looked at: there are too many]']),
				]
				const detail = {
					type: 'counted',
					count: dated.length,
					unit: dated.length === 1 ? 'file' : 'files',
				} as const
				return okResult([...(names.length > 0 ? names : ['nothing found']), ...notes].join('\n'), detail)
			},
		},
		deps,
	)
}

const MAX_NAMES = 200

async function newestFirst(names: readonly string[], folder: string, files: Files): Promise<string[]> {
	const dated = await Promise.all(
		names.map(async name => {
			// A link in a circle is found like any other; it only has no time.
			const stat = await files.stat(join(folder, name)).catch(() => undefined)
			return { name, modifiedMs: stat?.modifiedMs ?? 0 }
		}),
	)
	return dated
		.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.name < b.name ? -1 : 1))
		.map(({ name }) => name)
}
