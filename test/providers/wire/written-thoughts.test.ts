import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ModelPart } from '../../../src/core/model.ts'
import { CallRecovery, callsWritten } from '../../../src/providers/wire/calls/recover-calls.ts'
import { WrittenThoughts } from '../../../src/providers/wire/written-thoughts.ts'
import { CALLED_TOOLS } from '../../fixtures/calls/written-calls.ts'
import { partsOf, streamOf, WIRES, type WireName } from '../../support/providers/written-reply.ts'

type Told = { thoughts: readonly string[]; answer: string; calls: readonly string[]; end: string }

/** What is left of a reply in the end: a restart voids what came before it. */
function toldBy(parts: readonly ModelPart[]): Told {
	const last = parts.at(-1)
	const valid = parts.slice(parts.findLastIndex(part => part.type === 'restart') + 1)
	const deltas = valid.map(part => (part.type === 'reasoning-delta' ? part.text : '')).join('')
	const thoughts = valid.flatMap(part => (part.type === 'reasoning-end' ? [part.text] : []))
	// What is shown while it comes is what is kept, but for blanks at the end.
	assert.equal(deltas.replaceAll(/\s/g, '').startsWith(thoughts.join('').replaceAll(/\s/g, '')), true)
	return {
		thoughts,
		answer: valid.map(part => (part.type === 'text-delta' ? part.text : '')).join(''),
		calls: valid.flatMap(part => (part.type === 'tool-call' ? [`${part.tool} ${part.arguments}`] : [])),
		end:
			last?.type === 'finish'
				? last.reason
				: last?.type === 'error'
					? last.error.code
					: `no end: ${last?.type}`,
	}
}

const THINK = { opening: '<think>', closing: '</think>' }

function understood(texts: readonly string[], startsInside?: typeof THINK): readonly ModelPart[] {
	const options = { tools: CALLED_TOOLS, isMarkedOnly: false }
	const calls = new CallRecovery(options)
	const callsIn = (thought: string) => callsWritten(thought, options)
	const thoughts = new WrittenThoughts({ callsIn, startsInside, learnt: () => {} })
	const deltas = texts.map((text): ModelPart => ({ type: 'text-delta', text }))
	return [...deltas, { type: 'finish', reason: 'stop', usage: undefined } as const]
		.flatMap(part => thoughts.take(part))
		.flatMap(part => calls.take(part))
}

const CALL = '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>'
const READ = 'read {"path":"a.ts"}'

const stop = (thoughts: readonly string[], answer: string): Told => ({
	thoughts,
	answer,
	calls: [],
	end: 'stop',
})

const REPLIES: readonly [name: string, text: string, told: Told][] = [
	['between the usual tags', '<think>\nHm, 4.\n</think>\n\nFour.', stop(['Hm, 4.'], 'Four.')],
	['without line breaks', '<think>Hm.</think>Four.', stop(['Hm.'], 'Four.')],
	['behind blanks', '\n\n<think>\nHm.\n</think>\nFour.', stop(['Hm.'], 'Four.')],
	['in the longer tag', '<thinking>Hm.</thinking>\nFour.', stop(['Hm.'], 'Four.')],
	['between brackets', '[THINK]Hm.[/THINK]Four.', stop(['Hm.'], 'Four.')],
	['in a tag of its own', '<seed:think>Hm.</seed:think>Four.', stop(['Hm.'], 'Four.')],
	['none, as where thinking is off', '<think>\n\n</think>\n\nFour.', stop([''], 'Four.')],
	[
		'about tags',
		'<think>They ask what `</think>` and "</think>" do.</think>It ends.',
		stop(['They ask what `</think>` and "</think>" do.'], 'It ends.'),
	],
	[
		'with the other brackets in it',
		'<think>a < b > c </thin b</think>Four.',
		stop(['a < b > c </thin b'], 'Four.'),
	],
	['two in a row', '<think>One.</think>\n<think>Two.</think>\nFour.', stop(['One.', 'Two.'], 'Four.')],
	['not closed', '<think>\nHm, 4', { thoughts: ['Hm, 4'], answer: '', calls: [], end: 'empty-reply' }],
	[
		'closed, and nothing said',
		'<think>Hm.</think>\n',
		{ thoughts: ['Hm.'], answer: '', calls: [], end: 'empty-reply' },
	],
	['closed only', 'Hm, 4.\n</think>\n\nFour.', stop(['Hm, 4.'], 'Four.')],
	['closed only, on one line', 'Hm, 4.</think>Four.', stop(['Hm, 4.'], 'Four.')],
	['closed only, in brackets', 'Hm, 4.[/THINK]Four.', stop(['Hm, 4.'], 'Four.')],
	[
		'closed only, at the very end',
		'Hm, 4. </think>',
		{ thoughts: ['Hm, 4.'], answer: '', calls: [], end: 'empty-reply' },
	],
	[
		'and then a call',
		`<think>I should look.</think>\n\nLet me look.\n${CALL}`,
		{ thoughts: ['I should look.'], answer: 'Let me look.\n', calls: [READ], end: 'tool-calls' },
	],
	[
		'closed only, and then a call',
		`I should look.\n</think>\n${CALL}`,
		{ thoughts: ['I should look.'], answer: '', calls: [READ], end: 'tool-calls' },
	],
	[
		'with the call in it, not closed',
		`<think>I should look.\n${CALL}`,
		{ thoughts: [`I should look.\n${CALL}`], answer: '', calls: [READ], end: 'tool-calls' },
	],
	[
		'with a call that was only thought of',
		`<think>I could say\n${CALL}\nbut need not.</think>Four.`,
		stop([`I could say\n${CALL}\nbut need not.`], 'Four.'),
	],
]

