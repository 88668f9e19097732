// `agent help`: the help of the program or of one command.

import { AgentError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { type CliCommand, findCommand } from '../cli-command/cli-command.ts'

export const help: CliCommand = {
	name: 'help',
	description: 'print the help of a command',
	arguments: [{ usage: '[command...]', values: 'commands' }],
	examples: ['agent help run'],
	async run({ root, again }, words: readonly string[] = []) {
		if (findCommand(root, words)) return again([...words, '--help'])
		const names = root.commands?.map(({ name }) => name) ?? []
		const [near] = nearestNames(words[0] ?? '', names)
		const hint = near ? `did you mean agent help ${near}?` : `there are ${names.join(', ')}`
		throw new AgentError('usage', `there is no command "${words.join(' ')}"; ${hint}`)
	},
}
