// The command table: what can be typed, and which file answers it. No logic of its own.

import { homedir } from 'node:os'
import { Command, CommanderError, Option } from 'commander'
import { type Answer, namesOnly } from './command-group.ts'
import type { LoginFlags } from './commands/obtain-credential.ts'
import type { ReplayFlags } from './commands/sessions/replay.ts'
import { addConfig, addMemory } from './config-and-memory-commands.ts'
import type { Output } from './io/output.ts'
import { addSessions } from './session-commands.ts'
import type { RawFlags } from './startup/flags.ts'

/** @returns the exit code of the command that was typed */
export async function runProgram(
	argv: readonly string[],
	context: { version: string; output: Output },
): Promise<number> {
	let code = 0
	const answer =
		<Args extends unknown[]>(command: (...args: Args) => Promise<number>) =>
		async (...args: Args) => {
			code = await command(...args)
		}
	const program = buildProgram(context, answer)
	try {
		await program.parseAsync(argv, { from: 'user' })
		return code
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error
		// commander has said what is wrong; help and version that were asked for are no error.
		return error.exitCode === 0 ? 0 : 2
	}
}

export function buildProgram(context: { version: string; output: Output }, answer: Answer): Command {
	const { output, version } = context
	const program = new Command('agent')
		.description('A coding agent for the terminal.')
		.version(version, '-V, --version', 'print the version')
		.helpOption('-h, --help', 'print help')
		.showHelpAfterError('(agent --help lists commands and flags)')
		.configureOutput({ writeOut: output.out, writeErr: output.error })
		.exitOverride()
		.enablePositionalOptions()

	withRunFlags(program)
		.argument('[prompt]', 'chat in the terminal; without a terminal the same as run')
		.action(
			answer(async (prompt: string | undefined, flags: RawFlags) =>
				(await chat()).chat({ prompt, flags, ...context }),
			),
		)

	withRunFlags(program.command('run').description('answer one prompt and exit'))
		.argument('[prompt]', 'the prompt; - reads it from stdin')
		.action(
			answer(async (prompt: string | undefined, flags: RawFlags) =>
				(await oneShot()).oneShot({ prompt, flags, ...context }),
			),
		)

	withRunFlags(program.command('resume').description('take up a session; without a name choose one'))
		.argument('[session]', 'id, unambiguous start of an id, or name')
		.argument('[prompt]', 'goes on with this prompt')
		.option('--last', 'the newest session of this folder')
		.action(
			answer(async (session: string | undefined, prompt: string | undefined, flags: RawFlags) =>
				(await chat()).resume({ session, prompt, flags, ...context }),
			),
		)

	program
		.command('replay')
		.description('play a stored session on the screen, without model or tools')
		.argument('<session>')
		.addOption(new Option('--speed <speed>', 'as it was, or faster').choices(['1', '4', 'max']))
		.option('--from <n>', 'everything before event n at once')
		.action(
			answer(async (session: string, flags: ReplayFlags) =>
				(await import('./commands/sessions/replay.ts')).replay({ session, flags, ...context }),
			),
		)

	addSessions(
		namesOnly(program.command('sessions').description('list and look after stored sessions')),
		context,
		answer,
	)
	addMemory(
		namesOnly(program.command('memory').description('what is kept to be found again')),
		context,
		answer,
	)
	addConfig(namesOnly(program.command('config').description('read and change settings')), context, answer)

	program
		.command('login')
		.description('store a key, or log in with a browser')
		.argument('[provider]', 'anthropic, openai, gemini, openrouter, or one of your settings')
		.option('--key-command <command>', 'a shell command that prints the key, instead of a key')
		.option('--key', 'paste a key, also where the provider has a login')
		.option('--browser', 'log in with the browser of this machine')
		.option('--device', 'log in with a code on another device')
		.action(
			answer(async (provider: string | undefined, flags: LoginFlags & { keyCommand?: string }) =>
				(await import('./commands/login.ts')).login({ provider, flags, output }),
			),
		)

	program
		.command('logout')
		.description('forget what login has stored')
		.argument('[provider]')
		.action(
			answer(async (provider: string | undefined) =>
				(await import('./commands/login.ts')).logout({ provider, output }),
			),
		)

	program
		.command('explain')
		.description('what the approval gate thinks of a shell command')
		.argument('[command]', 'the command; - with --json reads one JSON string a line')
		.option('--json', 'one JSON object')
		.option('--here', 'also what a session in this folder would decide, with your rules and its own')
		.action(
			answer(async (command: string | undefined, flags: { json?: boolean; here?: boolean }) => {
				const { explain } = await import('./commands/explain.ts')
				const { json = false, here = false } = flags
				return explain({ command, json, here, stdin: process.stdin, output })
			}),
		)

	program
		.command('trust')
		.description('show what a folder brings along that can act, and trust it')
		.argument('[folder]', 'this folder where it is left out')
		.option('--show', 'only show it')
		.option('--list', 'every folder that is trusted')
		.option('--remove', 'trust it no longer')
		.action(
			answer(
				async (folder: string | undefined, flags: { show?: boolean; list?: boolean; remove?: boolean }) =>
					(await import('./commands/trust.ts')).trustCommand({ folder, ...flags, output }),
			),
		)

	program
		.command('scrub')
		.description('take secrets out of what comes on stdin')
		.action(
			answer(async () => {
				const [{ scrub }, { ownSecrets }] = await Promise.all([
					import('./commands/scrub.ts'),
					import('./startup/own-secrets.ts'),
				])
				const { env } = process
				const { known, problems } = await ownSecrets({ env, home: homedir(), cwd: process.cwd() })
				for (const problem of problems) output.error(`warning: ${problem}\n`)
				return scrub({ stdin: process.stdin, stdout: process.stdout, output, known })
			}),
		)

	program
		.command('models')
		.description('what there is to choose from, and what it costs')
		.argument('[provider]', 'only what this provider offers')
		.option('--json', 'one JSON object')
		.action(
			answer(async (provider: string | undefined, flags: { json?: boolean }) =>
				(await import('./commands/models.ts')).listModels({
					provider,
					json: flags.json === true,
					...context,
				}),
			),
		)

	program
		.command('doctor')
		.description('check this installation: Node, terminal, folders, settings, keys, servers')
		.action(
			answer(async () => (await import('./commands/doctor.ts')).doctor({ ...context, env: process.env })),
		)

	program
		.command('completion')
		.description('print a completion script')
		.argument('<shell>', 'bash, zsh or fish')
		.action(
			answer(async (shell: string) =>
				(await import('./commands/completion.ts')).completion(shell, program, output),
			),
		)

	return program
}

