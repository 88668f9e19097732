import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { Argument, Command, Option } from 'commander'
import { describe, test } from 'vitest'
import {
	bashScript,
	completion,
	fishScript,
	tableOf,
	zshScript,
} from '../../../src/cli/commands/completion.ts'
import { AgentError } from '../../../src/core/errors.ts'

function program(): Command {
	const root = new Command('agent').description('root')
	root.option('-m, --model <name>', "which model: the user's").option('--yolo', 'ask nothing')
	root
		.command('run')
		.description('once')
		.addOption(new Option('--format <f>', 'how').choices(['text', 'json']))
	const config = root.command('config').description('settings')
	config.command('get').description('one value')
	config.command('set').description('change').option('-f, --force', 'really')
	root
		.command('completion')
		.description('scripts')
		.addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
	return root
}

/** What bash would offer after this line. */
function completed(line: string): readonly string[] {
	const words = line.split(' ')
	const script = `${bashScript(tableOf(program()))}
COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_agent; printf '%s\\n' "\${COMPREPLY[@]}"`
	return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('bash', () => {
	const cases: readonly [line: string, offered: readonly string[]][] = [
		['agent ', ['run', 'config', 'completion']],
		['agent co', ['config', 'completion']],
		['agent --', ['--model', '--yolo']],
		['agent --yolo r', ['run']],
		['agent config ', ['get', 'set']],
		['agent -m openai/x config s', ['set']],
		['agent config set --', ['--force']],
		['agent run --format ', ['text', 'json']],
		['agent run --format j', ['json']],
		['agent --model ', []],
		['agent completion z', ['zsh']],
		['agent some prompt ', ['run', 'config', 'completion']],
	]
	for (const [line, offered] of cases)
		test(`"${line}" is followed by ${offered.join(', ') || 'files'}`, () => {
			assert.deepEqual(completed(line), offered)
		})
})

test('zsh and fish get every command and flag, with descriptions that cannot break out of their quotes', () => {
	const table = tableOf(program())
	assert.match(zshScript(table), /'config'\) words_=\('get:one value' 'set:change'\) flags_=\(\) ;;/)
	assert.match(zshScript(table), /'--model:which model: the user'"'"'s'/)
	const fish = fishScript(table).split('\n')
	assert.deepEqual(
		fish.filter(line => /model|get|format/.test(line)),
		[
			`complete -c agent -n 'not __fish_seen_subcommand_from run config completion' -s m -l model -r -d 'which model: the user'"'"'s'`,
			`complete -c agent -n '__fish_seen_subcommand_from run' -l format -r -a 'text json' -d 'how'`,
			`complete -c agent -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from get set' -a get -d 'one value'`,
			`complete -c agent -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from get set' -a set -d 'change'`,
		],
	)
})

for (const [shell, script] of [
	['zsh', zshScript],
	['fish', fishScript],
] as const)
	test.skipIf(spawnSync(shell, ['--version']).error)(`${shell} can read its script`, () => {
		execFileSync(shell, ['-n'], { input: script(tableOf(program())) })
	})

test('another shell is a mistake of usage', async () => {
	await assert.rejects(completion('tcsh', program(), { out: () => {} }), (error: unknown) => {
		assert(error instanceof AgentError)
		assert.deepEqual([error.code, error.message], ['usage', 'completion tcsh: expected bash, zsh, fish'])
		return true
	})
})
