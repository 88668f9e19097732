// `/help`: the commands, and the keys.

import type { ExtensionList } from '../../core/runtime-port.ts'
import { customCommandBlocks } from '../slash-command/custom-commands.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import type { Block } from '../state/view-block.ts'

export const help: SlashCommand = {
	name: 'help',
	description: 'commands and keys',
	async run(_argument, { commands, options, show }) {
		const custom = (await options.port.queries.extensions?.())?.commands ?? []
		show(...helpBlocks(commands, custom))
	},
}

function helpBlocks(commands: readonly SlashCommand[], custom: ExtensionList['commands']): readonly Block[] {
	return [
		{
			kind: 'table',
			title: 'Commands',
			rows: commands.map(({ name, argument, description }) => [
				argument === undefined ? `/${name}` : `/${name} ${argument}`,
				description,
			]),
		},
		...customCommandBlocks(custom),
		{ kind: 'table', title: 'Keys', rows: KEYS },
	]
}

const KEYS: readonly (readonly [string, string])[] = [
	['Enter', 'send; while a run is active, steer it'],
	['Tab', 'while a run is active: send after it'],
	['Shift+Enter, Alt+Enter, Ctrl+J, \\ Enter', 'new line'],
	['Esc', 'interrupt the run; twice on an empty prompt: go back to an earlier one'],
	['Ctrl+C', 'clear the prompt, then cancel, twice to leave'],
	['Ctrl+D', 'leave, on an empty prompt'],
	['Shift+Tab', 'ask → auto-edit → plan'],
	['Alt+↑', 'take the newest waiting prompt back'],
	['Up, Ctrl+R', 'earlier prompts'],
	['@', 'a file'],
	['!', 'a shell command of your own'],
	['#', 'a note to remember'],
	['Ctrl+G', 'the prompt in your editor'],
	['Ctrl+V', 'an image from the clipboard'],
	[
		'Ctrl+O',
		'the whole transcript, at what was cut last; Ctrl+O again: at what was cut before it; Esc closes',
	],
	[
		'  in it',
		"/ ? n N search · [ ] prompts · { } edits · ( ) failures · zo zc za zM zR folds · g G · m and ' marks",
	],
	[
		'  a block',
		'Enter opens it whole · y Y copy it or its code · e in the editor · t as written · r f back or a copy from there · E export',
	],
	['PgUp, PgDn', 'read on in a question or a page'],
	['Ctrl+T', 'the whole plan, also after the run'],
	['Ctrl+L', 'draw the screen again'],
	['Ctrl+Z', 'suspend'],
]
