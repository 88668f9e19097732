// `/editor`: the prompt in the user's editor.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const editor: SlashCommand = {
	name: 'editor',
	description: 'write the prompt in your editor',
	run: (_argument, { surface }) => surface()?.openEditor(),
}
