// What a plugin would do once it is installed, in the words in which a folder's content is told before it is trusted.

import type { ExtensionFiles } from '../../../extensions/extension-files.ts'
import {
	hookItems,
	serverItems,
	skillEffect,
	textEffect,
	type UntrustedItem,
} from '../../../workspace/trust/trust-offers.ts'

export function pluginOffers(
	{ commands, agents, skills, hooks, servers }: Omit<ExtensionFiles, 'plugins'>,
	{ name, root }: { name: string; root: string },
): readonly UntrustedItem[] {
	const file = (path: string) => path.slice(root.length + 1)
	return [
		...hooks.flatMap(each => hookItems(file(each.path), JSON.stringify({ hooks: each.value }))),
		...servers.flatMap(each => serverItems(file(each.path), JSON.stringify({ mcpServers: each.value }))),
		...commands.map(each => ({
			kind: 'command' as const,
			file: file(each.path),
			effect: textEffect('command', `${name}:${each.name.replaceAll('/', ':')}`, each.text),
		})),
		...agents.map(each => ({
			kind: 'agent' as const,
			file: file(each.path),
			effect: textEffect('agent', `${name}:${each.name}`, each.text),
		})),
		...skills.map(each => ({
			kind: 'skill' as const,
			file: file(each.path),
			effect: skillEffect(`${name}:${each.name}`, each.text),
		})),
	]
}
