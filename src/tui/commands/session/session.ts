// `/session`: what there is to do with sessions, each by the command of its own.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
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
		if (command) return command.run(rest.join(' '), context)
		const verbs = VERBS.map(([known]) => known).join(', ')
		context.notify('warning', `/session ${verb} does not exist. There are ${verbs}.`)
	},
}
