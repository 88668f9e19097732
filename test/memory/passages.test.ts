import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../src/core/events.ts'
import type { CallId, QuestionId } from '../../src/core/ids.ts'
import type { Passage } from '../../src/core/memory.ts'
import type { AssistantPart, ToolCall } from '../../src/core/messages.ts'
import type { ResultDetail } from '../../src/core/tool.ts'
import {
	notePassages,
	type PassageLog,
	passagesOf,
	savedOutput,
	savedPassages,
} from '../../src/memory/passages.ts'
import { wordsOf } from '../../src/memory/text/words.ts'
import { createVisible } from '../../src/memory/visible.ts'
import { truncate } from '../../src/tools/executor/truncate.ts'
import { MODEL, message, runEnd, runStart, steer, toolEnd } from '../support/sessions/story.ts'

const RULES = {
	scrub: (text: string) => text.replaceAll('osprey-9', '[REDACTED:known]'),
	recallTool: 'recall',
}

describe('nothing is left out for its length:', () => {
	const long = Array.from({ length: 6_000 }, (_, line) => `${line}: the ${line * 7}th gull`).join('\n')
	test.each<[string, StoredEvent]>([
		['a prompt', runStart(long)],
		['words typed meanwhile', steer(long)],
		['an answer', message(long)],
		['a thought', said({ type: 'reasoning', text: long })],
		['a call', called('shell', { command: long })],
		['a file that is written', called('write', { path: 'gulls.txt', content: long })],
		['a call that is no JSON', said(callOf('shell', `{"command": "${long}`))],
		['a result', toolEnd('c1', long)],
		['an error', failed(long)],
	])('%s', (_, event) => {
		const passages = passagesOf(at(event), RULES, LOG)
		assert.ok(passages.every(({ text }) => text.length <= 900))
		assert.deepEqual(
			passages.map(({ part }) => part),
			passages.map((_, index) => index),
		)
		const found = new Set(passages.flatMap(({ text }) => [...text.matchAll(/(\d+): the/g)].map(([, n]) => n)))
		assert.equal(found.size, 6_000)
	})
})

test('what is found by recall, and what is asked for it, is here already', () => {
	assert.deepEqual(passagesOf(at(called('recall', { query: 'gulls' })), RULES, LOG), [])
	const event = { ...toolEnd('c1', 'gulls'), tool: 'recall' } as StoredEvent
	assert.deepEqual(passagesOf(at(event), RULES, LOG), [])
})

test('no secret is in a passage, wherever it was', () => {
	const secret = 'the key is osprey-9'
	const events = [
		runStart(secret),
		steer(secret),
		message(secret),
		said({ type: 'reasoning', text: secret }),
		called('shell', { command: secret }),
		called('write', { path: 'a', content: secret }),
		toolEnd('c1', secret),
		failed(secret),
		answered(secret),
	]
	const texts = events.flatMap(event => passagesOf(at(event), RULES, LOG)).map(({ text }) => text)
	assert.equal(texts.length, events.length + 1)
	assert.doesNotMatch(texts.join('\n'), /osprey/)
})

test('what the user answered stands with what was asked, once, and is the user’s word', () => {
	assert.deepEqual(brief(passagesOf(at(answered('8081')), RULES, LOG)), [
		['prompt', 'Asked: Which port?\nAnswered: 8081'],
	])
	const result = { ...toolEnd('c1', '8081'), tool: 'ask_user' } as StoredEvent
	assert.deepEqual(passagesOf(at(result), RULES, { ...LOG, hasAsked: () => true }), [])
	const isVisible = createVisible([
		{
			role: 'assistant',
			model: MODEL,
			stop: 'tool-calls',
			content: [callOf('ask_user', '{"question":"Which port?"}')],
		},
		{
			role: 'tool',
			callId: 'c1' as CallId,
			tool: 'ask_user',
			outcome: 'ok',
			content: [{ type: 'text', text: '8081' }],
		},
	])
	assert.ok(isVisible('Asked: Which port?\nAnswered: 8081'))
	assert.ok(!isVisible('Asked: Which port?\nAnswered: 8082'))
})

