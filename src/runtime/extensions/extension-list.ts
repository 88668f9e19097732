// The list of extensions for front ends: what may be used, and where it comes from.

import type { ExtensionList } from '../../core/runtime-port.ts'
import type { ExtensionFiles, ExtensionOrigin } from '../../extensions/extension-files.ts'
import type { ReadExtensions } from './read-extensions.ts'

export function extensionList(
	{ invocables, skills, agents }: ReadExtensions,
	files: ExtensionFiles | undefined,
): ExtensionList {
	return {
		commands: invocables.all
			.map(each => (each.kind === 'command' ? each.command : each.skill))
			.map(({ name, description, argumentHint, origin, path }) => ({
				name,
				description,
				...(argumentHint !== undefined && { argumentHint }),
				from: originText(origin),
				path,
			}))
			.sort((a, b) => (a.name < b.name ? -1 : 1)),
		skills: skills.map(({ name, description, origin, path, isForModel }) => ({
			name,
			description,
			from: originText(origin),
			path,
			isForModel,
		})),
		agents: agents.map(({ name, description, origin, path, tools, model }) => ({
			name,
			description,
			from: originText(origin),
			path,
			...(tools && { tools }),
			...(model !== undefined && { model }),
		})),
		plugins: files?.plugins ?? [],
	}
}

function originText(origin: ExtensionOrigin): string {
	return origin.scope === 'plugin' ? `plugin ${origin.plugin}` : origin.scope
}
