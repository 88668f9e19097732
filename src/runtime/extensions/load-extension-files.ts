// Loads extension files: the user's own from their home, the project's as they were when the folder was trusted. A missing
// folder is none; what cannot be read is told and left out.

import { join } from 'node:path'
import type { ExtensionFiles } from '../../extensions/extension-files.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import type { TrustedFolder } from '../../workspace/trust/trust.ts'
import { ExtensionScan } from './extension-scan.ts'
import { installedPlugins } from './plugins/plugin-store.ts'

export type ExtensionPlaces = {
	home: string
	folders: Pick<HomeFolders, 'config' | 'settingsFile' | 'data'>
	folder: Pick<TrustedFolder, 'root' | 'standing' | 'files'>
}

/** Of a folder that is not trusted as it is now, nothing. */
export async function loadExtensionFiles({
	home,
	folders,
	folder,
}: ExtensionPlaces): Promise<ExtensionFiles> {
	const scan = new ExtensionScan()
	const user = { scope: 'user' } as const
	const claude = join(home, '.claude')
	for (const file of [join(claude, 'settings.json'), folders.settingsFile]) await scan.addConfig(file, user)
	for (const own of [claude, folders.config]) {
		await scan.addTexts('commands', join(own, 'commands'), user)
		await scan.addTexts('agents', join(own, 'agents'), user)
	}
	for (const own of [claude, join(home, '.agents'), folders.config])
		await scan.addSkills(join(own, 'skills'), user)
	const plugins = await installedPlugins(folders)
	if (plugins.length > 0) {
		const { loadPlugins } = await import('./plugins/load-plugins.ts')
		for (const plugin of await loadPlugins(plugins)) scan.addPlugin(plugin)
	}
	if (folder.standing !== 'trusted') return scan
	for (const [file, bytes] of folder.files) {
		const text = new TextDecoder().decode(bytes)
		scan.addProjectFile(file, { path: join(folder.root, file), text })
	}
	return scan
}
