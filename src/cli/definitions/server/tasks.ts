// `agent tasks …`: the client of `agent serve`.

import type { CliArgument, CliCommand, CliContext, CliOption } from '../../cli-command/cli-command.ts'
import type { AnswerFlags, CreateFlags, ListFlags, TasksFlags } from '../../commands/tasks/tasks-flags.ts'

const TASK: CliArgument = { usage: '<task>', description: 'its id' }
const load = () => import('../../commands/tasks/tasks.ts')

const SERVER: readonly CliOption[] = [
	{ flags: '--server <url>', description: 'the server; left out, KEELSON_SERVER, or the one that runs here' },
	{
		flags: '--token <token>',
		description: 'left out, KEELSON_TOKEN, or the one of the server that runs here',
	},
	{ flags: '--json', description: 'as JSON, one object a line' },
]

const list: CliCommand = {
	name: 'list',
	isDefault: true,
	description: 'newest first',
	options: [
		{
			flags: '--state <state>',
			description: 'only those',
			choices: ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'],
		},
		{ flags: '--session <session>', description: 'only those of this session' },
		{ flags: '--limit <n>', description: 'at most so many', fallback: '50' },
		...SERVER,
	],
	run: async (context, flags: ListFlags) => (await load()).listTasks(flags, context),
}

const create: CliCommand = {
	name: 'create',
	description: 'give the server something to do',
	arguments: [{ usage: '<prompt>', description: '- takes it from stdin' }],
	options: [
		{ flags: '--follow', description: 'and follow it to its end' },
		{ flags: '--wait', description: 'for a server that is about to be there, at most 10 s' },
		{ flags: '--session <session>', description: 'go on with what was said there' },
		{ flags: '-m, --model <provider/model>', description: "left out, the server's", values: 'models' },
		{ flags: '--workspace <folder>', description: 'a folder of the server' },
		{ flags: '--key <key>', description: 'a second one with this key is the same task' },
		{ flags: '--priority <n>', description: 'a larger one goes first' },
		...SERVER,
	],
	run: async (context, prompt: string, flags: CreateFlags) =>
		(await load()).createTask(prompt, flags, context),
}

function ofTask(
	name: string,
	description: string,
	run: (task: string, flags: TasksFlags, context: CliContext) => Promise<number>,
): CliCommand {
	return {
		name,
		description,
		arguments: [TASK],
		options: SERVER,
		run: async (context, task: string, flags: TasksFlags) => run(task, flags, context),
	}
}

const show = ofTask('show', 'what has become of it', async (...args) => (await load()).showTask(...args))
const follow = ofTask('follow', 'its text as it comes, until it has ended', async (...args) =>
	(await load()).followTask(...args),
)
const cancel = ofTask('cancel', 'end it', async (...args) => (await load()).cancelTask(...args))

const answer: CliCommand = {
	name: 'answer',
	description: 'answer what it waits for, or tell it something while it works',
	arguments: [TASK, { usage: '[text]' }],
	options: [
		{ flags: '--approve', description: 'let the call run' },
		{ flags: '--approve-session', description: 'and others like it until the task has ended' },
		{ flags: '--deny', description: 'do not; the text is the reason' },
		...SERVER,
	],
	run: async (context, task: string, text: string | undefined, flags: AnswerFlags) =>
		(await load()).answerTask({ task, text }, flags, context),
}

export const tasks: CliCommand = {
	name: 'tasks',
	description: 'tasks of a server: list, create, show, follow, cancel, answer',
	commands: [list, create, show, follow, cancel, answer],
	examples: [
		'agent tasks create --follow "what does this project do?"',
		'agent tasks answer t-0c44850903be33af2c74 --approve',
	],
}
