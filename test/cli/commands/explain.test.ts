import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { explain } from '../../../src/cli/commands/explain.ts'

async function answer({
	command,
	json = false,
	stdin = [],
}: {
	command?: string
	json?: boolean
	stdin?: readonly string[]
}) {
	const said = { out: '', error: '', code: 0 }
	const bytes = stdin.map(text => new TextEncoder().encode(text))
	said.code = await explain({
		command,
		json,
		stdin: chunks(bytes),
		output: {
			out: text => {
				said.out += text
			},
			error: text => {
				said.error += text
			},
		},
		cwd: '/home/ada/work',
		home: '/home/ada',
	})
	return said
}

async function* chunks(all: readonly Uint8Array[]) {
	yield* all
}

describe('explain', () => {
	test('tells a person the verdict, the reasons, and each part with the rule that judged it', async () => {
		assert.deepEqual(await answer({ command: 'cat a.txt && rm -rf ~' }), {
			code: 0,
			error: '',
			out: [
				'ask-hard: cat a.txt && rm -rf ~',
				'  It removes ~. It is or holds the home folder.',
				'',
				'auto      cat a.txt',
				'          It prints files. [read-only/cat]',
				'ask-hard  rm -rf ~',
				'          It removes ~. It is or holds the home folder. [hard/remove-outside]',
				'',
			].join('\n'),
		})
	})

	test('is usage where nothing is said, also by an empty standard input', async () => {
		const nothing = {
			code: 2,
			out: '',
			error: "error: there is no command to explain; try agent explain 'git status'\n",
		}
		assert.deepEqual(await answer({}), nothing)
		assert.deepEqual(await answer({ stdin: ['\n'] }), nothing)
		assert.deepEqual(await answer({ json: true }), nothing)
		assert.deepEqual(await answer({ command: '-', json: true }), { code: 0, out: '', error: '' })
	})

	test('tells a script the same as one object', async () => {
		const { out } = await answer({ command: 'git status', json: true })
		assert.equal(out.at(-1), '\n')
		assert.deepEqual(JSON.parse(out), {
			verdict: 'auto',
			tier: 'read-only',
			reasons: ['Every part of it only reads.'],
			parts: [
				{
					command: 'git status',
					verdict: 'auto',
					reason: 'It prints the state of the work tree.',
					rule: 'read-only/git status',
				},
			],
		})
	})

	test('answers each line of its input with one line, in order, however the input is cut', async () => {
		const lines = ['"ls"', '"rm -rf /"', 'rm', '', '7', '"echo \\u00e4 > x"', '"git\\npush -f"']
		const text = `${lines.join('\n')}\n`
		for (const size of [1, 7, 1000]) {
			const stdin = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
			const { out } = await answer({ command: '-', json: true, stdin })
			const answers = out
				.trimEnd()
				.split('\n')
				.map(line => JSON.parse(line))
			assert.deepEqual(
				answers.map(({ verdict }) => verdict),
				['auto', 'ask-hard', 'ask', 'ask', 'ask', 'ask', 'ask'],
			)
			assert.deepEqual(
				answers.map(({ error }) => error),
				[
					undefined,
					undefined,
					'expected a JSON string, got rm',
					'expected a JSON string, got ',
					'expected a JSON string, got 7',
					undefined,
					undefined,
				],
			)
		}
	})

	test('answers a last line without a line end, too', async () => {
		const { out } = await answer({ command: '-', json: true, stdin: ['"ls"'] })
		assert.equal(JSON.parse(out).verdict, 'auto')
	})

	test('takes a command from its input', async () => {
		assert.match((await answer({ stdin: ['ls\n', 'pwd\n'] })).out, /^auto: ls\npwd\n/)
	})

	test('shows what is invisible, and lets no control character through', async () => {
		const { out } = await answer({ command: 'ls \u001b[2K\u202e' })
		assert.match(out, /^ask: ls \\u\{1b\}\[2K\\u\{202e\}\n/)
		assert.doesNotMatch(out, /[\u001b\u202e]/)
	})
})
