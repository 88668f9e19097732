import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { AgentError } from '../../../../src/core/errors.ts'
import type { ModelPart } from '../../../../src/core/model.ts'
import { recoverCalls } from '../../../../src/providers/formats/openai-chat/recover-calls.ts'

const TOOLS = ['read', 'list', 'write'].map(name => ({
	name,
	description: '',
	inputSchema: { type: 'object' },
}))
const STOP: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }

async function recover(parts: readonly ModelPart[]): Promise<{ text: string; parts: readonly ModelPart[] }> {
	const seen: ModelPart[] = []
	const source = (async function* () {
		yield* parts
	})()
	for await (const part of recoverCalls(source, TOOLS)) seen.push(part)
	const text = seen.map(part => (part.type === 'text-delta' ? part.text : '')).join('')
	return { text, parts: seen.filter(part => part.type !== 'text-delta' && part.type !== 'alive') }
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
		test(name, async () => {
			const expected = { text: shown, parts: [...calls, { ...STOP, reason: 'tool-calls' }] }
			for (const size of [1, 2, 7, 10_000])
				assert.deepEqual(await recover([...inPieces(text, size), STOP]), expected, `pieces of ${size}`)
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
		test(name, async () => {
			for (const size of [1, 3, 10_000])
				assert.deepEqual(await recover([...inPieces(text, size), STOP]), { text, parts: [STOP] })
		})

	test('any text at all, in the order and number of its characters', async () => {
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
		await fc.assert(
			fc.asyncProperty(
				fc.array(words, { maxLength: 12 }),
				fc.integer({ min: 1, max: 9 }),
				async (all, size) => {
					const text = all.join('')
					assert.deepEqual(await recover([...inPieces(text, size), STOP]), { text, parts: [STOP] })
				},
			),
		)
	})

	test('what stands beside a call that was made as one', async () => {
		const parts = [...inPieces(READ_JSON, 5), READ, { ...STOP, reason: 'tool-calls' } as ModelPart]
		assert.deepEqual(await recover(parts), { text: READ_JSON, parts: parts.slice(-2) })
	})

	test('a reply that was cut off at its limit', async () => {
		const cut: ModelPart = { ...STOP, reason: 'length' }
		assert.deepEqual(await recover([...inPieces(READ_JSON, 5), cut]), { text: READ_JSON, parts: [cut] })
	})

	test('a reply that broke', async () => {
		const broken: ModelPart = { type: 'error', error: new AgentError('stream-broken', 'gone') }
		assert.deepEqual(await recover([...inPieces(READ_JSON, 5), broken]), { text: READ_JSON, parts: [broken] })
	})
})

test('what is held back still shows that the server is at work', async () => {
	const seen: string[] = []
	const source = (async function* () {
		yield* inPieces(READ_JSON, 8)
	})()
	for await (const part of recoverCalls(source, TOOLS)) seen.push(part.type)
	assert.deepEqual(new Set(seen), new Set(['alive']))
})

test('ordinary text goes through piece by piece', async () => {
	const parts = [...inPieces('A sentence and\nanother one.', 4), STOP]
	const seen: ModelPart[] = []
	const source = (async function* () {
		yield* parts
	})()
	for await (const part of recoverCalls(source, TOOLS)) if (part.type !== 'alive') seen.push(part)
	assert.equal(seen.length, parts.length)
})