const chat = () => import('./commands/chat/chat.ts')
const oneShot = () => import('./commands/run/one-shot.ts')

function withRunFlags(command: Command): Command {
	return command
		.option('-m, --model <provider/model[,next…]>', 'model, or a fallback chain')
		.option('--effort <effort>', 'how much the model thinks: none, low, medium or high')
		.option('-c, --continue', 'go on with the newest session of this folder')
		.option('-r, --resume [session]', 'go on with one session')
		.option('--fork', 'copy the session first')
		.option('-C, --cd <folder>', 'working folder')
		.option('--add-dir <folder>', 'further folder that may be changed', collect, [])
		.option('--approve <mode>', 'ask, all, none, auto-edit, plan, or a time such as 10m')
		.option('--sandbox <mode>', 'what commands may change: read-only, workspace-write or off')
		.option('--yolo', 'ask nothing, not even for the dangerous')
		.addOption(new Option('--output-format <format>', 'text, json or stream-json'))
		.option('--json', 'the same as --output-format stream-json')
		.option('--include-partial-messages', 'stream-json: text as it comes, too')
		.option('--json-schema <file>', 'the answer is JSON that fits this JSON Schema')
		.option('-o, --output-last-message <file>', 'write the answer to a file, too')
		.option('--max-turns <n>', 'turns a run may take')
		.option('--max-cost <usd>', 'US dollars a run may cost')
		.option('--timeout <duration>', 'time a run may take: 90s, 10m')
		.option('--tools <names>', 'only these tools')
		.option('--disallowed-tools <names>', 'not these tools')
		.option('--system-prompt <text>', 'instead of the built-in one')
		.option('--append-system-prompt <text>', 'after the built-in one')
		.option('--no-session', 'store nothing')
		.option('--bare', 'no AGENTS.md, skills, hooks or MCP servers')
		.option('-v, --verbose', 'say more on stderr')
		.option('--no-color', 'no colours')
}

function collect(value: string, before: readonly string[]): readonly string[] {
	return [...before, value]
}
