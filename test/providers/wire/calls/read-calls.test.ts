import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { ModelPart } from '../../../../src/core/model.ts'
import { looksLikeCall } from '../../../../src/providers/wire/calls/looks-like-call.ts'
import { CallRecovery } from '../../../../src/providers/wire/calls/recover-calls.ts'
import { TALKS_ABOUT_CALLS } from '../../../fixtures/calls/talks-about-calls.ts'
import {
	CALLED_TOOLS,
	type Expected,
	variantsOf,
	WRITTEN_FORMS,
} from '../../../fixtures/calls/written-calls.ts'

const STOP: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }

type Outcome = { shown: string; calls: readonly string[] }

function outcome(pieces: readonly string[]): Outcome {
	const recovery = new CallRecovery({ tools: CALLED_TOOLS, isMarkedOnly: false })
	const deltas = pieces.map((text): ModelPart => ({ type: 'text-delta', text }))
	const parts = [...deltas, STOP].flatMap(part => recovery.take(part))
	return {
		shown: parts.map(part => (part.type === 'text-delta' ? part.text : '')).join(''),
		calls: parts.flatMap(part => (part.type === 'tool-call' ? [`${part.tool} ${part.arguments}`] : [])),
	}
}

const READ = 'read {"path":"a.ts"}'
const CALLS: Record<Expected, readonly string[]> = {
	read: [READ],
	'read twice': [READ, 'list {}'],
	correction: [],
	text: [],
}

describe.each(WRITTEN_FORMS.map(form => [form.name, form] as const))('%s', (_name, form) => {
	for (const [variant, text, expected] of variantsOf(form))
		test(`${variant}: ${expected}`, () => {
			const { shown, calls } = outcome([text])
			assert.deepEqual(calls, CALLS[expected], text)
			if (calls.length === 0) assert.equal(shown, text)
			else assert.ok(!/"path"|a\.ts/.test(shown), shown)
			// What was not read is either an answer or told to the model.
			if (calls.length === 0)
				assert.equal(looksLikeCall(text, CALLED_TOOLS) !== undefined, expected === 'correction', text)
		})

	test('cut anywhere, comes out the same', () => {
		for (const text of [form.intact, `Let me look. It is short.\n\n${form.intact}`]) {
			const whole = outcome([text])
			for (let at = 1; at < text.length; at++)
				assert.deepEqual(outcome([text.slice(0, at), text.slice(at)]), whole, text.slice(0, at))
			assert.deepEqual(outcome([...text]), whole)
		}
	})

	test('shows nothing of itself while it comes', () => {
		const recovery = new CallRecovery({ tools: CALLED_TOOLS, isMarkedOnly: false })
		const text = form.begins ? form.intact.slice(form.intact.indexOf('Action')) : form.intact
		for (const sign of text) assert.deepEqual(recovery.take({ type: 'text-delta', text: sign }), [])
	})

	test('ended anywhere by its server, is the same call, or a part of it, or none', () => {
		for (let at = 1; at < form.intact.length; at++) {
			const { calls } = outcome([form.intact.slice(0, at)])
			assert.ok(
				calls.length === 0 || (calls.length === 1 && [READ, 'read {}'].includes(calls[0]!)),
				`${form.intact.slice(0, at)} is ${calls.join()}`,
			)
		}
	})
})

describe('an answer that talks about calls is text, however it comes', () => {
	for (const [what, text] of TALKS_ABOUT_CALLS)
		test(what, () => {
			for (const pieces of [[text], [...text]]) assert.deepEqual(outcome(pieces), { shown: text, calls: [] })
		})
})

/** Of a tool that writes files: its arguments are files. */
const WRITE = {
	name: 'write',
	description: '',
	inputSchema: {
		type: 'object',
		properties: { path: { type: 'string' }, content: { type: 'string' }, lines: { type: 'array' } },
	},
}

function written(text: string): unknown {
	const recovery = new CallRecovery({ tools: [...CALLED_TOOLS, WRITE], isMarkedOnly: false })
	const parts = [{ type: 'text-delta', text } as const, STOP].flatMap(part => recovery.take(part))
	return parts.flatMap(part => (part.type === 'tool-call' ? [[part.tool, JSON.parse(part.arguments)]] : []))
}

const FILES = [
	'plain\n',
	'\n\nblank lines around\n\n',
	'```ts\nlet a = 1\n```\n',
	'# An odd fence\n\n```\n\nand text\n\nand more\n',
	'<div class="a">{"b": [1]}</div>',
	'He said "it\'s" and \\n was \\"escaped\\"\n',
	'<tool_call>\n{"name": "list"}\n</tool_call>\n',
	'> a quotation\n\n- `code`\n',
	'{"name": "list", "arguments": {}}',
	'Action: list\nAction Input: {}\n',
	'5',
	'[1, 2]',
	'true',
	'日本語 \u{1f600}\n',
]

