// `/rewind`: goes back to before an earlier prompt, the conversation or the files or both.

import type { RewindPoint } from '../../../core/runtime-port.ts'
import { rewindItems } from '../../dialogs/rewind-items.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'

export const rewind: SlashCommand = {
	name: 'rewind',
	aliases: ['undo'],
	description: 'go back to before an earlier prompt',
	async run(_argument, context) {
		const { options, view, surface, notify, attempt } = context
		if (view().run) return notify('warning', 'Interrupt the run before going back.')
		const points = await options.port.queries.rewindPoints()
		if (points.length === 0) return notify('info', 'There is no earlier prompt to go back to.')
		const items = rewindItems(points, Date.now())
		surface()?.open({
			title: 'Go back to before',
			items: items.map(item => ({ ...item, value: () => attempt(openRewind(item.value, context)) })),
		})
	},
}

async function openRewind(point: RewindPoint, { options, surface }: SlashContext): Promise<void> {
	const [whole = point] = point.isUncounted ? await options.port.queries.rewindPoints(point.toSeq) : []
	surface()?.openRewind(whole)
}
