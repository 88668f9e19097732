// `agent sessions …`: what was said, listed, shown, searched, exported, named and removed.

import type { CliArgument, CliCommand } from '../cli-command/cli-command.ts'
import type { PruneFlags } from '../commands/sessions/prune-sessions.ts'
import type { SessionListFlags } from '../commands/sessions/sessions.ts'

const SESSION: CliArgument = { usage: '<session>', values: 'sessions' }
const load = () => import('../commands/sessions/sessions.ts')

const list: CliCommand = {
	name: 'list',
	isDefault: true,
	description: 'newest first',
	options: [
		{ flags: '--all', description: 'of every folder, and those of sub-agents' },
		{ flags: '--named', description: 'only those that were given a name' },
		{ flags: '--starred', description: 'only those with a star' },
		{ flags: '--archived', description: 'only those that were put away' },
		{ flags: '--tag <tag>', description: 'only those with this tag' },
		{ flags: '--json', description: 'one JSON object a line' },
	],
	run: async (context, flags: SessionListFlags) => (await load()).listSessions({ flags, ...context }),
}

const show: CliCommand = {
	name: 'show',
	description: 'print a session',
	arguments: [SESSION],
	run: async (context, session: string) => (await load()).showSession({ session, ...context }),
}

const exportSession: CliCommand = {
	name: 'export',
	description: 'write a session as Markdown, HTML or JSON lines',
	arguments: [SESSION],
	options: [
		{
			flags: '--format <format>',
			description: 'jsonl, md or html',
			choices: ['jsonl', 'json', 'md', 'html'],
		},
		{ flags: '-o, --output <file>', description: 'write it there, for you alone' },
		{ flags: '--force', description: 'even if that file is there already' },
	],
	run: async (context, session: string, flags: { format?: string; output?: string; force?: boolean }) =>
		(await import('../commands/sessions/export-session.ts')).exportSession({
			session,
			format: flags.format,
			file: flags.output,
			force: flags.force === true,
			output: context.output,
		}),
}

const prune: CliCommand = {
	name: 'prune',
	description: 'remove old or large sessions of this folder',
	options: [
		{ flags: '--older-than <age>', description: 'not used for so long: 12h, 30d, 8w' },
		{ flags: '--keep <n>', description: 'all but the newest n' },
		{ flags: '--larger-than <size>', description: '500KB, 10MB, 1GB' },
		{ flags: '--all', description: 'of every folder, not only this one' },
		{ flags: '--named', description: 'also those that were given a name' },
		{ flags: '--dry-run', description: 'only say what would go' },
		{ flags: '-y, --yes', description: 'do not ask' },
	],
	examples: ['agent sessions prune --older-than 30d --dry-run'],
	run: async (context, flags: PruneFlags) =>
		(await import('../commands/sessions/prune-sessions.ts')).pruneSessions({ flags, ...context }),
}

const search: CliCommand = {
	name: 'search',
	description: 'find what was said, in the sessions of this project',
	arguments: [{ usage: '<words...>', description: 'all of them, in any order and form, close together' }],
	options: [
		{ flags: '--all', description: 'of every project' },
		{ flags: '--json', description: 'one JSON object a line' },
		{ flags: '--limit <n>', description: 'at most so many', fallback: '20' },
	],
	examples: ['agent sessions search login error'],
	run: async (context, words: readonly string[], flags: { all?: boolean; json?: boolean; limit: string }) =>
		(await import('../commands/sessions/search-sessions.ts')).searchSessions({
			words: words.join(' '),
			all: flags.all === true,
			json: flags.json === true,
			limit: flags.limit,
			output: context.output,
		}),
}

const rename: CliCommand = {
	name: 'rename',
	description: 'give a session a name',
	arguments: [SESSION, { usage: '<name>' }],
	run: async (context, session: string, name: string) =>
		(await load()).renameSession({ session, name, ...context }),
}

const loadMarks = () => import('../commands/sessions/marked-sessions.ts')
const SESSIONS: CliArgument = { usage: '<session...>', values: 'sessions' }
const OFF = { flags: '--off', description: 'take it away again' }

const star: CliCommand = {
	name: 'star',
	description: 'keep sessions at the top of the list',
	arguments: [SESSIONS],
	options: [OFF],
	run: async (context, names: readonly string[], { off = false }: { off?: boolean }) =>
		(await loadMarks()).markSessions({
			...{ names, marks: { isStarred: !off }, done: off ? 'no longer starred:' : 'starred' },
			...context,
		}),
}

const archive: CliCommand = {
	name: 'archive',
	description: 'put sessions away: they are kept and found, and not listed',
	arguments: [SESSIONS],
	options: [OFF],
	run: async (context, names: readonly string[], { off = false }: { off?: boolean }) =>
		(await loadMarks()).markSessions({
			...{ names, marks: { isArchived: !off }, done: off ? 'listed again:' : 'archived' },
			...context,
		}),
}

const tag: CliCommand = {
	name: 'tag',
	description: 'put tags on a session',
	arguments: [SESSION, { usage: '<tag...>' }],
	options: [{ flags: '--remove', description: 'take them away' }],
	examples: ['agent sessions tag 261121 release'],
	run: async (context, session: string, tags: readonly string[], flags: { remove?: boolean }) =>
		(await loadMarks()).tagSession({ session, tags, remove: flags.remove === true, ...context }),
}

const fork: CliCommand = {
	name: 'fork',
	description: 'copy a session; prints the id of the copy',
	arguments: [SESSION],
	run: async (context, session: string) => (await loadMarks()).copySession({ session, ...context }),
}

const remove: CliCommand = {
	name: 'delete',
	description: 'remove a session with everything it stored',
	arguments: [{ usage: '<session...>', values: 'sessions' }],
	options: [{ flags: '-y, --yes', description: 'as with prune; nothing is asked here anyway' }],
	run: async (context, names: readonly string[]) => (await load()).deleteSessions({ names, ...context }),
}

export const sessions: CliCommand = {
	name: 'sessions',
	aliases: ['session'],
	description: 'list and look after stored sessions',
	commands: [list, show, exportSession, prune, search, rename, star, tag, archive, fork, remove],
}
