import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { followText, NOTHING_PRINTED, reconnected } from '../../../../src/cli/commands/tasks/followed-text.ts'
import type { JsonValue } from '../../../../src/core/json.ts'

type Said = JsonValue | 'reconnect'

const delta = (text: string): JsonValue => ({ event: { type: 'text-delta', text } })
const message = (text: string): JsonValue => ({
	event: { type: 'message-end', message: { content: [{ type: 'text', text }, { type: 'tool-call' }] } },
})

function printed(said: readonly Said[]): string {
	let state = NOTHING_PRINTED
	let all = ''
	for (const each of said) {
		if (each === 'reconnect') {
			state = reconnected(state)
			continue
		}
		const { text, ...next } = followText(state, each)
		all += text
		state = next
	}
	return all
}

test('text is printed once, as it comes, and what of it did not come with its message', () => {
	assert.equal(printed([delta('one '), delta('two'), message('one two')]), 'one two\n')
	assert.equal(printed([delta('one '), message('one two')]), 'one two\n')
	assert.equal(printed([message('one\n'), delta('two'), message('two')]), 'one\ntwo\n')
	assert.equal(printed([message('')]), '')
})

test('what begins anew stands on a line of its own', () => {
	const restart = { event: { type: 'reply-restart' } }
	assert.equal(printed([delta('wrong'), restart, delta('right'), message('right')]), 'wrong\nright\n')
	assert.equal(printed([delta('lost'), message('another')]), 'lost\nanother\n')
})

test('a connection that is made again gives what was printed once more, and it is not printed twice', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
			fc.nat(7),
			(pieces, at) => {
				const before = pieces.slice(0, at)
				const again: Said[] = ['reconnect', delta(before.join('')), ...pieces.slice(at).map(delta)]
				const whole = pieces.join('')
				const out = printed([...before.map(delta), ...again, message(whole)])
				assert.equal(out, whole.endsWith('\n') ? whole : `${whole}\n`)
			},
		),
	)
})

test('what is no envelope prints nothing', () => {
	for (const odd of [null, 3, [], {}, { event: null }, { event: { type: 'text-delta', text: 5 } }])
		assert.equal(printed([odd]), '')
})
