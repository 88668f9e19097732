// What `agent doctor` says of extensions: how many there are of each kind, what is not used for want of trust, and what could
// not be read. Nothing of it is started.

import { isObject } from '../../../core/json.ts'
import type { ExtensionConfig, ExtensionFiles } from '../../../extensions/extension-files.ts'
import { loadExtensionFiles } from '../../../runtime/extensions/load-extension-files.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { unusedContent } from '../../../workspace/trust/unused-content.ts'
import { settleTrust } from '../../startup/folder-trust.ts'
import type { Finding } from './finding.ts'

export async function extensionFindings(place: {
	cwd: string
	home: string
	folders: HomeFolders
}): Promise<readonly Finding[]> {
	const { cwd, home, folders } = place
	const folder = await settleTrust({ cwd, folders, ask: undefined })
	const found = await loadExtensionFiles({ home, folders, folder })
	return [
		{ state: 'ok', text: `extensions: ${countsOf(found)}` },
		...[...unusedContent(folder), ...found.problems].map(text => ({
			state: 'missing' as const,
			text: `extensions: ${text}`,
		})),
	]
}

function countsOf({ commands, agents, skills, hooks, servers }: ExtensionFiles): string {
	const counts: readonly (readonly [count: number, one: string])[] = [
		[commands.length, 'command'],
		[agents.length, 'agent'],
		[skills.length, 'skill'],
		[hooks.reduce((sum, each) => sum + hooksIn(each), 0), 'hook'],
		[
			servers.reduce((sum, { value }) => sum + (isObject(value) ? Object.keys(value).length : 0), 0),
			'server',
		],
	]
	const there = counts.filter(([count]) => count > 0)
	return there.map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`).join(', ') || 'none'
}

/** By event there is a list of matchers, each with its hooks. */
function hooksIn({ value }: ExtensionConfig): number {
	if (!isObject(value)) return 0
	const matchers = Object.values(value).flatMap(list => (Array.isArray(list) ? list : []))
	const lists = matchers.map(matcher => (isObject(matcher) ? matcher.hooks : undefined))
	return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}
