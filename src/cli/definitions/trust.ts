// `agent trust`: what a folder brings along that can act.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const trust: CliCommand = {
	name: 'trust',
	description: 'show what a folder brings along that can act, and trust it',
	arguments: [{ usage: '[folder]', description: 'this folder where it is left out' }],
	options: [
		{ flags: '--show', description: 'only show it' },
		{ flags: '--list', description: 'every folder that is trusted' },
		{ flags: '--remove', description: 'trust it no longer' },
		{ flags: '-y, --yes', description: 'as with agent plugin add; nothing is asked here anyway' },
	],
	run: async (
		{ output },
		folder: string | undefined,
		flags: { show?: boolean; list?: boolean; remove?: boolean },
	) => (await import('../commands/trust.ts')).trustCommand({ folder, ...flags, output }),
}
