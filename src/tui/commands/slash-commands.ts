// The slash commands: the list of them, how one is found by what was typed, and the reference made from the list.

import { nearestNames } from '../../core/text/nearest.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import { asIs } from './as-is.ts'
import { compact } from './compact.ts'
import { copy } from './copy.ts'
import { diff } from './diff.ts'
import { editor } from './editor.ts'
import { agents } from './extensions/agents.ts'
import { hooks } from './extensions/hooks.ts'
import { plugin } from './extensions/plugin.ts'
import { skills } from './extensions/skills.ts'
import { tools } from './extensions/tools.ts'
import { init } from './init.ts'
import { login, logout } from './login.ts'
import { memory } from './memory.ts'
import { approve, plan } from './modes/approve.ts'
import { effort } from './modes/effort.ts'
import { model } from './modes/model.ts'
import { permissions } from './modes/permissions.ts'
import { config } from './program/config.ts'
import { doctor } from './program/doctor.ts'
import { help } from './program/help.ts'
import { keys } from './program/keys.ts'
import { palette } from './program/palette.ts'
import { quit } from './quit.ts'
import { screen } from './screen/screen.ts'
import { statusline } from './screen/statusline.ts'
import { theme } from './screen/theme.ts'
import { vim } from './screen/vim.ts'
import { mcp } from './servers/mcp.ts'
import { checkpoint } from './session/checkpoint.ts'
import { exportSession } from './session/export.ts'
import { fork } from './session/fork.ts'
import { clear, newSession } from './session/new.ts'
import { rename } from './session/rename.ts'
import { resume } from './session/resume.ts'
import { rewind } from './session/rewind.ts'
import { session } from './session/session.ts'
import { status } from './status.ts'
import { context } from './usage/context.ts'
import { cost } from './usage/cost.ts'
import { stats } from './usage/stats.ts'

/** In the order in which they are listed. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
	help,
	palette,
	model,
	effort,
	approve,
	permissions,
	plan,
	context,
	compact,
	memory,
	asIs,
	init,
	tools,
	mcp,
	skills,
	agents,
	hooks,
	plugin,
	config,
	keys,
	doctor,
	status,
	statusline,
	vim,
	cost,
	stats,
	diff,
	copy,
	clear,
	newSession,
	resume,
	session,
	rewind,
	checkpoint,
	fork,
	exportSession,
	rename,
	login,
	logout,
	theme,
	screen,
	editor,
	quit,
]

/** @param typed - without the slash; aliases and capitals count */
export function findSlashCommand(typed: string): SlashCommand | undefined {
	const wanted = typed.toLowerCase()
	return SLASH_COMMANDS.find(({ name, aliases = [] }) => name === wanted || aliases.includes(wanted))
}

/**
 * What to say of a name that no command has.
 * @param custom - commands of the user's own
 */
export function unknownCommand(typed: string, custom: readonly { name: string }[] = []): string {
	const near = nearestCommands(typed, custom)
	const advice =
		near.length > 0 ? `Did you mean ${near.map(name => `/${name}`).join(' or ')}?` : '/help lists them.'
	return `There is no command /${typed}. ${advice}`
}

/** The list as a Markdown table, for the documentation. */
export function slashCommandReference(): string {
	const rows = SLASH_COMMANDS.map(({ name, argument, aliases = [], description }) => [
		code(argument === undefined ? `/${name}` : `/${name} ${argument}`),
		aliases.map(alias => code(`/${alias}`)).join(', '),
		description,
	])
	return [['Command', 'Also', 'What it does'], ['---', '---', '---'], ...rows]
		.map(cells => `| ${cells.join(' | ')} |\n`)
		.join('')
}

/** A bar would end the cell, also within a code span. */
function code(text: string): string {
	return `\`${text.replaceAll('|', '\\|')}\``
}

/** The commands that may have been meant, by their names, whichever of their names was nearly typed. */
function nearestCommands(typed: string, custom: readonly { name: string }[]): readonly string[] {
	const commands = new Map(
		[
			...SLASH_COMMANDS,
			...custom.map(({ name }): Pick<SlashCommand, 'name' | 'aliases'> => ({ name })),
		].flatMap(({ name, aliases = [] }) => [name, ...aliases].map(known => [known, name] as const)),
	)
	const near = nearestNames(typed, [...commands.keys()], {
		allowedEdits: length => Math.max(1, Math.floor(length / 3)),
	})
	return [...new Set(near.flatMap(known => commands.get(known) ?? []))]
}
