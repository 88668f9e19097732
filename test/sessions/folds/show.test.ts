import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { showSession } from '../../../src/sessions/folds/show.ts'
import {
	condensed,
	message,
	runEnd,
	runStart,
	SESSION,
	sessionStart,
	steer,
	story,
	toolEnd,
	toolStart,
} from '../../support/sessions/story.ts'

test('what a run cost is told by what it was spent on, and an agent is no word about memory', () => {
	const spent = (costMicroUsd: number, spender?: 'picture'): StoredEvent => ({
		type: 'attempt-end',
		attempt: 1,
		model: { provider: 'mine', model: 'm' },
		usage: NO_USAGE,
		costMicroUsd,
		durationMs: 1,
		...(spender && { spender }),
	})
	const agentEnd = {
		...spent(1_000),
		type: 'agent-end',
		agentId: 's2',
		callId: 'c1',
	} as unknown as StoredEvent
	const end = { ...runEnd(), costMicroUsd: 31_000 } as StoredEvent
	const text = showSession(story([runStart('draw'), spent(10_000), spent(20_000, 'picture'), agentEnd, end]))
	assert.match(text, /, \$0\.0310 \(chat \$0\.0100, pictures \$0\.0200, sub-agents \$0\.0010\)\]/)
	assert.doesNotMatch(text, /memory/)
})

test('a session reads as what was asked, what was done and how it went, what was answered, what it cost', () => {
	const end: StoredEvent = {
		...(runEnd() as Extract<StoredEvent, { type: 'run-end' }>),
		turns: 2,
		costMicroUsd: 41_200,
	}
	const events = [
		sessionStart(),
		{ type: 'session-rename', name: 'bug hunt' } as const,
		runStart('fix\nthe bug'),
		message('I look.', ['a', 'b']),
		toolEnd('b', 'no such file\nreally', 'failed'),
		toolEnd('a'),
		steer('be quick'),
		message('Fixed.\n\n'),
		end,
	]
	assert.equal(
		showSession(story(events)),
		[
			'Session in /work/project',
			'Named bug hunt',
			'',
			'> fix',
			'> the bug',
			'',
			'I look.',
			'  shell {"command":"ls"}  ok',
			'  shell {"command":"ls"}  failed: no such file',
			'',
			'> (meanwhile) be quick',
			'',
			'Fixed.',
			'',
			'[finished; 2 turns, $0.0412]',
			'',
		].join('\n'),
	)
})

test('a call without its message, one without a result, are told as what they are, and of an unknown cost nothing is said', () => {
	const cut: StoredEvent = {
		...(runEnd('failed') as Extract<StoredEvent, { type: 'run-end' }>),
		error: { code: 'overloaded', message: 'too busy' },
		costMicroUsd: undefined,
	}
	assert.equal(
		showSession(story([runStart('go'), toolStart('early'), message('', ['lost']), cut])),
		'\n> go\n  shell {"command":"ls"}  no result\n  shell {"command":"ls"}  no result\n\n[failed: too busy; 1 turn]\n',
	)
})

test('a call is told by what it was about, in one line, and not by its arguments', () => {
	const started = { ...toolStart('a'), subject: 'make\nmake install\n' } as StoredEvent
	const text = showSession(story([runStart('go'), message('', ['a']), started, toolEnd('a')]))
	assert.match(text, /^ {2}\w+ make … {2}ok$/m)
	assert.doesNotMatch(text, /[{}]/)
})

test('a copy says of what', () => {
	const start = { ...sessionStart(), parent: { sessionId: SESSION, seq: 9 } } as StoredEvent
	assert.equal(
		showSession(story([start])),
		`Session in /work/project\nCopied from ${SESSION}, up to number 9\n`,
	)
})

test('where history was condensed, what the model was left with can be read', () => {
	const shown = showSession(
		story([sessionStart(), runStart('go'), condensed('Go on\nwith plums.'), runEnd()]),
	)
	assert.match(shown, /\[history condensed: 900 tokens became 300\]\n\n {2}Go on\n {2}with plums\.\n/)
})

test('where it left the window without a summary, that is said', () => {
	const shown = showSession(story([sessionStart(), runStart('go'), condensed(undefined), runEnd()]))
	assert.match(shown, /\[history shortened without a summary: 900 tokens became 300\]\n/)
})
