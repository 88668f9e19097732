import assert from 'node:assert/strict'
import { test } from 'vitest'
import { foldResult, startResult } from '../../../../../src/cli/commands/run/stream/run-result.ts'
import { stderrLines, stderrWords } from '../../../../../src/cli/commands/run/stream/stderr-lines.ts'
import { resultLine } from '../../../../../src/cli/commands/run/stream/stream-json.ts'
import { answer, scriptedProvider } from '../../../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../../../support/runtime/start-runtime.ts'
import { randomText } from '../../../../support/secret-cases.ts'

const terminal = { isTTY: true }
const file = {}

test.each([
	['text', {}, file, file, 'everything'],
	['text', { quiet: true }, file, terminal, 'waits'],
	['json', {}, file, terminal, 'waits'],
	['json', {}, terminal, terminal, 'waits'],
	['json', {}, file, file, 'nothing'],
	['json', { quiet: true }, file, terminal, 'waits'],
	['stream-json', {}, file, terminal, 'waits'],
	// Its own lines are on that screen.
	['stream-json', {}, terminal, terminal, 'nothing'],
	['stream-json', {}, file, file, 'nothing'],
	['stream-json', { verbose: true }, file, file, 'everything'],
] as const)('%s with %j: %s', (format, flags, stdout, stderr, words) => {
	assert.equal(stderrWords(flags, format, { stdout, stderr }), words)
})

test('that a prompt was masked is said, also where only what one has to know is', async () => {
	const token = `ghp_${randomText('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', 36, 'on stderr')}`
	const started = await startRuntime({ provider: scriptedProvider(answer('fine')) })
	try {
		await started.prompt(`use ${token}`)
		await started.until('run-end')
		const [first] = started.envelopes
		assert.ok(first)
		const result = started.envelopes.reduce(foldResult, startResult(first.sessionId))
		const { warnings } = JSON.parse(
			resultLine(result, { durationMs: 1, failure: undefined, isJsonAnswer: false }),
		)
		assert.deepEqual(warnings, ['a secret in the prompt was masked before it was kept and sent'])
		for (const words of ['everything', 'waits'] as const) {
			const lines = started.envelopes.flatMap(envelope => stderrLines(envelope, [], words))
			assert.deepEqual(
				lines.filter(line => line.includes('secret')),
				['warning: a secret in the prompt was masked before it was kept and sent'],
			)
			assert.ok(!lines.join('\n').includes(token))
		}
	} finally {
		await started.stop()
	}
})
