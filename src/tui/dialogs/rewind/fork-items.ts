// The prompts a copy can go up to, as the lines of a picker.

import type { UnixMs } from '../../../core/ids.ts'
import type { RewindPoint } from '../../../core/runtime-port.ts'
import type { ListItem } from '../../list/found-items.ts'
import { ago } from '../../text/format.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

/** A whole copy, or one up to before a prompt; the newest prompts first. */
export function forkItems(
	points: readonly RewindPoint[],
	now: UnixMs,
): readonly ListItem<{ toSeq: number; prompt: string; isFirst: boolean } | undefined>[] {
	const prompts = points.filter(({ prompt }) => prompt !== '')
	return [
		{ value: undefined, label: 'All of it', detail: 'as it is now' },
		...prompts.map(({ toSeq, prompt, at }) => ({
			// A copy of what was there before the first one would be empty.
			value: { toSeq, prompt, isFirst: toSeq === points.at(-1)?.toSeq },
			label: sanitizeLine(prompt),
			detail: `before this · ${ago(at, now)}`,
		})),
	]
}
