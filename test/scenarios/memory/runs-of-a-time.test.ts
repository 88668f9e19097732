// Questions that name a time, put to `recall` by a model: what was asked, decided and changed then.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { textOf } from '../../../src/core/messages.ts'
import { writeLine } from '../../../src/runtime/memory/run-summaries/written-lines.ts'
import { noonClock } from '../../support/runtime/noon-clock.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, startRuntime } from '../../support/runtime/start-runtime.ts'

const DAY = 24 * 3_600_000
const clock = noonClock()
let first: StartedRuntime
let sessionId: string
beforeEach(async () => {
	const provider = scriptedProvider(
		answer('By hand; a library would be too large.'),
		toolCalls(['1', 'write', { path: 'parser.ts', content: 'export {}' }]),
		answer('Written.'),
		answer('Never mind.'),
	)
	first = await startRuntime({ provider, approvals: { kind: 'all' }, runtime: { clock } })
	for (const prompt of ['how do we parse dates?', 'write the parser', 'throw it away']) {
		await first.prompt(prompt)
		await first.until('run-end')
	}
	const [last] = await first.port.queries.rewindPoints()
	await first.port.send({ type: 'rewind', toSeq: last!.toSeq, conversation: true, files: false })
	await first.port.send({ type: 'shutdown' })
	sessionId = first.envelopes[0]!.sessionId
	aDayBack(first)
})
afterEach(() => first.stop())

function aDayBack({ home }: StartedRuntime): void {
	const logs = join(home, 'sessions')
	for (const name of readdirSync(logs, { recursive: true }).map(String)) {
		const path = join(logs, name)
		if (name.endsWith('summaries.json')) writeFileSync(path, '')
		if (!name.endsWith('.jsonl')) continue
		const text = readFileSync(path, 'utf8')
		writeFileSync(
			path,
			text.replaceAll(/"at":(\d+)/g, (_, at) => `"at":${Number(at) - DAY}`),
		)
	}
}

/** What a new session is told. */
async function recalled(...queries: readonly string[]): Promise<readonly string[]> {
	const provider = scriptedProvider(
		...queries.map((query, index) => toolCalls([`${index}`, 'recall', { query }])),
		answer('So it was.'),
	)
	const second = await startRuntime({ provider, in: first, runtime: { clock } })
	await second.prompt('look it up')
	await second.until('run-end')
	await second.stop()
	return provider.requests.slice(1).map(({ messages }) => textOf(messages.at(-1)!.content))
}

test('the runs of a day are told in order, with what came of them, in English and German', async () => {
	await writeLine(join(first.home, 'artefacts'), sessionId, {
		runId: first.envelopes.find(({ event }) => event.type === 'run-start')!.runId!,
		line: 'Dates are parsed by hand.',
		model: 'test/clerk',
	})
	const [english, german, topic, today, none] = await recalled(
		'what did I ask first yesterday',
		'Was habe ich gestern zuerst gefragt?',
		'what did we decide about the dates yesterday',
		'what did I do today',
		'dates',
	)
	const expected = new RegExp(
		[
			'^Runs from .* \\(“.*”\\), oldest first, 3:',
			`\\[run, \\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}, session ${sessionId}, number \\d+\\]\\n(In short: Dates are parsed by hand\\.\\n)?Asked: how do we parse dates\\?\\nAnswered: By hand; a library would be too large\\.`,
			'Asked: write the parser\\nAnswered: Written\\.\\nChanged: .*parser\\.ts',
			'TAKEN BACK by the user: it does not hold\\]\\nAsked: throw it away',
		].join('[\\s\\S]*'),
	)
	assert.match(english!, expected)
	assert.match(german!, expected)
	assert.match(topic!, /^Runs from .* about dates \(of 3\), oldest first, 1:[\s\S]*how do we parse dates\?/)
	assert.match(today!, /^Runs from [\s\S]*oldest first, 1:[\s\S]*Asked: look it up/)
	assert.doesNotMatch(none!, /^Runs from/)
})

test('a time without runs is said to be one', async () => {
	const [text] = await recalled('what did I do on 2020-01-01')
	assert.match(text!, /^No run of this project was from 2020-01-01 00:00 to 2020-01-02 00:00/)
})
