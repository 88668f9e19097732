import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import type { AgentEvent, RunEndReason } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, QuestionId, SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import { backgroundEndsText } from '../../../src/core/text/background-end.ts'
import { failedResult, okResult, type TodoItem } from '../../../src/core/tool.ts'
import { foldedRows } from '../../../src/tui/blocks/folded-rows.ts'
import { newTotals } from '../../../src/tui/state/run-totals.ts'
import { EMPTY_VIEW, planOf, type View } from '../../../src/tui/state/view.ts'
import type { Block } from '../../../src/tui/state/view-block.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { callLine } from '../../../src/tui/transcript/call-rows.ts'
import {
	approvalRequest,
	call,
	envelope,
	MODEL,
	opened,
	progress,
	RUN,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

function folded(...events: readonly AgentEvent[]): View {
	return events.reduce((view, event, index) => foldView(view, envelope(event, index)), EMPTY_VIEW)
}

/** Blocks in a word each, to see their order. */
function story(view: View): readonly string[] {
	return view.blocks.recent.map(told)
}

function told(block: Block): string {
	switch (block.kind) {
		case 'call':
			return `${block.call.tool} ${block.call.subject}: ${block.call.state}`
		case 'notice':
			return `${block.level}: ${block.text}`
		case 'prompt':
		case 'answer':
		case 'reasoning':
			return `${block.kind}: ${block.text}`
		default:
			return block.kind
	}
}

test('the end of a command in the background is a row, whether it was told when it happened or only the log has it', () => {
	const line = 'bg-1 has ended: exit code 3 after 4.0s · npm test'
	const stored: AgentEvent = { type: 'correction', message: userText(backgroundEndsText([line])) }
	const live: AgentEvent = { type: 'notice', level: 'warning', text: line }
	const rows = (...events: readonly AgentEvent[]) =>
		story(folded(opened, ...events)).filter(row => row.includes('bg-1'))
	assert.deepEqual(rows(live, runStart('and?'), stored), [`warning: ${line}`])
	assert.deepEqual(rows(runStart('and?'), stored), [`info: ${line}`])
})

test('going back, and taking that back, are told apart', () => {
	const rewind = (toSeq: number): AgentEvent => ({
		type: 'rewind',
		toSeq,
		conversation: true,
		files: { restored: 'a', undo: 'b', changed: 2 },
	})
	// The third event, so its number is 2.
	assert.deepEqual(story(folded(opened, runStart('go'), rewind(0), rewind(1))).slice(-2), [
		'info: Went back: what was said since no longer counts, 2 files had to change. /undo takes that back.',
		'info: Taken back: 2 files had to change. The conversation is as it was.',
	])
})

test('the plan goes back with the conversation, and comes again when that is taken back', () => {
	const planned = (text: string): AgentEvent =>
		toolEnd(`call-${text}`, 'todo', okResult('noted', { type: 'todo', items: [{ text, status: 'pending' }] }))
	const back = (toSeq: number, conversation = true): AgentEvent => ({ type: 'rewind', toSeq, conversation })
	const planAfter = (...events: readonly AgentEvent[]) => folded(...events).todo.map(({ text }) => text)
	const said = [opened, planned('one'), runStart('more'), planned('two')]
	assert.deepEqual(planAfter(...said, back(1)), ['one'])
	assert.deepEqual(planAfter(...said, back(0)), [])
	assert.deepEqual(planAfter(...said, back(0, false)), ['two'])
	assert.deepEqual(planAfter(...said, back(1), back(3)), ['two'])
	assert.deepEqual(planAfter(...said, back(1), runStart('other'), back(5)), ['one'])
})

test('a run that ends at a limit says in words which one, how long it took and how to go on', () => {
	const ended = (reason: RunEndReason, code: ErrorCode, text: string) => {
		const error = { code, message: text }
		const view = folded(opened, runStart('go'), { ...runEnd(reason), error } as AgentEvent)
		const block = view.blocks.recent.at(-1)
		return block?.kind === 'notice' ? block.text : undefined
	}
	assert.deepEqual(
		[
			ended('turn-limit', 'turn-limit', '9 turns are used up (--max-turns)'),
			ended('stuck', 'stuck', 'the model made the same call 5 times in a row'),
		],
		[
			'9 turns are used up (--max-turns). Say “go on” to continue.',
			'the model made the same call 5 times in a row',
		],
	)
})

test.each<[string, AgentEvent, string, string | undefined]>([
	['is done', runEnd(), 'run-end', undefined],
	['is stopped', runEnd('cancelled'), 'notice', 'Interrupted. Plan 1/2.'],
	[
		'has failed',
		runEnd('turn-limit'),
		'notice',
		'The limit of turns is reached. Say “go on” to continue. Plan 1/2.',
	],
])(
	'the plan of a run that %s is in the row of its end, and the next run begins without one',
	(_how, end, kind, said) => {
		const items: readonly TodoItem[] = [
			{ text: 'read', status: 'done' },
			{ text: 'write', status: 'pending' },
		]
		const planned = [
			opened,
			runStart('go'),
			toolEnd('c1', 'todo', okResult('noted', { type: 'todo', items })),
			end,
		]
		const view = folded(...planned)
		const block = view.blocks.recent.at(-1)
		assert.ok(block)
		assert.equal(block.kind, kind)
		if (block.kind === 'notice') assert.equal(block.text, said)
		const rows = foldedRows(block, {
			width: 100,
			fold: 'open',
			isRaw: false,
			theme: PLAIN,
			highlighter: undefined,
		})
		assert.deepEqual(rows.slice(-2), ['☑ read', '☐ write'])
		assert.match(rows[0] ?? '', /plan 1\/2/i)
		assert.deepEqual(planOf(view), items)
		assert.deepEqual(planOf(folded(...planned, runStart('something else'))), [])
		const again = toolEnd('c2', 'todo', okResult('noted', { type: 'todo', items }))
		assert.deepEqual(planOf(folded(...planned, runStart('something else'), again)), items)
	},
)

test('of a script that would be held by nothing a stop leaves the script, not the words of the question', () => {
	const asked = approvalRequest('a1', { title: 'run without the sandbox: make ⏎ make install' })
	if (asked.type !== 'approval-request') throw new Error('no question')
	const request = { ...asked.request, command: 'make\n\n  make install\n' }
	const end = {
		type: 'approval-end',
		approvalId: 'a1',
		callId: 'call-a1',
		decision: { answer: 'no' },
		by: 'cancel',
	}
	const { blocks } = folded(
		runStart('go'),
		{ type: 'approval-request', request },
		end as AgentEvent,
		runEnd('cancelled'),
	)
	const calls = blocks.recent.filter(block => block.kind === 'call')
	assert.deepEqual(
		calls.map(({ call }) => [call.state, call.script, call.answered]),
		[['cancelled', ['make', '', '  make install'], 'without the sandbox']],
	)
})

test('a call asked about again while it runs keeps its subject, and runs on once that is answered', () => {
	const asked = [
		runStart('go'),
		toolStart('call-a1', 'shell', { command: 'make' }),
		approvalRequest('a1', { title: 'run again without the sandbox: make' }),
	]
	const [asking] = folded(...asked).calls
	assert.deepEqual([asking?.state, asking?.subject], ['asking', 'make'])
	const no = {
		type: 'approval-end',
		approvalId: 'a1',
		callId: 'call-a1',
		decision: { answer: 'no' },
		by: 'user',
	}
	const [after] = folded(...asked, no as AgentEvent).calls
	assert.deepEqual([after?.state, after?.subject], ['running', 'make'])
})

test.each([
	['no', '✗ shell npm install  without the sandbox · refused'],
	['once', '✓ shell npm install  without the sandbox, allowed'],
] as const)(
	'a command that needs to be outside of the sandbox is named by itself, answered with %s',
	(answer, row) => {
		const asked = approvalRequest('a1', { title: 'run without the sandbox: npm install' })
		if (asked.type !== 'approval-request') throw new Error('no question')
		const request = { ...asked.request, command: 'npm install' }
		const [asking] = folded(runStart('go'), { type: 'approval-request', request }).calls
		assert.ok(asking)
		assert.equal(plainText(callLine(asking, 80)), '? shell npm install  without the sandbox · asks')
		const end = {
			type: 'approval-end',
			approvalId: 'a1',
			callId: 'call-a1',
			decision: { answer },
			by: 'user',
		} as AgentEvent
		const rest =
			answer === 'no'
				? [toolEnd('call-a1', 'shell', { ...okResult('no'), outcome: 'refused' })]
				: [
						toolStart('call-a1', 'shell', { command: 'npm install' }),
						toolEnd('call-a1', 'shell', okResult('')),
					]
		const { blocks, calls } = folded(
			runStart('go'),
			{ type: 'approval-request', request },
			end,
			...rest,
			runEnd(),
		)
		const done = calls[0] ?? blocks.recent.flatMap(block => (block.kind === 'call' ? [block.call] : []))[0]
		assert.ok(done)
		assert.equal(plainText(callLine(done, 80)), row)
	},
)

const readA = call('c1', 'read', { path: 'a.ts' })
const readB = call('c2', 'read', { path: 'b.ts' })

test('a run is a prompt, an answer, its calls in the order of the model', () => {
	const view = folded(
		runStart('go'),
		said('Looking.', readA, readB),
		toolStart('c1', 'read', { path: 'a.ts' }),
		toolStart('c2', 'read', { path: 'b.ts' }),
		toolEnd('c2', 'read', okResult('b')),
		toolEnd('c1', 'read', failedResult('no such file')),
		said('Done.'),
		runEnd(),
	)
	assert.deepEqual(story(view), [
		'prompt: go',
		'answer: Looking.',
		'read a.ts: failed',
		'read b.ts: ok',
		'answer: Done.',
		'run-end',
	])
	assert.equal(view.run, undefined)
})

test('a call that ran before its message ended stands below the text of that message', () => {
	const view = folded(
		runStart('go'),
		text('Look'),
		toolStart('c1', 'read', { path: 'a.ts' }),
		toolEnd('c1', 'read', okResult('a')),
		text('ing.'),
		said('Looking.', readA),
	)
	assert.deepEqual(story(view), ['prompt: go', 'answer: Looking.', 'read a.ts: ok'])
})

test('a stored session folds to the same blocks as the live one, which had deltas as well', () => {
	const stored = [
		runStart('go'),
		said('One.', readA),
		toolEnd('c1', 'read', okResult('a')),
		said('Two.'),
		runEnd(),
	] as const
	const [start, one, end, two, last] = stored
	const live = [start, text('O'), text('ne.'), one, progress('c1', 'x'), end, text('Two.'), two, last]
	assert.deepEqual(story(folded(...live)), story(folded(...stored)))
})

test('reasoning becomes a block when the answer begins, and only once', () => {
	const thought: AgentEvent = { type: 'reasoning-delta', text: 'hm' }
	const message = said({ type: 'reasoning', text: 'hm' }, 'So.')
	assert.deepEqual(story(folded(runStart('go'), thought, text('So'))), ['prompt: go', 'reasoning: hm'])
	assert.deepEqual(story(folded(runStart('go'), thought, text('So.'), message)), [
		'prompt: go',
		'reasoning: hm',
		'answer: So.',
	])
	assert.deepEqual(story(folded(runStart('go'), message)), ['prompt: go', 'reasoning: hm', 'answer: So.'])
})

test('what was streamed stays when the message turns out to be another', () => {
	assert.deepEqual(story(folded(runStart('go'), text('my key is abc'), said('my key is [REDACTED]'))), [
		'prompt: go',
		'answer: my key is abc',
	])
})

test('a reply that begins again says that what is above does not count', () => {
	const view = folded(runStart('go'), text('half a'), { type: 'reply-restart' }, text('whole'), said('whole'))
	assert.deepEqual(story(view), [
		'prompt: go',
		'warning: The reply broke off and begins again; what was shown of it above does not count.',
		'answer: whole',
	])
})

test('an interrupted run shows its half answer and what may have run', () => {
	const view = folded(
		runStart('go'),
		said(
			'First.',
			call('c1', 'shell', { command: 'make' }),
			call('c2', 'shell', { command: 'make install' }),
		),
		toolStart('c1', 'shell', { command: 'make' }),
		runEnd('cancelled'),
	)
	assert.deepEqual(story(view), [
		'prompt: go',
		'answer: First.',
		'shell make: interrupted',
		'shell make install: cancelled',
		'info: Interrupted.',
	])
})

test('a cancelled answer without a message is kept as far as it got', () => {
	assert.deepEqual(story(folded(runStart('go'), text('half'), runEnd('cancelled'))), [
		'prompt: go',
		'answer: half',
		'info: Interrupted.',
	])
})

test('questions are asked one after the other and gone when they are answered', () => {
	const both = folded(runStart('go'), approvalRequest('a1', {}), approvalRequest('a2', {}))
	assert.deepEqual(
		both.calls.map(({ callId, state }) => [callId, state]),
		[
			['call-a1', 'asking'],
			['call-a2', 'asking'],
		],
	)
	const end = {
		type: 'approval-end',
		approvalId: 'a1',
		callId: 'call-a1',
		decision: { answer: 'once' },
		by: 'user',
	}
	const answered = (...decisions: readonly object[]) =>
		decisions.reduce<typeof both>(
			(view, decision, index) => foldView(view, envelope({ ...end, decision } as AgentEvent, 20 + index)),
			both,
		).calls[0]?.answered
	assert.deepEqual(
		[
			answered({ answer: 'session', remark: ' no\u001b[2J tabs\n' }),
			answered({ answer: 'edit', command: 'make' }, { answer: 'once' }),
		],
		['allowed for this session: “no tabs”', 'changed by you, allowed'],
	)
	const one = foldView(both, envelope(end as AgentEvent, 9))
	assert.deepEqual(
		one.asked.map(asked => asked.kind === 'approval' && asked.request.approvalId),
		['a2'],
	)
})

test('a call about which something is asked first is still there with what it did', () => {
	const question = {
		questionId: 'q1' as QuestionId,
		callId: 'c1' as CallId,
		text: 'Commands run without asking from now on.',
		options: ['keep it so', 'ask me each time'],
	}
	const shown = (tool: string, input: object) =>
		folded(
			runStart('go'),
			said(call('c1', tool, input)),
			{ type: 'question-request', question },
			{
				type: 'question-end',
				questionId: question.questionId,
				callId: question.callId,
				answer: 'keep it so',
			},
			toolStart('c1', tool, input),
			toolEnd('c1', tool, okResult('12 passed')),
			runEnd(),
		).blocks.recent.flatMap(block => {
			if (block.kind === 'question') return [`question: ${block.answer}`]
			if (block.kind !== 'call') return []
			const { tool: name, result, question: asked } = block.call
			return [asked ? `${name} asked: ${asked.answer}` : `${name}: ${result?.text}`]
		})
	assert.deepEqual(shown('shell', { command: 'npm test' }), ['question: keep it so', 'shell: 12 passed'])
	assert.deepEqual(shown('ask_user', { question: question.text }), ['ask_user asked: keep it so'])
})

test('a look that somebody had to allow is not folded away', () => {
	const seen = okResult('x', { type: 'files', seen: [] })
	const { blocks } = folded(
		runStart('go'),
		toolStart('c1', 'read', { path: 'a.ts' }),
		toolEnd('c1', 'read', seen),
		approvalRequest('a1', {}, 'read'),
		{
			type: 'approval-end',
			approvalId: 'a1' as ApprovalId,
			callId: 'call-a1' as CallId,
			decision: { answer: 'once', remark: 'only the names' },
			by: 'user',
		},
		toolStart('call-a1', 'read', { path: '/etc/passwd' }),
		toolEnd('call-a1', 'read', seen),
		toolStart('c2', 'read', { path: 'b.ts' }),
		toolEnd('c2', 'read', seen),
		runEnd(),
	)
	assert.deepEqual(
		blocks.recent.flatMap(block => (block.kind === 'call' ? [block.call.answered] : [])),
		[undefined, 'allowed: “only the names”', undefined],
	)
})

test('opening a session forgets the one before, but not what has been drawn', () => {
	const before = folded(opened, runStart('go'), text('half'))
	const after = foldView(before, { ...envelope(opened, 0), sessionId: 'other' as SessionId })
	assert.deepEqual(
		{ ...after, blocks: after.blocks.total },
		{
			...EMPTY_VIEW,
			model: MODEL,
			sessionId: 'other',
			cwd: '/home/me/project',
			blocks: 3,
		},
	)
})

describe('the run', () => {
	const run = (...events: readonly AgentEvent[]) => folded(runStart('go'), ...events).run
	const totals = newTotals(EMPTY_VIEW)
	const fresh = {
		runId: RUN,
		startedAt: 1_000_000,
		progress: '',
		isCancelling: false,
		retry: undefined,
		totals,
	}

	test('its progress is told with its turn', () => {
		const progressed: AgentEvent = { type: 'progress', turn: 2, maxTurns: 100, text: 'Running read, grep' }
		assert.deepEqual(run(progressed), { ...fresh, progress: '[2/100] Running read, grep' })
	})

	test('a pause is over when text comes', () => {
		const waiting: AgentEvent = {
			type: 'retry-wait',
			cause: { code: 'overloaded', message: 'overloaded' },
			waitMs: 5000,
			retry: 1,
			maxRetries: 5,
		}
		assert.deepEqual(run(waiting), {
			...fresh,
			retry: { cause: 'overloaded', retry: 1, maxRetries: 5, until: 1_005_001 },
		})
		assert.deepEqual(run(waiting, text('hi')), fresh)
	})

	test('a failure says why', () => {
		const end: AgentEvent = {
			...runEnd(),
			reason: 'failed',
			error: { code: 'auth-failed', message: 'bad key' },
		} as AgentEvent
		assert.deepEqual(story(folded(runStart('go'), end)), ['prompt: go', 'error: bad key'])
	})
})

test('attempts add up to what the session has used', () => {
	const usage = {
		inputTokens: 100,
		cachedInputTokens: 80,
		cacheWriteTokens: 0,
		outputTokens: 10,
		reasoningTokens: 5,
	}
	const attempt: AgentEvent = {
		type: 'attempt-end',
		attempt: 1,
		model: MODEL,
		usage,
		costMicroUsd: 7,
		durationMs: 1,
	}
	const { usage: sum, costMicroUsd } = folded(runStart('go'), attempt, attempt)
	assert.deepEqual([sum.inputTokens, sum.cachedInputTokens, costMicroUsd], [200, 160, 14])
	assert.equal(folded(attempt, { ...attempt, costMicroUsd: undefined }).costMicroUsd, undefined)
})

test('an escape sequence torn between two deltas does not get through', () => {
	assert.equal(folded(runStart('go'), text('a\x1b]0;ti'), text('tle\x07b')).reply.text, 'ab')
})

test('of a running call only the end of its output is kept', () => {
	const view = folded(
		runStart('go'),
		said(readA),
		toolStart('c1', 'read', {}),
		progress('c1', 'x'.repeat(9000)),
	)
	assert.equal(view.calls[0]?.progress.length, 4000)
})

test('the effort is what the session was opened with, until it is changed or a run goes by another', () => {
	const efforts = [
		folded({ ...opened, effort: 'low' }),
		folded({ ...opened, effort: 'low' }, { type: 'effort-set', effort: 'high' }),
		folded({ ...opened, effort: 'low' }, runStart('go')),
	].map(view => view.effort)
	assert.deepEqual(efforts, ['low', 'high', undefined])
})

test('what the program itself says to the model is told as a notice', () => {
	const view = folded(runStart('go'), said('Two.'), {
		type: 'correction',
		message: userText('That is no JSON.'),
	})
	assert.deepEqual(story(view), [
		'prompt: go',
		'answer: Two.',
		'info: The model was told what to mend or to mind.',
	])
})
