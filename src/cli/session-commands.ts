// `agent sessions …`: what can be typed, and which file answers it.

import { type Command, Option } from 'commander'
import type { Answer, GroupContext } from './command-group.ts'
import type { PruneFlags } from './commands/sessions/prune-sessions.ts'

export function addSessions(sessions: Command, context: GroupContext, answer: Answer): void {
	const load = () => import('./commands/sessions/sessions.ts')
	sessions
		.command('list', { isDefault: true })
		.description('newest first')
		.option('--all', 'of every folder, not only this one')
		.option('--json', 'one JSON object a line')
		.action(
			answer(async (flags: { all?: boolean; json?: boolean }) =>
				(await load()).listSessions({ all: flags.all === true, json: flags.json === true, ...context }),
			),
		)
	sessions
		.command('show')
		.description('print a session')
		.argument('<session>')
		.action(answer(async (session: string) => (await load()).showSession({ session, ...context })))
	sessions
		.command('export')
		.description('write a session as Markdown, HTML or JSON lines')
		.argument('<session>')
		.addOption(new Option('--format <format>', 'jsonl, md or html').choices(['jsonl', 'json', 'md', 'html']))
		.option('-o, --output <file>', 'write it there, for you alone')
		.option('--force', 'even if that file is there already')
		.action(
			answer(async (session: string, flags: { format?: string; output?: string; force?: boolean }) =>
				(await import('./commands/sessions/export-session.ts')).exportSession({
					session,
					format: flags.format,
					file: flags.output,
					force: flags.force === true,
					...context,
				}),
			),
		)
	sessions
		.command('prune')
		.description('remove old or large sessions of this folder')
		.option('--older-than <age>', 'not used for so long: 12h, 30d, 8w')
		.option('--keep <n>', 'all but the newest n')
		.option('--larger-than <size>', '500KB, 10MB, 1GB')
		.option('--all', 'of every folder, not only this one')
		.option('--named', 'also those that were given a name')
		.option('--dry-run', 'only say what would go')
		.option('-y, --yes', 'do not ask')
		.action(
			answer(async (flags: PruneFlags) =>
				(await import('./commands/sessions/prune-sessions.ts')).pruneSessions({ flags, ...context }),
			),
		)
	sessions
		.command('search')
		.description('find what was said, in the sessions of this project')
		.argument('<words...>', 'all of them, in any order and form, close together')
		.option('--all', 'of every project')
		.option('--json', 'one JSON object a line')
		.option('--limit <n>', 'at most so many', '20')
		.action(
			answer(async (words: readonly string[], flags: { all?: boolean; json?: boolean; limit: string }) =>
				(await import('./commands/sessions/search-sessions.ts')).searchSessions({
					words: words.join(' '),
					all: flags.all === true,
					json: flags.json === true,
					limit: flags.limit,
					...context,
				}),
			),
		)
	sessions
		.command('rename')
		.description('give a session a name')
		.argument('<session>')
		.argument('<name>')
		.action(
			answer(async (session: string, name: string) =>
				(await load()).renameSession({ session, name, ...context }),
			),
		)
	sessions
		.command('delete')
		.description('remove a session with everything it stored')
		.argument('<session...>')
		.action(answer(async (names: readonly string[]) => (await load()).deleteSessions({ names, ...context })))
}