describe('a file in the arguments is the file, byte for byte', () => {
	const forms: readonly [name: string, write: (content: string) => string][] = [
		['JSON between tags', content => `<tool_call>\n${json(content)}\n</tool_call>`],
		['a list behind a mark', content => `[TOOL_CALLS][${json(content)}]`],
		['bare JSON', json],
		[
			'markup of Qwen',
			content =>
				`<tool_call>\n<function=write>\n<parameter=path>\nb\n</parameter>\n<parameter=content>\n${content}\n</parameter>\n</function>\n</tool_call>`,
		],
		[
			'markup of GLM',
			content =>
				`<tool_call>write\n<arg_key>path</arg_key>\n<arg_value>b</arg_value>\n<arg_key>content</arg_key>\n<arg_value>\n${content}\n</arg_value>\n</tool_call>`,
		],
		[
			'markup of DeepSeek',
			content =>
				`<｜DSML｜function_calls>\n<｜DSML｜invoke name="write">\n<｜DSML｜parameter name="path" string="true">b</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true">\n${content}\n</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
		],
		['Gemma', content => `<|tool_call>call:write{path:<|"|>b<|"|>,content:<|"|>${content}<|"|>}<tool_call|>`],
		[
			'harmony',
			content =>
				`<|channel|>commentary to=functions.write <|constrain|>json<|message|>${JSON.stringify({ path: 'b', content })}<|call|>`,
		],
		[
			'Python',
			content => `<|tool_call_start|>[write(path="b", content=${JSON.stringify(content)})]<|tool_call_end|>`,
		],
	]
	function json(content: string): string {
		return JSON.stringify({ name: 'write', arguments: { path: 'b', content } })
	}
	for (const [name, write] of forms)
		test(name, () => {
			for (const content of FILES)
				assert.deepEqual(
					written(write(content)),
					[['write', { path: 'b', content }]],
					JSON.stringify(content),
				)
		})

	test('without line breaks of its own around it, markup gives it as it stands', () => {
		const text =
			'<invoke name="write">\n<parameter name="path">b</parameter>\n<parameter name="content">a\n</parameter>\n<parameter name="lines">["x"]</parameter>\n</invoke>'
		assert.deepEqual(written(text), [['write', { path: 'b', content: 'a\n', lines: ['x'] }]])
	})

	test('markup whose argument has no end, with another behind it, is not guessed', () => {
		const text = '<function=write>\n<parameter=path>\nb\n<parameter=content>\na\n</parameter>\n</function>'
		assert.deepEqual(written(text), [])
	})
})

test('a text whose quotes were not escaped is not cut off at the first of them', () => {
	for (const command of [
		'echo "<b>" > x',
		'echo "</b>"',
		'grep "</tool_call>" src',
		'echo "a", b',
		'cat <<"<|x|>"',
		'a "\n\nb" c',
	])
		for (const [from, to] of [
			['<tool_call>', '</tool_call>'],
			['[TOOL_CALLS]', ''],
			['', ''],
			['<|python_tag|>', '<|eom_id|>'],
			['```json\n', '\n```'],
		]) {
			const text = `${from}{"name": "read", "arguments": {"path": "${command}"}}${to}`
			assert.deepEqual(outcome([text]), { shown: text, calls: [] })
		}
})

describe('in a thought that stands in the text', () => {
	const call = '<tool_call>{"name": "list", "arguments": {}}</tool_call>'

	test('a call is none when an answer follows', () => {
		const text = `<think>I could do\n${call}\nbut need not.</think>\n\nIt is done.`
		assert.deepEqual(outcome([text]), { shown: text, calls: [] })
		const other = `<think>\n${call}\n</think>\n\nIt is done.`
		assert.deepEqual(outcome([other]), { shown: other, calls: [] })
		assert.equal(looksLikeCall(other, CALLED_TOOLS), undefined)
	})

	test('a call counts when it is the last thing said, or is said again behind it', () => {
		const thought = `<think>I could do\n${call}\nand will.</think>\n\n`
		for (const pieces of [[thought + call], [...(thought + call)]])
			assert.deepEqual(outcome(pieces), { shown: thought, calls: ['list {}'] })
		assert.deepEqual(outcome([`<think>I will.\n${call}\n</think>`]).calls, ['list {}'])
	})
})

describe('several calls', () => {
	test('are all made or none', () => {
		const good = '<tool_call>{"name": "list", "arguments": {}}</tool_call>'
		const bad = '<tool_call>{"name": "read", "arguments": {"path": "a</tool_call>'
		const other = '<tool_call>{"name": "reboot", "arguments": {}}</tool_call>'
		for (const text of [`${good}\n${bad}`, `${bad}\n${good}`, `${good}\n${other}`, `${good}${good}${other}`])
			assert.deepEqual(outcome([text]), { shown: text, calls: [] })
	})

	test('with a sentence between them, which is shown', () => {
		const call = '<tool_call>{"name": "list", "arguments": {}}</tool_call>'
		const { shown, calls } = outcome([`First.\n${call}\n\nThen once more:\n${call}`])
		assert.deepEqual([shown, calls], ['First.\nThen once more:', ['list {}', 'list {}']])
	})

	test('end where the model made up their results', () => {
		const call = '<tool_call>{"name": "list", "arguments": {}}</tool_call>'
		const text = `${call}\n<tool_response>\na.ts\n</tool_response>\n${call}\nSo it is a.ts.`
		assert.deepEqual(outcome([text]), { shown: '', calls: ['list {}'] })
	})
})

test('whatever stands side by side, it comes out the same however it is cut, and no text is lost', () => {
	const fragments = [
		...WRITTEN_FORMS.map(form => form.intact),
		...WRITTEN_FORMS.map(form => form.missing),
		'<tool_call>',
		'</tool_call>',
		'```json\n',
		'```\n',
		'```',
		'\n',
		'\n\n',
		' ',
		'Some words. ',
		'It is `code` here:\n',
		'> quoted\n',
		'</think>\n\n',
		'A longer sentence that goes on for quite a while, so that it fills a line of its own. '.repeat(4),
		'{"name": ',
		'{"version": 1}',
		'[TOOL_CALLS]',
		'Action: read\n',
	]
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 6 }),
			fc.integer({ min: 1, max: 40 }),
			(all, size) => {
				const text = all.join('')
				const whole = outcome([text])
				const pieces = outcome(text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [])
				assert.deepEqual(pieces, whole)
				if (whole.calls.length === 0) assert.equal(whole.shown, text)
			},
		),
		{ numRuns: 1_000 },
	)
})
