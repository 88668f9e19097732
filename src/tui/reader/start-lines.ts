// The empty state for the ear: what is read of the folder, where a model comes from, and how the last session is taken up.

import type { UnixMs } from '../../core/ids.ts'
import { sessionLabel } from '../../core/text/session-name.ts'
import type { StartFacts } from '../state/tui-options.ts'
import { ago } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export function startLines(
	{ instructions, lastSession, localServers }: StartFacts,
	{ isWithoutModel, now }: { isWithoutModel: boolean; now: UnixMs },
): readonly string[] {
	const servers = localServers.map(sanitizeLine).join(', ')
	return [
		...(isWithoutModel
			? [servers === '' ? 'No server with models was found on this machine.' : `On this machine: ${servers}.`]
			: []),
		...(instructions === undefined ? [] : [`${sanitizeLine(instructions)} is read.`]),
		...(lastSession
			? [
					`Last here: ${sanitizeLine(sessionLabel(lastSession))}, ${ago(lastSession.usedAt, now)}. /resume goes on with it.`,
				]
			: []),
	]
}
