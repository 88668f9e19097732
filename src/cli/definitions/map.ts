// `agent map`: the repository map that a session here would begin with.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const map: CliCommand = {
	name: 'map',
	description: 'the map of this repository that goes in front of a first prompt',
	arguments: [{ usage: '[prompt]', description: 'what it is to be about' }],
	options: [{ flags: '--json', description: 'one JSON object' }],
	examples: ['agent map', 'agent map "why does parsing a header lose a line?"'],
	run: async ({ output }, prompt: string | undefined, flags: { json?: boolean }) =>
		(await import('../commands/map.ts')).printMap({ prompt, json: flags.json === true, output }),
}