const ANSWERS: readonly [name: string, text: string][] = [
	['an answer without any', 'Four.'],
	['a code block', '```xml\n<think>\nHm.\n</think>\n```\nThat is how.'],
	['a code block further on', 'It looks so:\n```\n<think>Hm.</think>\n```\n'],
	['only its end in a code block', 'The end:\n```\n</think>\n```\nThat is all.'],
	['backticks', 'The tag `</think>` ends the thought.'],
	['quotation marks', 'It ends with "</think>", always.'],
	['both tags in a sentence', 'Between <think> and </think> stands what it thought.'],
	['one tag in a sentence', 'With </think> the thought ends.'],
	['tags behind a sentence', 'Here it is:\n<think>\nHm.\n</think>\n'],
	['HTML', '<thead><tr><td>4</td></tr></thead>\n<thin>'],
	['the beginning of a tag', '<thi'],
	['a list', '[THING, OTHER]'],
	['an arrow', 'a -> b\nc => d'],
	['blanks', '\n\n  Four.\n'],
]

function cuts(text: string): readonly (readonly string[])[] {
	const characters = [...text]
	const halves = characters.map((_, at) => [characters.slice(0, at).join(''), characters.slice(at).join('')])
	return [...halves, characters]
}

describe('a thought written into the answer is shown and kept as one', () => {
	test.each(REPLIES)('%s', (_name, text, told) => {
		for (const texts of cuts(text)) assert.deepEqual(toldBy(understood(texts)), told, JSON.stringify(texts))
	})
})

describe('what an answer shows of thoughts stays text', () => {
	test.each(ANSWERS)('%s', (_name, text) => {
		for (const texts of cuts(text)) {
			const parts = understood(texts)
			assert.deepEqual(toldBy(parts), stop([], text), JSON.stringify(texts))
			assert.equal(
				parts.some(part => part.type === 'restart'),
				false,
			)
		}
	})
})

test('behind a call another thought may stand', () => {
	const thoughts = new WrittenThoughts({ callsIn: () => [], startsInside: undefined, learnt: () => {} })
	const call: ModelPart = { type: 'tool-call', callId: 'c1', tool: 'read', arguments: '{}' }
	const parts = [
		{ type: 'text-delta', text: '<think>One.</think>Looking.' } as const,
		call,
		{ type: 'text-delta', text: '\n<think>Two.' } as const,
		call,
		{ type: 'finish', reason: 'tool-calls', usage: undefined } as const,
	].flatMap(part => thoughts.take(part))
	assert.deepEqual(
		parts.map(part => ('text' in part ? `${part.type} ${part.text}` : part.type)),
		[
			'reasoning-delta One.',
			'reasoning-end One.',
			'text-delta Looking.',
			'tool-call',
			'reasoning-delta Two.',
			'reasoning-end Two.',
			'tool-call',
			'finish',
		],
	)
})

describe('from a server that is known to strip the mark', () => {
	test.each(REPLIES)('%s', (_name, text, told) => {
		// What is marked otherwise, or is a bare call, is not what such a server sends.
		if (text.includes('[/THINK]') && !text.startsWith('[')) return
		for (const texts of cuts(text))
			assert.deepEqual(toldBy(understood(texts, THINK)), told, JSON.stringify(texts))
	})

	test('nothing has to be taken back', () => {
		const parts = understood(['Hm.\n', '</think>\nFour.'], THINK)
		assert.deepEqual(
			parts.map(({ type }) => type),
			['reasoning-delta', 'reasoning-end', 'text-delta', 'finish'],
		)
	})

	test('a reply that closes nothing was the answer, and so is a call in it', () => {
		for (const texts of cuts('Four.')) assert.deepEqual(toldBy(understood(texts, THINK)), stop([], 'Four.'))
		const called = toldBy(understood([`Let me look.\n${CALL}`], THINK))
		assert.deepEqual(called, { thoughts: [], answer: 'Let me look.\n', calls: [READ], end: 'tool-calls' })
	})
})

test('only what was shown as the answer is taken back', () => {
	const all = understood(['Hm.\n</think>\nFour.'])
	const late = understood(['Hm.\n', '</think>\nFour.'])
	assert.deepEqual(
		[all, late].map(parts => parts.filter(part => part.type === 'restart').length),
		[0, 1],
	)
})

describe.each(Object.keys(WIRES) as WireName[])('over %s', name => {
	test.each([
		['opened and closed', '<think>\nHm, 4.\n</think>\n\nFour.'],
		['closed only', 'Hm, 4.\n</think>\n\nFour.'],
	])('it is the same thought wherever the bytes are cut: %s', async (_name, text) => {
		const bytes = streamOf(name, text.match(/.{1,9}/gs) ?? [])
		for (let at = 1; at < bytes.length; at += 7) {
			const parts = await partsOf(name, [bytes.subarray(0, at), bytes.subarray(at)])
			assert.deepEqual(toldBy(parts), stop(['Hm, 4.'], 'Four.'), `cut at ${at}`)
		}
	})
})