describe('a passage knows the file and the lines it shows:', () => {
	test('of what was read, without the numbers, so that it is the text of the file', () => {
		const event = withDetail(
			toolEnd('c1', '41\tconst a = 1\n42\t\n43\tconst b = 2\n[lines 41–43 of 90]'),
			SEEN,
		)
		assert.deepEqual(withFile(passagesOf(at(event), RULES, LOG)), [
			['const a = 1\n\nconst b = 2', '/work/project/a.ts', 41, 43, SHA],
		])
		const isVisible = createVisible([
			{
				role: 'tool',
				callId: 'c1' as CallId,
				tool: 'read',
				outcome: 'ok',
				content: [{ type: 'text', text: '41\tconst a = 1\n42\t\n43\tconst b = 2' }],
			},
		])
		assert.ok(isVisible('const a = 1\n\nconst b = 2'))
	})

	test('of what was written, where the session works', () => {
		const [head, body] = passagesOf(
			at(called('write', { path: 'src/b.ts', content: 'one\ntwo\n' })),
			RULES,
			LOG,
		)
		assert.equal(head!.text, 'write path: src/b.ts')
		assert.deepEqual(
			[body!.text, body!.file?.path, body!.file?.firstLine, body!.file?.lastLine],
			['one\ntwo', '/work/project/src/b.ts', 1, 2],
		)
	})

	test('of an edit, by its diff', () => {
		const diff =
			'changed a.ts (+1 −1)\n--- a/a.ts\n+++ b/a.ts\n@@ -10,3 +10,3 @@\n before\n-old\n+new\n after\n'
		const [passage] = passagesOf(at(withDetail(toolEnd('c1', diff), SEEN)), RULES, LOG)
		assert.deepEqual([passage!.file?.firstLine, passage!.file?.lastLine], [10, 12])
	})

	test('of matches and of an outline', () => {
		const counted = (text: string, unit: string) =>
			withDetail(toolEnd('c1', text), { type: 'counted', count: 2, unit })
		const grep = counted('src/a.ts:7: gull\nsrc/a.ts-8- tern', 'matches')
		const outline = counted('[TypeScript, 80 lines]\n3-20: class A\n  5: run()', 'symbols')
		const log = { ...LOG, call: () => ({ tool: 'outline', arguments: '{"path":"src/c.ts"}' }) }
		assert.deepEqual(passagesOf(at(grep), RULES, LOG)[0]!.file, {
			path: '/work/project/src/a.ts',
			firstLine: 7,
			lastLine: 8,
		})
		assert.deepEqual(passagesOf(at(outline), RULES, log)[0]!.file, {
			path: '/work/project/src/c.ts',
			firstLine: 3,
			lastLine: 20,
		})
		const several = counted('a.ts:7: gull\nb.ts:8: tern', 'matches')
		assert.equal(passagesOf(at(several), RULES, LOG)[0]!.file, undefined)
	})
})

test('a file that was changed in one place, or read in part, is in the same pieces but for those around it', () => {
	const lines = Array.from({ length: 400 }, (_, line) => `line ${line} holds ${(line * 7919) % 1000} gulls`)
	const read = (from: number, some: readonly string[]) => {
		const text = some.map((line, index) => `${from + index}\t${line}`).join('\n')
		return passagesOf(at(withDetail(toolEnd('c1', text), SEEN)), RULES, LOG).map(passage => passage.text)
	}
	const whole = read(1, lines)
	const changed = read(1, ['a line more', ...lines.with(200, 'something else')])
	const part = read(120, lines.slice(119))
	const written = passagesOf(at(called('write', { path: 'a', content: lines.join('\n') })), RULES, LOG)
	const fresh = (texts: readonly string[]) => texts.filter(text => !whole.includes(text)).length
	assert.ok(whole.length >= 15)
	assert.ok(fresh(changed) <= 6, `${fresh(changed)} of ${changed.length} pieces are new`)
	assert.ok(fresh(part) <= 3, `${fresh(part)} of ${part.length} pieces are new`)
	assert.equal(fresh(written.slice(1).map(({ text }) => text)), 0)
})

