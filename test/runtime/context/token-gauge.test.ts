import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type Message, userText } from '../../../src/core/messages.ts'
import { createTokenGauge, type Measurable } from '../../../src/runtime/context/token-gauge.ts'

const model = { provider: 'test', model: 'm' }

const NO_TOOLS: Measurable['tools'] = []

function about(...messages: readonly Message[]): Measurable {
	return { model, system: '', tools: NO_TOOLS, messages }
}

/** A vocabulary of one letter a token, which counts how often it is asked. */
function gaugeOfLetters() {
	let loads = 0
	let counts = 0
	const gauge = createTokenGauge(async () => {
		loads += 1
		return text => {
			counts += 1
			return text === '[]' ? 0 : text.length
		}
	})
	return { gauge, loads: () => loads, counts: () => counts }
}

describe('an estimate', () => {
	test('is enough far below the threshold: no vocabulary is loaded', async () => {
		const { gauge, loads } = gaugeOfLetters()
		const measured = gauge.measure(about(userText('x'.repeat(400))), 1_000)
		assert.ok(!(measured instanceof Promise))
		assert.equal(measured.totalTokens, 105)
		assert.equal(loads(), 0)
	})

	test('is not believed near it, and what is counted then is', async () => {
		const { gauge, loads } = gaugeOfLetters()
		const measured = await gauge.measure(about(userText('x'.repeat(400))), 150)
		assert.equal(measured.totalTokens, 404)
		assert.equal(loads(), 1)
	})
})

describe('what the provider counted', () => {
	test('corrects what comes, for what was sent and for what is new', async () => {
		const { gauge } = gaugeOfLetters()
		const sent = userText('x'.repeat(396))
		gauge.report(about(sent), 600)
		const measured = await gauge.measure(about(sent, userText('y'.repeat(196))), 0)
		assert.equal(measured.totalTokens, 900)
	})

	test('counts up to twice our own figure, and never below it', async () => {
		const sent = userText('x'.repeat(96))
		for (const [reported, expected] of [
			[0, 100],
			[10, 100],
			[100, 100],
			[150, 150],
			[5_000, 200],
		] as const) {
			const { gauge } = gaugeOfLetters()
			gauge.report(about(sent), reported)
			const measured = await gauge.measure(about(sent), 0)
			assert.equal(measured.totalTokens, expected)
		}
	})

	test('corrects /context like everything else', async () => {
		const { gauge } = gaugeOfLetters()
		const sent = userText('x'.repeat(96))
		gauge.report(about(sent), 150)
		const { totalTokens, tokensOf, count } = await gauge.exact(about(sent))
		assert.deepEqual([totalTokens, tokensOf(sent), count('x'.repeat(10))], [150, 150, 15])
	})

	test('says nothing of another model', async () => {
		const { gauge } = gaugeOfLetters()
		const sent = userText('x'.repeat(96))
		gauge.report(about(sent), 150)
		const measured = await gauge.measure({ ...about(sent), model: { provider: 'test', model: 'other' } }, 0)
		assert.equal(measured.totalTokens, 100)
	})
})

test('each text is read once, however often and in whatever history it is measured', async () => {
	const { gauge, counts } = gaugeOfLetters()
	const messages = Array.from({ length: 50 }, (_, index) => userText(`message ${index}`))
	for (let length = 1; length <= messages.length; length++)
		await gauge.measure(about(...messages.slice(0, length)), 0)
	// As a session does that reads its history again for each run.
	const again = messages.map(message => ({ ...message }))
	await gauge.measure(about(...again), 0)
	const tools = 1
	assert.equal(counts(), messages.length + tools)
})

test('a long history is counted for the first time in pieces, and what else there is to do comes between them', async () => {
	const { gauge, counts } = gaugeOfLetters()
	const history = about(...Array.from({ length: 20 }, (_, index) => userText(`${index} `.repeat(8_000))))
	const seen = new Set<number>()
	let look = setImmediate(function again() {
		seen.add(counts())
		look = setImmediate(again)
	})
	await gauge.exact(history)
	clearImmediate(look)
	assert.ok(seen.size >= 20, `it was seen with ${[...seen]} of its texts counted`)
})

test('thoughts count for the model that they go back to, and for no other', async () => {
	const { gauge } = gaugeOfLetters()
	const thinking: Message = {
		role: 'assistant',
		model,
		stop: 'stop',
		content: [
			{ type: 'reasoning', text: 'shown', opaque: { by: model, data: 'z'.repeat(398) } },
			{ type: 'text', text: 'So.' },
		],
	}
	const own = await gauge.measure(about(thinking), 0)
	const others = await gauge.measure({ ...about(thinking), model: { provider: 'test', model: 'other' } }, 0)
	assert.deepEqual([own.totalTokens, others.totalTokens], [107, 7])
})
