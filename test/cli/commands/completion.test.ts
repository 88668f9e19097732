import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { CliCommand } from '../../../src/cli/cli-command/cli-command.ts'
import {
	bashScript,
	completion,
	fishScript,
	tableOf,
	zshScript,
} from '../../../src/cli/commands/completion.ts'
import { AGENT } from '../../../src/cli/definitions/agent.ts'
import { AgentError } from '../../../src/core/errors.ts'

const PROGRAM: CliCommand = {
	name: 'agent',
	description: 'root',
	options: [
		{ flags: '-m, --model <name>', description: "which model: the user's", values: 'models' },
		{ flags: '--cd <folder>', description: 'where' },
		{ flags: '--yolo', description: 'ask nothing' },
	],
	commands: [
		{
			name: 'run',
			description: 'once',
			options: [{ flags: '--format <f>', description: 'how', choices: ['text', 'json'] }],
		},
		{
			name: 'config',
			aliases: ['settings'],
			description: 'settings',
			commands: [
				{ name: 'get', description: 'one value' },
				{
					name: 'set',
					description: 'change',
					options: [{ flags: '-f, --force', description: 'really' }],
				},
			],
		},
		{
			name: 'completion',
			description: 'scripts',
			arguments: [{ usage: '<shell>', values: ['bash', 'zsh'] }],
		},
		{ name: 'show', description: 'one', arguments: [{ usage: '<session>', values: 'sessions' }] },
	],
}

/** What bash would offer after this line. */
function completed(line: string): readonly string[] {
	const words = line.split(' ')
	const script = `agent() { case $3 in models) echo 'a/one a/two:8b' ;; sessions) echo 01AB fixes ;; esac; }
${bashScript(tableOf(PROGRAM))}
COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_agent; printf '%s\\n' "\${COMPREPLY[@]}"`
	return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('bash', () => {
	const cases: readonly [line: string, offered: readonly string[]][] = [
		['agent ', ['run', 'config', 'completion', 'show']],
		['agent co', ['config', 'completion']],
		['agent --', ['--model', '--cd', '--yolo']],
		['agent --yolo r', ['run']],
		['agent config ', ['get', 'set']],
		['agent -m openai/x config s', ['set']],
		['agent config set --', ['--force']],
		['agent run --format ', ['text', 'json']],
		['agent run --format j', ['json']],
		['agent --cd ', []],
		['agent --model ', ['a/one', 'a/two:8b']],
		['agent -m a/t', ['a/two:8b']],
		['agent show ', ['01AB', 'fixes']],
		['agent show f', ['fixes']],
		['agent settings s', ['set']],
		['agent completion z', ['zsh']],
		['agent some prompt ', ['run', 'config', 'completion', 'show']],
	]
	for (const [line, offered] of cases)
		test(`"${line}" is followed by ${offered.join(', ') || 'files'}`, () => {
			assert.deepEqual(completed(line), offered)
		})
})

test('zsh and fish get every command and flag, with descriptions that cannot break out of their quotes', () => {
	const table = tableOf(PROGRAM)
	assert.match(zshScript(table), /-m\|--model\) words_=\(\) asked_=\(models\)/)
	assert.match(zshScript(table), /'show'\) words_=\(\) asked_=\(sessions\)/)
	assert.match(zshScript(table), /'config'\) words_=\('get:one value' 'set:change'\) flags_=\(\) ;;/)
	assert.match(zshScript(table), /'--model:which model: the user'"'"'s'/)
	const fish = fishScript(table).split('\n')
	assert.deepEqual(
		fish.filter(line => /model|get|format/.test(line)),
		[
			`complete -c agent -n 'not __fish_seen_subcommand_from run config settings completion show' -s m -l model -r -a '(agent completion --values models 2>/dev/null)' -d 'which model: the user'"'"'s'`,
			`complete -c agent -n '__fish_seen_subcommand_from run' -l format -r -a 'text json' -d 'how'`,
			`complete -c agent -n '__fish_seen_subcommand_from config settings; and not __fish_seen_subcommand_from get set' -a get -d 'one value'`,
			`complete -c agent -n '__fish_seen_subcommand_from config settings; and not __fish_seen_subcommand_from get set' -a set -d 'change'`,
		],
	)
})

for (const [shell, script] of [
	['zsh', zshScript],
	['fish', fishScript],
] as const)
	test.skipIf(spawnSync(shell, ['--version']).error)(`${shell} can read its script`, () => {
		const folder = mkdtempSync(join(tmpdir(), 'keelson-completion-'))
		try {
			// From a file: fish reads none from a pipe.
			writeFileSync(join(folder, 'script'), script(tableOf(AGENT)))
			execFileSync(shell, ['-n', join(folder, 'script')])
		} finally {
			rmSync(folder, { recursive: true })
		}
	})

test('bash can read the script of the program itself', () => {
	execFileSync('bash', ['-n'], { input: bashScript(tableOf(AGENT)) })
})

test('the values of the program itself are there: modes, formats, sandbox modes, efforts, settings and commands', () => {
	const { flags, commands } = tableOf(AGENT)
	const choicesOf = (long: string) => flags.find(flag => flag.long === long)?.choices
	assert.deepEqual(['--approve', '--output-format', '--sandbox', '--effort'].map(choicesOf), [
		['ask', 'auto-edit', 'plan', 'all', 'none'],
		['text', 'json', 'stream-json'],
		['read-only', 'workspace-write', 'off'],
		['none', 'low', 'medium', 'high'],
	])
	const find = (...path: readonly string[]) =>
		path.reduce<readonly (typeof commands)[number][]>(
			(found, name) => (found[0]?.commands ?? commands).filter(command => command.name === name),
			[],
		)[0]
	assert(find('config', 'set')?.words.includes('budget.maxTurns'))
	assert(find('help')?.words.includes('sessions'))
	assert.deepEqual(
		[find('login'), find('replay'), find('models')].map(found => found?.asked),
		[['providers'], ['sessions'], ['providers']],
	)
})

test('another shell is a mistake of usage', async () => {
	await assert.rejects(completion('tcsh', PROGRAM, { out: () => {} }), (error: unknown) => {
		assert(error instanceof AgentError)
		assert.deepEqual([error.code, error.message], ['usage', 'completion tcsh: expected bash, zsh, fish'])
		return true
	})
})
