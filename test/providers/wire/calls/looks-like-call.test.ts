import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { CALL_DIALECTS } from '../../../../src/providers/wire/calls/dialects.ts'
import { looksLikeCall } from '../../../../src/providers/wire/calls/looks-like-call.ts'
import { TALKS_ABOUT_CALLS } from '../../../fixtures/calls/talks-about-calls.ts'

const TOOLS = [
	{
		name: 'read',
		description: '',
		inputSchema: {
			type: 'object',
			properties: { path: { type: 'string' }, offset: { type: 'integer' } },
			required: ['path'],
		},
	},
	{
		name: 'shell',
		description: '',
		inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
	},
	{ name: 'list', description: '', inputSchema: { type: 'object', properties: {} } },
]

const seen = (text: string, isJsonWanted?: boolean) => looksLikeCall(text, TOOLS, isJsonWanted)

describe.each(CALL_DIALECTS.map(dialect => [dialect.name, dialect] as const))('%s', (name, dialect) => {
	const { example, isMarked } = dialect
	const start = example.startsWith('Thought') ? 'Thought: I should look.\n' : ''

	test('is seen alone, behind a sentence, and with the end of a template after it', () => {
		for (const text of [
			example,
			`Let me look at it.\n\n${example}`,
			`${example}\n`,
			`\n${example}`,
			`\n\n ${example}`,
			`${example}<|im_end|>`,
			`I will read it:\n${example}\n\nThis reads the file.`,
		]) {
			const call = seen(text)
			assert.deepEqual([call?.dialect, call?.tool], [name, 'read'], text)
			assert.ok(text.includes(call!.text))
		}
	})

	test('is seen in the middle of a line only where a sentence ends', () => {
		if (start !== '') return
		assert.equal(seen(`Let me look. ${example}`)?.dialect, name)
		assert.equal(seen(`What it writes is ${example} as its call.`), undefined)
	})

	test('is seen when it calls a tool that there is not, without a mark of its own only when it is alone', () => {
		const other = example.replace('read', 'reboot')
		assert.equal(seen(other)?.tool, 'reboot')
		assert.equal(seen(`Let me look.\n\n${other}`)?.tool, dialect.isOfferedOnly ? undefined : 'reboot')
	})

	test('is seen where JSON was asked for exactly when it has a mark of its own', () => {
		assert.equal(seen(example, true)?.dialect, isMarked ? name : undefined)
	})

	test('is not seen where it is only shown', () => {
		const longer = 'There is more to say about it than fits into one line, so this goes on.\n\n'.repeat(6)
		for (const text of [
			`It looks so:\n\n\`\`\`text\n${example}\n\`\`\`\n\nThat is all.`,
			`It looks so:\n\n~~~\n${example}\n~~~\n\nThat is all.`,
			`It looks so:\n\n${example}\n\n${longer}`,
			`> ${example.replaceAll('\n', '\n> ')}`,
			...(example.includes('\n') || example.includes('`')
				? []
				: [`It writes \`${example}\`.`, `\`\`${example}\`\``]),
		])
			assert.equal(seen(text), undefined, text)
	})
})

