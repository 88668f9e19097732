// `/fork`: goes on in a copy, from here or from before a prompt, which then stands in the input again.

import type { Command } from '../../../core/commands.ts'
import { userText } from '../../../core/messages.ts'
import { forkItems } from '../../dialogs/rewind/fork-items.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const fork: SlashCommand = {
	name: 'fork',
	aliases: ['branch'],
	description: 'go on in a copy, from here or from an earlier prompt',
	async run(_argument, { options, surface, attempt, send }) {
		const { port } = options
		const items = forkItems(await port.queries.rewindPoints(), Date.now())
		const forkAt = (at: (typeof items)[number]['value']) => () => {
			if (!at) return send({ type: 'session-fork' })
			const command: Command = at.isFirst
				? { type: 'session-new' }
				: { type: 'session-fork', atSeq: at.toSeq }
			attempt(port.send(command).then(() => surface()?.restorePrompt(userText(at.prompt))))
		}
		surface()?.open({
			title: 'Go on in a copy',
			items: items.map(item => ({ ...item, value: forkAt(item.value) })),
		})
	},
}
