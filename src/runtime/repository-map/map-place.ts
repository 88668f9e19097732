// Where a repository map is made: the folder, and what stands before reading in it.

import type { RuntimeOptions } from '../options.ts'
import { mapCacheFolder } from './cache-file.ts'
import type { MapPlace } from './map-request.ts'

export function mapPlace(
	options: Pick<RuntimeOptions, 'cwd' | 'home' | 'folders' | 'permissions'>,
): MapPlace & { cacheFolder: string } {
	const { cwd, home, folders, permissions } = options
	const rules = (permissions?.rules() ?? [])
		.filter(({ list, rule }) => list !== 'allow' && rule.kind === 'files' && rule.use === 'read')
		.map(({ list, text, scope }) => ({ list, text, scope }))
	return {
		root: cwd,
		home,
		cacheFolder: mapCacheFolder(folders.cache),
		rules,
		rulesRoot: permissions?.root ?? cwd,
		own: [...folders.own, folders.cache],
	}
}