const CALLS: readonly [what: string, text: string, tool?: string][] = [
	['torn in its arguments', '<tool_call>\n{"name": "read", "argu'],
	['torn behind its mark', 'I will look.\n\n<tool_call>\n', ''],
	['without its last brace', '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}\n</tool_call>'],
	['in single quotes', "<tool_call>\n{'name': 'read', 'arguments': {'path': 'a.ts'}}\n</tool_call>"],
	[
		'two of them',
		'<tool_call>{"name":"list","arguments":{}}</tool_call>\n<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>',
	],
	[
		'with a result that the model made up, and an answer to that',
		`<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>\n<tool_response>\nlet a = 1\n</tool_response>\n\n${'The file says a lot.\n\n'.repeat(20)}`,
	],
	[
		'ReAct that made up its observation',
		`Thought: look\nAction: read\nAction Input: {"path": "a.ts"}\nObservation: let a = 1\nThought: done\n\nFinal Answer: it is one.\n\n${'More.\n\n'.repeat(9)}`,
	],
	['ReAct in bold', '**Action:** read\n**Action Input:** {"path": "a.ts"}'],
	['as Qwen Coder writes long texts', '<tool_call>\n<function=read>\n<parameter=path>\n```\na\n\nb\n```\n'],
	['a name behind [TOOL_CALLS]', '[TOOL_CALLS]read[ARGS]{"path": "a.ts"}'],
	['several behind [TOOL_CALLS]', '[TOOL_CALLS]read{"path": "a.ts"}[TOOL_CALLS]read{"path": "b.ts"}'],
	['the search of Llama', '<|python_tag|>brave_search.call(query="weather")', 'brave_search.call'],
	['harmony without its tokens', 'assistantcommentary to=functions.read json{"path":"a.ts"}'],
	[
		'harmony, the recipient first',
		'<|start|>assistant to=functions.read<|channel|>commentary<|message|>{"path":"a"}',
	],
	[
		'DeepSeek with plain bars',
		'<|tool▁calls▁begin|><|tool▁call▁begin|>read<|tool▁sep|>{"path": "a"}<|tool▁call▁end|>',
	],
	[
		'Kimi on the line of its sentence',
		'I will look.<|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path": "a"}',
	],
	['<invoke> alone', '<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>'],
	['bare JSON', '{"name": "read", "parameters": {"path": "a.ts"}}'],
	['bare JSON of a tool there is not', '{"name": "bash", "parameters": {"command": "ls"}}', 'bash'],
	['bare JSON without its last brace', '{"name": "read", "parameters": {"path": "a.ts"}'],
	['bare JSON in single quotes', "{'name': 'read', 'parameters': {'path': 'a.ts'}}"],
	['bare JSON that nobody can read', '{"name": "read", "parameters": {"path": "a".ts, }}'],
	[
		'bare JSON, two with a semicolon',
		'{"name": "read", "parameters": {"path": "a"}}; {"name": "list", "parameters": {}}',
	],
	['bare JSON with a type', '{"type": "function", "name": "read", "parameters": {"path": "a.ts"}}'],
	[
		'bare JSON behind a sentence',
		'I will read the file first.\n\n{"name": "read", "arguments": {"path": "a.ts"}}',
	],
	['bare JSON and the end of a turn', '{"name": "read", "parameters": {"path": "a.ts"}}<|eot_id|>'],
	[
		'a code block at the end',
		'I will read it.\n\n```json\n{"name": "read", "arguments": {"path": "a.ts"}}\n```',
	],
	['a code block of a list', '```json\n[\n  {"tool_name": "read", "parameters": {"path": "a.ts"}}\n]\n```\n'],
	[
		'a code block around a tag',
		'```xml\n<tool_call>{"name": "read", "arguments": {"path": "a.ts"}}</tool_call>\n```',
	],
	[
		"OpenAI's own form",
		'{"id": "1", "type": "function", "function": {"name": "read", "arguments": "{\\"path\\": \\"a\\"}"}}',
	],
]

describe('a call that is written otherwise than in the table', () => {
	for (const [what, text, tool = 'read'] of CALLS)
		test(what, () => {
			const call = seen(text)
			assert.ok(call, text)
			assert.equal(call.tool ?? '', tool)
		})
})

describe('an answer that is no call', () => {
	test('there are enough of them', () => assert.ok(TALKS_ABOUT_CALLS.length >= 60))

	for (const [what, text] of TALKS_ABOUT_CALLS)
		test(what, () => assert.deepEqual([seen(text), seen(text, true)], [undefined, undefined]))

	test('JSON that was asked for, even if it has the form of a call', () => {
		for (const text of [
			'{"name": "read", "arguments": {"path": "a.ts"}}',
			'```json\n{"name": "read", "arguments": {"path": "a.ts"}}\n```',
			'[read(path="a.ts")]',
		])
			assert.equal(seen(text, true), undefined)
	})
})

// What is quadratic does not come to its end in time.
test('a megabyte of marks is looked through', () => {
	const units = [
		'<tool_call>',
		'{"name": ',
		'[',
		'`',
		'```\n',
		'Action: read\n',
		'a. <',
		'> ',
		'\n',
		'read(',
		'.  ',
		' ',
	]
	for (const unit of units) seen(unit.repeat(Math.ceil(1_000_000 / unit.length)))
})
