// Loads what installed plugins bring along, of those that are as they were trusted.

import type { ExtensionFiles } from '../../../extensions/extension-files.ts'
import { pluginContent } from '../../../extensions/plugins/plugin-content.ts'
import { readManifest } from '../../../extensions/plugins/plugin-manifest.ts'
import { type InstalledPlugin, trustedFiles } from './plugin-store.ts'

export async function loadPlugins(installed: readonly InstalledPlugin[]): Promise<readonly ExtensionFiles[]> {
	return Promise.all(installed.map(loadPlugin))
}

async function loadPlugin(plugin: InstalledPlugin): Promise<ExtensionFiles> {
	const { name, root } = plugin
	const files = await trustedFiles(plugin)
	if (!files) {
		const problem = `The plugin ${name} is not as it was when you trusted it (${root}), and is not used. “agent plugin update ${name}” fetches it anew, “agent plugin remove ${name}” removes it.`
		return { ...NOTHING, plugins: [{ name, root, isUsed: false }], problems: [problem] }
	}
	// It was read when it was installed, so this one can be read too; its name is the one it was installed by.
	const { version, description, ...manifest } = readManifest(files, name)
	const about = {
		...(version !== undefined && { version }),
		...(description !== undefined && { description }),
	}
	return {
		...pluginContent(files, { ...manifest, version, description, name }, root),
		plugins: [{ name, root, isUsed: true, ...about }],
	}
}

const NOTHING = { commands: [], agents: [], skills: [], hooks: [], servers: [] }
