// Theme services: themes of the user's own, and the setting that says which one is in force.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { ThemeFile, ThemeServices } from '../../tui/state/tui-options.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'

export function themeServices(folders: Pick<HomeFolders, 'config' | 'settingsFile'>): ThemeServices {
	return {
		list: () => themeFiles(join(folders.config, 'themes')),
		async read({ path }) {
			const { size } = await stat(path)
			if (size > LARGEST_BYTES)
				throw new AgentError('config-invalid', `${path} has ${size} bytes, more than any theme`)
			return readFile(path, 'utf8')
		},
		async keep(name) {
			const { openUserSettings } = await import('../../workspace/settings/user-settings.ts')
			const file = await openUserSettings(folders.settingsFile)
			await file.set('screen.theme', name)
			return file.path
		},
	}
}

/** In the order of their names. Of two that differ only in their ending, the first. */
async function themeFiles(folder: string): Promise<readonly ThemeFile[]> {
	const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
		throw error
	})
	const files = entries
		.filter(entry => /\.(?:json|toml|ya?ml)$/i.test(entry))
		.toSorted()
		.map(entry => ({ name: parse(entry).name, path: join(folder, entry) }))
	return [...new Map(files.toReversed().map(file => [file.name, file])).values()].toReversed()
}

/** The largest themes of editors have a tenth of it. */
const LARGEST_BYTES = 2_000_000
