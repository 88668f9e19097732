import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { AgentError } from '../../../../src/core/errors.ts'
import type { ModelPart, ToolSpec } from '../../../../src/core/model.ts'
import { CallRecovery } from '../../../../src/providers/wire/calls/recover-calls.ts'

const ANY = { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } }
const TOOLS = ['read', 'list', 'write'].map(name => ({ name, description: '', inputSchema: ANY }))
const STOP: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }

type Recovered = { text: string; parts: readonly ModelPart[] }

function recover(
	parts: readonly ModelPart[],
	tools: readonly ToolSpec[] = TOOLS,
	isMarkedOnly = false,
): Recovered {
	const recovery = new CallRecovery({ tools, isMarkedOnly })
	const seen = parts.flatMap(part => recovery.take(part))
	const text = seen.map(part => (part.type === 'text-delta' ? part.text : '')).join('')
	return { text, parts: seen.filter(part => part.type !== 'text-delta') }
}

function inPieces(text: string, size: number): readonly ModelPart[] {
	const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
	return pieces.map(piece => ({ type: 'text-delta', text: piece }))
}

function call(tool: string, input: unknown): ModelPart {
	return { type: 'tool-call', callId: '', tool, arguments: JSON.stringify(input) }
}

const READ = call('read', { path: 'a.ts' })
const READ_JSON = '{"name": "read", "arguments": {"path": "a.ts"}}'

const WRITTEN: readonly [name: string, text: string, calls: readonly ModelPart[], shown?: string][] = [
	['between tags', `<tool_call>\n${READ_JSON}\n</tool_call>`, [READ]],
	['between tags, the last one missing', `<tool_call>\n${READ_JSON}\n`, [READ]],
	[
		'two, each between tags',
		`<tool_call>${READ_JSON}</tool_call>\n<tool_call>{"name":"list","arguments":{}}</tool_call>`,
		[READ, call('list', {})],
	],
	[
		'as markup with parameters',
		'<tool_call>\n<function=write>\n<parameter=path>\nb.ts\n</parameter>\n<parameter=content>\nlet a = 1\nlet b\n</parameter>\n</function>\n</tool_call>',
		[call('write', { path: 'b.ts', content: 'let a = 1\nlet b' })],
	],
	['as markup around JSON', '<function=read>{"path": "a.ts"}</function>', [READ]],
	['as a code block', `\`\`\`json\n${READ_JSON}\n\`\`\``, [READ]],
	['as a code block without a language', `\`\`\`\n${READ_JSON}\n\`\`\`\n`, [READ]],
	['as bare JSON', READ_JSON, [READ]],
	[
		'as bare JSON with `parameters`',
		'{"type":"function","name":"read","parameters":{"path":"a.ts"}}',
		[READ],
	],
	[
		"in OpenAI's own form, with arguments as text",
		'[{"id":"1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"a.ts\\"}"}}]',
		[READ],
	],
	['as a list behind a mark', `[TOOL_CALLS][${READ_JSON}]`, [READ]],
	['by name behind a mark', '[TOOL_CALLS]read[ARGS]{"path": "a.ts"}', [READ]],
	['behind a tag for code', `<|python_tag|>${READ_JSON}`, [READ]],
	[
		'after a sentence, which is shown',
		`Let me look.\n\n\`\`\`json\n${READ_JSON}\n\`\`\``,
		[READ],
		'Let me look.\n\n',
	],
	[
		'with a code block inside what it writes',
		`<tool_call>{"name":"write","arguments":{"path":"a.md","content":"\`\`\`js\\nlet a\\n\`\`\`\\n"}}</tool_call>`,
		[call('write', { path: 'a.md', content: '```js\nlet a\n```\n' })],
	],
]

describe('a call written into the text is made a call', () => {
	for (const [name, text, calls, shown = ''] of WRITTEN)
		test(name, () => {
			const expected = { text: shown, parts: [...calls, { ...STOP, reason: 'tool-calls' }] }
			for (const size of [1, 2, 7, 10_000])
				assert.deepEqual(recover([...inPieces(text, size), STOP]), expected, `pieces of ${size}`)
		})
})

const LEFT: readonly [name: string, text: string][] = [
	[
		'an explanation with the call in the middle',
		`Write it so:\n\`\`\`json\n${READ_JSON}\n\`\`\`\nand it runs.`,
	],
	['other code before it', `\`\`\`sh\nls\n\`\`\`\nor\n\`\`\`json\n${READ_JSON}\n\`\`\``],
	['other code after it', `\`\`\`json\n${READ_JSON}\n\`\`\`\n\`\`\`sh\nls\n\`\`\``],
	['a tool nobody offered', '<tool_call>{"name":"reboot","arguments":{}}</tool_call>'],
	['one offered tool and one that is not', `[${READ_JSON},{"name":"reboot","arguments":{}}]`],
	['a call in the middle of a line', `Use <tool_call>${READ_JSON}</tool_call> for it.`],
	['JSON that is something else', '{"version": 1, "name": "read"}'],
	['JSON with a name and more than a call has', '{"name": "read", "arguments": {}, "license": "MIT"}'],
	['arguments that are no object', '{"name": "read", "arguments": "a.ts"}'],
	['a list of something', '[1, 2]'],
	['a link', '[read](a.md) says it'],
	['a list item in braces', '{read} is the name'],
	['HTML in a code block', '```\n<div>read</div>\n```'],
	['a call that is torn', '<tool_call>{"name": "read", "argu'],
	['nothing but blanks', ' \n\n '],
	['plain text with `code` and\n`more` of it', 'plain text with `code` and\n`more` of it'],
]

