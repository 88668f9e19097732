import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { HOOK_EVENTS, type HookEvent } from '../../../src/extensions/hooks/hook.ts'
import { type HookEnd, type HookReply, readReply } from '../../../src/extensions/hooks/hook-output.ts'
import { joinReplies } from '../../../src/extensions/hooks/hook-replies.ts'

function reply(event: HookEvent, exitCode: number, stdout: unknown, stderr = '', isCut = false): HookReply {
	const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout)
	const end: HookEnd = {
		kind: 'exit',
		exitCode,
		stdout: { text, isCut },
		stderr: { text: stderr, isCut: false },
	}
	return readReply({ event, onFailure: 'continue' }, end)
}

function specific(event: HookEvent, more: object) {
	return { hookSpecificOutput: { hookEventName: event, ...more } }
}

const EVENTS = Object.keys(HOOK_EVENTS).filter((name): name is HookEvent => name in HOOK_EVENTS)

describe('what a hook answers', () => {
	test('exit code 2 means what it means for each event', () => {
		const found = EVENTS.map(event => [event, Object.keys(reply(event, 2, '{"broken', ' no '))[0]])
		assert.deepEqual(Object.fromEntries(found), {
			PreToolUse: 'permission',
			PermissionRequest: 'permission',
			PostToolUse: 'context',
			PostToolUseFailure: 'context',
			PostToolBatch: 'stop',
			UserPromptSubmit: 'block',
			Stop: 'block',
			SubagentStart: 'message',
			SubagentStop: 'block',
			SessionStart: 'message',
			SessionEnd: 'message',
			PreCompact: 'block',
			PostCompact: 'message',
			Notification: 'message',
		})
		assert.deepEqual(reply('PreToolUse', 2, '', ' no '), { permission: { outcome: 'deny', reason: 'no' } })
	})

	test.each(EVENTS)('%s: silence, plain text, exit code 1, 127 and garbage change nothing', event => {
		const says = event === 'UserPromptSubmit' || event === 'SessionStart'
		assert.deepEqual(reply(event, 0, ''), {})
		assert.deepEqual(reply(event, 0, 'hello\n'), says ? { context: 'hello' } : {})
		assert.deepEqual(reply(event, 1, '{"decision":"block"}', 'a\nb'), { failure: 'exit code 1: a' })
		assert.deepEqual(reply(event, 127, ''), { failure: 'exit code 127' })
		assert.deepEqual(Object.keys(reply(event, 0, '{"decision": ')), ['failure'])
		assert.deepEqual(Object.keys(reply(event, 0, '{"decision":"block"}', '', true)), ['failure'])
		assert.deepEqual(Object.keys(reply(event, 0, { hookSpecificOutput: 7 })), ['failure'])
		assert.deepEqual(Object.keys(reply(event, 0, { hookSpecificOutput: { hookEventName: 'Other' } })), [
			'failure',
		])
		assert.deepEqual(reply(event, 0, { suppressOutput: true, unknown: 1 }), {})
	})

	test.each(EVENTS)('%s: one that must not fail blocks when it does', event => {
		const failed = readReply({ event, onFailure: 'block' }, { kind: 'failed', why: 'no end within 1 s' })
		assert.equal(failed.failure, undefined)
		assert.match(JSON.stringify(failed), /must not fail: no end within 1 s/)
	})

	test('the fields that every event has', () => {
		assert.deepEqual(reply('Stop', 0, { continue: false, stopReason: 'late', systemMessage: 'hey' }), {
			stop: 'late',
			message: 'hey',
		})
		assert.deepEqual(reply('Stop', 0, { decision: 'block', reason: 'run the tests' }), {
			block: 'run the tests',
		})
		assert.deepEqual(reply('SessionStart', 0, specific('SessionStart', { additionalContext: 'on main' })), {
			context: 'on main',
		})
		assert.deepEqual(reply('PostToolUse', 0, { decision: 'block', reason: 'lint failed' }), {
			context: 'lint failed',
		})
	})

	test('decisions on calls, in the words of now and of before', () => {
		const decided = (more: object) => reply('PreToolUse', 0, specific('PreToolUse', more))
		assert.deepEqual(decided({ permissionDecision: 'deny', permissionDecisionReason: 'no' }), {
			permission: { outcome: 'deny', reason: 'no' },
		})
		assert.deepEqual(decided({ permissionDecision: 'defer' }), { permission: { outcome: 'ask', reason: '' } })
		assert.deepEqual(decided({ permissionDecision: 'allow', updatedInput: { command: 'b' } }), {
			permission: { outcome: 'allow', reason: '' },
			input: { command: 'b' },
		})
		assert.deepEqual(Object.keys(decided({ permissionDecision: 'maybe' })), ['failure'])
		assert.deepEqual(reply('PreToolUse', 0, { decision: 'approve', reason: 'ok' }), {
			permission: { outcome: 'allow', reason: 'ok' },
		})
		assert.deepEqual(reply('PreToolUse', 0, { decision: 'block', reason: 'no' }), {
			permission: { outcome: 'deny', reason: 'no' },
		})
		const request = { decision: { behavior: 'deny', message: 'no', interrupt: true } }
		assert.deepEqual(reply('PermissionRequest', 0, specific('PermissionRequest', request)), {
			permission: { outcome: 'deny', reason: 'no' },
			stop: 'no',
		})
	})

	test('what is long is cut, with a word of how much', () => {
		const { context = '' } = reply('SessionStart', 0, 'x'.repeat(10_500))
		assert.ok(context.endsWith('[… 500 characters left out …]'))
	})

	test('of several the strictest wins, and everything for the model is kept', () => {
		const joined = joinReplies([
			{ hook: 'a', reply: { permission: { outcome: 'allow', reason: '' }, input: { x: 1 }, context: 'one' } },
			{ hook: 'b', reply: { permission: { outcome: 'ask', reason: 'hm' }, context: 'two' } },
			{ hook: 'c', reply: { failure: 'broke' } },
		])
		assert.deepEqual(joined, {
			permission: { hook: 'b', outcome: 'ask', reason: 'hm' },
			input: { hook: 'a', input: { x: 1 } },
			contexts: [
				{ hook: 'a', text: 'one' },
				{ hook: 'b', text: 'two' },
			],
			messages: [],
			failures: [{ hook: 'c', text: 'broke' }],
		})
		const denied = joinReplies([
			{ hook: 'a', reply: { input: { x: 1 } } },
			{ hook: 'b', reply: { permission: { outcome: 'deny', reason: 'no' } } },
		])
		assert.equal(denied.input, undefined)
	})
})
