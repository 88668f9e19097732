// docs/commands.md: the command line, the slash commands of the chat, exit codes and error codes.

import { type CliCommand, namesOf } from '../../src/cli/cli-command/cli-command.ts'
import { RUN_OPTIONS } from '../../src/cli/cli-command/run-options.ts'
import { AGENT } from '../../src/cli/definitions/agent.ts'
import { codeForError } from '../../src/cli/io/exit-codes.ts'
import { AgentError, ERROR_CODES } from '../../src/core/errors.ts'
import { wireCodes } from '../../src/server/error-table.ts'
import { slashCommandReference } from '../../src/tui/commands/slash-commands.ts'
import { cell, code, MADE_FROM, table } from './markdown.ts'

export function commandsPage(): string {
	return [
		MADE_FROM('src/cli/definitions, src/tui/commands/slash-commands.ts and the table of errors'),
		'# Commands\n',
		'On the command line `agent help <command>` prints the same. A first word that is nearly the name of a command is not sent to a model: it is told, and `agent run "…"` or `agent -- …` sends it all the same.\n',
		'## Command line\n',
		table(
			['Command', 'What it does'],
			[
				[code(lineOf(AGENT, '')), cell(AGENT.arguments?.[0]?.description ?? '')],
				...leaves(AGENT, 'agent').map(({ command, before }) => [
					code(lineOf(command, before)),
					cell(command.description),
				]),
			],
		),
		'## Options of a run\n',
		'`agent`, `agent run` and `agent resume` take these.\n',
		optionTable(RUN_OPTIONS),
		'## Options of the other commands\n',
		...leaves(AGENT, 'agent').flatMap(({ command, before }) => {
			const own = (command.options ?? []).filter(option => !RUN_OPTIONS.includes(option))
			return own.length === 0 ? [] : [`### ${before} ${command.name}\n`, optionTable(own)]
		}),
		'## In the chat\n',
		'`/help` prints the same, and the keys.\n',
		slashCommandReference(),
		'## Exit codes\n',
		table(['Code', 'Meaning'], EXIT_CODES),
		'## Errors\n',
		'With `--output-format json` or `stream-json` the `subtype` of the result is `error_` and the code. What may pass by itself is tried again with the same model, then the next one of a chain. The last columns are what servers say: a status of HTTP, and the JSON-RPC codes of ACP and of A2A.\n',
		table(
			['Code', 'Tried again', 'Exit code', 'Subtype', 'HTTP', 'ACP', 'A2A'],
			ERROR_CODES.map(name => {
				const { http, acp, a2a } = wireCodes(name)
				const isTriedAgain = new AgentError(name, '').retryable ? 'yes' : ''
				const servers = [http, acp, a2a].map(String)
				return [code(name), isTriedAgain, String(codeForError(name)), code(`error_${name}`), ...servers]
			}),
		),
	].join('\n')
}

const EXIT_CODES: readonly (readonly [string, string])[] = [
	[
		'0',
		'The run finished, or the command did what it was asked. Never after an empty, truncated, refused or failed run.',
	],
	['1', 'The run failed: model, connection, tool, or an answer that does not fit.'],
	['2', 'Usage: something was typed that makes no sense.'],
	['3', 'Configuration, key or login.'],
	['4', 'A needed approval was refused, or nobody was there to give it.'],
	['5', 'A budget was reached: turns, cost or time.'],
	['129, 130, 131, 141, 143', 'Ended by SIGHUP, SIGINT, SIGQUIT, SIGPIPE or SIGTERM.'],
]

/** Every command that does something, with the words before its name. */
function leaves(group: CliCommand, before: string): readonly { command: CliCommand; before: string }[] {
	return (group.commands ?? []).flatMap(command =>
		command.commands ? leaves(command, `${before} ${command.name}`) : [{ command, before }],
	)
}

function lineOf(command: CliCommand, before: string): string {
	const usage = (command.arguments ?? []).map(argument => argument.usage)
	return [before, namesOf(command).join('|'), ...usage].filter(Boolean).join(' ')
}

function optionTable(options: NonNullable<CliCommand['options']>): string {
	return table(
		['Option', 'What it does'],
		options
			.filter(({ isHidden }) => !isHidden)
			.map(({ flags, description }) => [code(flags), cell(description)]),
	)
}
