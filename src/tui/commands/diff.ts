// `/diff`: what has changed in the folder since the last commit.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const diff: SlashCommand = {
	name: 'diff',
	description: 'what has changed in the folder since the last commit',
	async run(_argument, { shell }) {
		await shell('git --no-pager diff --stat --patch HEAD')
	},
}
