import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../../src/core/json.ts'
import { hookName, timeoutOf } from '../../../src/extensions/hooks/hook.ts'
import { readHooks } from '../../../src/extensions/hooks/read-hooks.ts'

function read(value: JsonValue) {
	return readHooks([{ origin: { scope: 'user' }, path: '/s.json', value }])
}

function commandHook(more: Record<string, JsonValue> = {}): JsonValue {
	return { type: 'command', command: 'true', ...more }
}

describe('reading hooks', () => {
	test('settings, a plugin’s file with its description, and every field of a command', () => {
		const { hooks, problems } = read({
			description: 'checks',
			hooks: {
				PreToolUse: [
					{
						matcher: 'Edit|Write',
						hooks: [
							{
								type: 'command',
								command: 'node',
								args: ['check.js'],
								if: 'Edit(*.ts)',
								timeout: 1.5,
								once: true,
								async: false,
								onFailure: 'block',
								statusMessage: 'checking',
							},
						],
					},
				],
				Stop: [{ hooks: [commandHook()] }],
			},
		})
		assert.deepEqual(problems, [])
		assert.deepEqual(
			hooks.map(({ event, matcher }) => [event, matcher]),
			[
				['PreToolUse', 'Edit|Write'],
				['Stop', ''],
			],
		)
		const { handler, condition, timeoutMs, once, isAsync, onFailure, statusMessage } = hooks[0]!
		assert.deepEqual(handler, { type: 'command', command: 'node', args: ['check.js'], shell: 'bash' })
		assert.deepEqual(
			[condition, timeoutMs, once, isAsync, onFailure, statusMessage],
			['Edit(*.ts)', 1500, true, false, 'block', 'checking'],
		)
	})

	test('what cannot be used is named with its place, and the rest is used', () => {
		const { hooks, problems, unused } = read({
			PreToolUze: [],
			StopFailure: [{ hooks: [commandHook()] }],
			PostToolUse: [
				{ matcher: '(', hooks: [commandHook()] },
				{
					matcher: 'Edit',
					hooks: [commandHook(), { type: 'prompt', prompt: 'is it fine?' }, { type: 'shell' }],
				},
				{ hooks: 'ls' },
				{ hooks: [commandHook({ timeout: 0 }), { type: 'command' }, { type: 'http', url: 'ftp://a' }] },
			],
			Stop: {},
		})
		assert.equal(hooks.length, 1)
		assert.deepEqual(unused, ['/s.json: StopFailure never comes up here.'])
		assert.deepEqual(problems, [
			'/s.json: there is no hook event PreToolUze; did you mean PreToolUse?',
			'/s.json: PostToolUse[0]: the matcher "(" is no regular expression, so its hooks never run.',
			'/s.json: PostToolUse[1].hooks[1]: hooks of type prompt are not supported, so it never runs.',
			'/s.json: PostToolUse[1].hooks[2]: there is no hook type "shell"; there are command and http.',
			'/s.json: PostToolUse[2] must be an object with a list under hooks.',
			'/s.json: PostToolUse[3].hooks[0]: timeout must be a number of seconds above 0, not 0.',
			'/s.json: PostToolUse[3].hooks[1]: command must be a command line.',
			'/s.json: PostToolUse[3].hooks[2]: url must be an http or https address, not "ftp://a".',
			'/s.json: Stop must be a list of matchers, each with its hooks.',
		])
	})

	test('how long a hook may take where it does not say, and at most at the end', () => {
		const at = (event: string, more: Record<string, JsonValue> = {}) =>
			timeoutOf(read({ [event]: [{ hooks: [commandHook(more)] }] }).hooks[0]!)
		assert.equal(at('PreToolUse'), 600_000)
		assert.equal(at('UserPromptSubmit'), 30_000)
		assert.equal(at('SessionEnd'), 5_000)
		assert.equal(at('SessionEnd', { timeout: 600 }), 60_000)
		assert.equal(at('Stop', { timeout: 10_000_000 }), 2 ** 31 - 1)
	})

	test('is called by its script, its line or its address', () => {
		const name = (command: string, args?: readonly string[]) =>
			hookName({ handler: { type: 'command', command, shell: 'bash', ...(args && { args }) } })
		assert.equal(name('"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-rm.sh'), 'block-rm.sh')
		assert.equal(name('/usr/bin/python3 ~/.claude/hooks/check.py --strict'), 'check.py')
		assert.equal(name('uv', ['run', '/x/guard.py']), 'guard.py')
		assert.equal(name('echo x >> /tmp/log'), 'echo x >> /tmp/log')
		assert.equal(name('jq -r .tool_input.command'), 'jq -r .tool_input.command')
		assert.equal(
			hookName({ handler: { type: 'http', url: 'http://a/b', headers: {}, allowedEnvVars: [] } }),
			'http://a/b',
		)
	})
})
