// `/rewind`: goes back to before an earlier prompt, the conversation or the files or both.

import type { RewindPoint } from '../../../core/runtime-port.ts'
import { rewindItems } from '../../dialogs/rewind/rewind-items.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'

export const rewind: SlashCommand = {
	name: 'rewind',
	aliases: ['undo'],
	argument: '[--with-summary]',
	values: () => [{ value: '--with-summary', description: 'a summary of what is left behind goes along' }],
	description: 'go back to before an earlier prompt, or to a checkpoint',
	async run(argument, context) {
		const { options, view, surface, notify, attempt } = context
		if (view().run) return notify('warning', 'Interrupt the run before going back.')
		const points = await options.port.queries.rewindPoints()
		const items = rewindItems(points, Date.now())
		surface()?.open({
			title: 'Go back to before',
			emptyText: 'There is no earlier prompt to go back to.',
			items: items.map(item => ({
				...item,
				value: () => attempt(openRewindDialog(item.value, context, argument.trim() === '--with-summary')),
			})),
		})
	},
}

export async function openRewindDialog(
	point: RewindPoint,
	{ options, surface }: SlashContext,
	withSummary: boolean,
): Promise<void> {
	const [whole = point] = point.isUncounted ? await options.port.queries.rewindPoints(point.toSeq) : []
	surface()?.openRewind(whole, withSummary)
}
