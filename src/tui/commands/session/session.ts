// `/session`: what there is to do with sessions, each by the command of its own.

import { refusedArgument } from '../../slash-command/refused-argument.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { cutToWidth } from '../../text/cell-width.ts'
import { exportSession } from './export.ts'
import { fork } from './fork.ts'
import { newSession } from './new.ts'
import { rename } from './rename.ts'
import { resume } from './resume.ts'

const VERBS: readonly (readonly [verb: string, command: SlashCommand])[] = [
	['new', newSession],
	['resume', resume],
	['list', { ...resume, run: (_argument, context) => resume.run('', context) }],
	['fork', fork],
	['rename', rename],
	['export', exportSession],
]

export const session: SlashCommand = {
	name: 'session',
	argument: '[new|resume|fork|rename|export …]',
	description: 'what there is to do with sessions',
	values: () =>
		VERBS.map(([verb, { argument, description }]) => ({
			value: argument === undefined ? verb : `${verb} `,
			description,
		})),
	run(argument, context) {
		const [verb = '', ...rest] = argument.split(/\s+/)
		const [, command] = VERBS.find(([known]) => known === (verb === '' ? 'list' : verb)) ?? []
		if (command) {
			const refusal = refusedArgument(command, rest.join(' '))
			return refusal === undefined ? command.run(rest.join(' '), context) : context.notify('warning', refusal)
		}
		const verbs = VERBS.map(([known]) => known).join(', ')
		context.notify('warning', `/session ${cutToWidth(verb, 40)} does not exist. There are ${verbs}.`)
	},
}
