// `/keys`: all keys by the place where they are pressed, and other keys for any of them.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const keys: SlashCommand = {
	name: 'keys',
	argument: '[word]',
	aliases: ['keybindings'],
	description: 'all keys, and other keys for any of them',
	values: async () => {
		const { KEYMAP } = await import('../../input/keymap.ts')
		const { contextName } = await import('../../input/key-names.ts')
		return Object.keys(KEYMAP).map(context => ({ value: contextName(context) }))
	},
	async run(argument, { options, surface }) {
		const { keysPanel } = await import('../../panels/keys-panel.tsx')
		surface()?.openPanel(keysPanel(options.keyBindings, argument))
	},
}
