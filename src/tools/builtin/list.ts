// Names what a folder holds.

import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, okResult } from '../../core/tool.ts'
import { listVisible } from '../../safety/paths/walk.ts'
import { hiddenPlaces } from '../../safety/permissions/hidden-places.ts'
import type { Tool } from '../executor/tool.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'

export type ListInput = { path?: string }

export function createListTool(deps: FileToolDeps): Tool {
	return defineReadingTool<ListInput>(
		{
			name: 'list',
			hidesDenied: true,
			description:
				'Names what a folder holds, one level deep: folders end in /, links in @. Leaves out what .gitignore names.',
			inputSchema: {
				type: 'object',
				properties: { path: { type: 'string', description: 'Default: the working folder' } },
				additionalProperties: false,
			},
			async run(_input, place, { host }) {
				const stat = await host.files.stat(place.real)
				if (!stat) return failedResult(`there is no folder ${place.shown}`)
				if (stat.kind !== 'folder')
					return failedResult(problem`${place.shown} is a file${advice('; use read')}`)
				const hidden = await hiddenPlaces(place, deps, host.files)
				const visible = await listVisible(place.real, host.files)
				const entries = hidden ? await hidden.keep(place.real, visible) : visible
				const left = hidden?.notes() ?? []
				const names = entries.map(({ name, kind }) => `${name}${SIGNS[kind]}`).sort(foldersFirst)
				const detail = {
					type: 'counted',
					count: names.length,
					unit: names.length === 1 ? 'entry' : 'entries',
				} as const
				if (names.length === 0) {
					const nothing = `[${place.shown} is empty, or all in it is ignored]`
					return okResult(left.length > 0 ? left.join('\n') : nothing, detail)
				}
				const rest = names.length - MAX_NAMES
				const note = rest > 0 ? [`[${rest} more; use glob with a pattern]`] : []
				return okResult([...names.slice(0, MAX_NAMES), ...note, ...left].join('\n'), detail)
			},
		},
		deps,
	)
}

const MAX_NAMES = 500
const SIGNS = { folder: '/', link: '@', file: '', other: '' }

function foldersFirst(a: string, b: string): number {
	return Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : 1)
}