test('of a result that was too long for the log the whole is found, with its lines', async () => {
	const full = Array.from({ length: 5_000 }, (_, line) => `row ${line} of the output`).join('\n')
	const text = await truncate(full, async () => '/home/me/artefacts/s/c1-shell.txt', {})
	const event = toolEnd('c1', text)
	assert.equal(savedOutput(event), '/home/me/artefacts/s/c1-shell.txt')
	assert.equal(savedOutput(toolEnd('c1', full)), undefined)
	const lost = await truncate(full, async () => '/a/b.txt', { lostCharacters: 12 })
	assert.equal(savedOutput(toolEnd('c1', lost)), '/a/b.txt')
	const from = { path: '/a/b.txt', firstLine: 101, part: 7 }
	const passages = savedPassages({ seq: 4, at: 5 }, 'row 100\nrow 101\n', from, RULES)
	assert.deepEqual(passages, [
		{
			seq: 4,
			at: 5,
			part: 7,
			kind: 'result',
			text: 'row 100\nrow 101',
			file: { path: '/a/b.txt', firstLine: 101, lastLine: 102 },
		},
	])
})

test('what is encoded is one word, which is found by the whole of it, and a digest by its beginning, too', () => {
	const key = 'R0lGODlhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs6Rb2K9xZq1Lw8fJp4tYc7Ug=='
	assert.equal(wordsOf(`${key.repeat(1)}\n`).flatMap(({ terms }) => terms).length, 1)
	assert.deepEqual(terms(`the key ${key} here`).slice(2, 3), terms(key))
	assert.ok(terms('b85a84e0f2d94c11aa3e5bb0c8a7d9e2f1034567').includes('b85a84e'))
	assert.ok(terms('src/runtime/memory/memory-index/createLogContext').includes('createlogcontext'))
	assert.ok(terms('AbstractSingletonProxyFactoryBean_v2_final').includes('singleton'))
})

test('a note is a passage for itself', () => {
	assert.deepEqual(
		notePassages('- one\n- two\n  more\n', 3).map(({ text, seq }) => [seq, text]),
		[
			[0, '- one'],
			[1, '- two\n  more'],
		],
	)
})

const LOG: PassageLog = {
	cwd: '/work/project',
	call: () => undefined,
	question: () => 'Which port?',
	hasAsked: () => false,
}
const SHA = 'a'.repeat(64)
const SEEN: ResultDetail = { type: 'files', seen: [{ path: '/work/project/a.ts', sha256: SHA }] }

function at(event: StoredEvent) {
	return { seq: 3, at: 5, sessionId: 's' as never, event }
}

function said(part: AssistantPart): StoredEvent {
	return { type: 'message-end', message: { role: 'assistant', model: MODEL, content: [part], stop: 'stop' } }
}

function callOf(tool: string, given: string): ToolCall {
	return { type: 'tool-call', callId: 'c1' as CallId, tool, arguments: given }
}

function called(tool: string, input: Record<string, string>): StoredEvent {
	return said(callOf(tool, JSON.stringify(input)))
}

function failed(text: string): StoredEvent {
	return { ...runEnd('failed'), error: { code: 'overloaded', message: text } } as StoredEvent
}

function answered(answer: string): StoredEvent {
	return { type: 'question-end', questionId: 'q' as QuestionId, callId: 'c1' as CallId, answer }
}

function withDetail(event: StoredEvent, detail: ResultDetail): StoredEvent {
	assert.ok(event.type === 'tool-end')
	return { ...event, tool: 'read', result: { ...event.result, detail } }
}

function brief(passages: readonly Passage[]) {
	return passages.map(({ kind, text }) => [kind, text])
}

function withFile(passages: readonly Passage[]) {
	return passages.map(({ text, file }) => [text, file?.path, file?.firstLine, file?.lastLine, file?.sha256])
}

function terms(text: string): readonly string[] {
	return wordsOf(text).flatMap(word => word.terms)
}
