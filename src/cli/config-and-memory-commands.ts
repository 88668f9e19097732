// `agent config …` and `agent memory …`: what can be typed, and which file answers it.

import type { Command } from 'commander'
import type { Answer, GroupContext } from './command-group.ts'

export function addMemory(memory: Command, context: GroupContext, answer: Answer): void {
	const load = () => import('./commands/memory/memory.ts')
	memory
		.command('status', { isDefault: true })
		.description('what the index holds, and where the notes are')
		.option('--json', 'one JSON object')
		.action(
			answer(async (flags: { json?: boolean }) =>
				(await load()).memoryStatus({ json: flags.json === true, ...context }),
			),
		)
	memory
		.command('search')
		.description('what recall would find for a question')
		.argument('<question...>')
		.option('--limit <n>', 'at most so many', '8')
		.action(
			answer(async (question: readonly string[], flags: { limit: string }) =>
				(await load()).searchMemory({ question: question.join(' '), limit: flags.limit, ...context }),
			),
		)
	memory
		.command('rebuild')
		.description('make the index anew from the sessions, with the vectors that it lacks')
		.action(answer(async () => (await import('./commands/memory/rebuild-memory.ts')).rebuildMemory(context)))
	memory
		.command('clear')
		.description('remove the index; sessions and notes stay')
		.action(answer(async () => (await load()).clearMemory(context)))
}

export function addConfig(config: Command, context: GroupContext, answer: Answer): void {
	const load = () => import('./commands/config.ts')
	config
		.command('list', { isDefault: true })
		.description('every setting and where it comes from')
		.action(answer(async () => (await load()).configCommand({ action: 'list', ...context })))
	config
		.command('get')
		.argument('[key]')
		.action(
			answer(async (key: string | undefined) =>
				(await load()).configCommand({ action: 'get', key, ...context }),
			),
		)
	config
		.command('set')
		.argument('<key>')
		.argument('<value>')
		.action(
			answer(async (key: string, value: string) =>
				(await load()).configCommand({ action: 'set', key, value, ...context }),
			),
		)
}