describe('is left as text', () => {
	for (const [name, text] of LEFT)
		test(name, () => {
			for (const size of [1, 3, 10_000])
				assert.deepEqual(recover([...inPieces(text, size), STOP]), { text, parts: [STOP] })
		})

	test('any text at all, in the order and number of its characters', () => {
		const words = fc.constantFrom(
			'<tool_call>',
			'</tool_call>',
			'```',
			'```json\n',
			'\n',
			'{',
			'[',
			'"name"',
			' a',
			'<f',
		)
		fc.assert(
			fc.property(fc.array(words, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (all, size) => {
				const text = all.join('')
				assert.deepEqual(recover([...inPieces(text, size), STOP]), { text, parts: [STOP] })
			}),
		)
	})

	test('what stands beside a call that was made as one', () => {
		const parts = [...inPieces(READ_JSON, 5), READ, { ...STOP, reason: 'tool-calls' } as ModelPart]
		assert.deepEqual(recover(parts), { text: READ_JSON, parts: parts.slice(-2) })
	})

	test('a reply that was cut off at its limit', () => {
		const cut: ModelPart = { ...STOP, reason: 'length' }
		assert.deepEqual(recover([...inPieces(READ_JSON, 5), cut]), { text: READ_JSON, parts: [cut] })
	})

	test('a reply that broke', () => {
		const broken: ModelPart = { type: 'error', error: new AgentError('stream-broken', 'gone') }
		assert.deepEqual(recover([...inPieces(READ_JSON, 5), broken]), { text: READ_JSON, parts: [broken] })
	})
})

test('ordinary text goes through piece by piece', () => {
	const text =
		'A sentence and\nSo one more: {x} and <b>, see [1]. "Quoted", done. (That is all.)\n- [ ] one\n- [x] six'
	for (const size of [4, 7, 50]) {
		const recovery = new CallRecovery({ tools: TOOLS, isMarkedOnly: false })
		for (const part of inPieces(text, size)) assert.deepEqual(recovery.take(part), [part])
	}
})

describe('is held back no longer than it can become a call', () => {
	const shownAfter = (pieces: readonly string[]) => {
		const recovery = new CallRecovery({ tools: TOOLS, isMarkedOnly: false })
		return pieces.map(text =>
			recovery
				.take({ type: 'text-delta', text })
				.map(part => (part.type === 'text-delta' ? part.text : ''))
				.join(''),
		)
	}
	for (const [what, pieces, shown] of [
		['a tag', ['<', 'div', '>'], ['', '<div', '>']],
		['a link', ['[', 'read', '](a.md)'], ['', '', '[read](a.md)']],
		['a link of two words', ['[', 'Read', ' me'], ['', '', '[Read me']],
		['a word like a mark', ['\na', 'nd', ' so'], ['\n', 'and', ' so']],
		['a name like a mark', ['\n', 'functools', '.partial'], ['\n', '', 'functools.partial']],
		['an object', ['{', '"version"', ': 1'], ['', '{"version"', ': 1']],
		[
			'an object with a name',
			['{"name": ', '"keelson", ', '"version": 1'],
			['', '', '{"name": "keelson", "version": 1'],
		],
		['inline code', ['`', 'read', '` is'], ['', '`read', '` is']],
		['a code block', ['```', 'ts\n', 'let a'], ['', '```ts\n', 'let a']],
		['a mark that is talked about', ['<tool_call>', ' is', ' the tag'], ['', '', '<tool_call> is the tag']],
	] as const)
		test(what, () => assert.deepEqual(shownAfter(pieces), shown))

	test('calls that are shown, and the text behind them', () => {
		const call = `<tool_call>${READ_JSON}</tool_call>`
		const text = `${call}\n\n${'They are written so, and there is more to say about each of them.\n\n'.repeat(9)}`
		const held = shownAfter([...text]).join('')
		assert.ok(held.length > text.length / 2, `${held.length} of ${text.length}`)
	})
})

// What is quadratic does not come to its end in time.
test('long calls and many marks are taken in in small pieces', () => {
	const call = `<tool_call>{"name":"write","arguments":{"path":"b","content":"${'line\\n'.repeat(80_000)}"}}</tool_call>`
	const { parts } = recover([...inPieces(call, 40), STOP])
	assert.equal(parts.filter(part => part.type === 'tool-call').length, 1)
	for (const unit of [
		'<tool_call>',
		'<tool_call>{}</tool_call>\n',
		'[TOOL_CALLS]',
		'{"name": ',
		'```json\n{"name": "x"}\n```\n',
		'[read(',
		'. <',
		'Action: read\n',
	]) {
		const text = unit.repeat(Math.ceil(200_000 / unit.length))
		assert.equal(recover([...inPieces(text, 40), STOP]).text, text)
	}
})
