import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { RESULT_LIMIT_BYTES, truncate } from '../../../src/tools/executor/truncate.ts'

const NOTICE = /\n\[… (\d+) bytes in \d+ lines removed here; the whole output is in \/kept\/it …\]\n/

test('what fits is returned as it is and not saved', async () => {
	const never = () => assert.fail('saved')
	const text = 'é'.repeat(RESULT_LIMIT_BYTES / 2)
	assert.equal(await truncate(text, never), text)
})

test('what does not fit keeps both ends, names what is gone, and is saved whole', async () => {
	const saved: string[] = []
	const text = `${'a'.repeat(50_000)}${'z'.repeat(50_000)}`
	const cut = await truncate(text, async full => {
		saved.push(full)
		return '/kept/it'
	})
	assert.deepEqual(saved, [text])
	const [head, removed, tail] = cut.split(NOTICE)
	assert.match(head!, /^a+$/)
	assert.match(tail!, /^z+$/)
	assert.ok(Math.abs(head!.length - tail!.length) <= 1)
	assert.equal(head!.length + Number(removed) + tail!.length, text.length)
	assert.ok(Buffer.byteLength(cut) <= RESULT_LIMIT_BYTES && Buffer.byteLength(cut) > RESULT_LIMIT_BYTES - 20)
})

test('of what was too much to keep, nobody is told that the whole is there', async () => {
	const text = `${'a'.repeat(50_000)}\n[… 70000 characters left out …]\n${'z'.repeat(50_000)}`
	const cut = await truncate(text, async () => '/kept/it', { lostCharacters: 70_000 })
	const [, words] = /\n\[… (.*) …\]\n/.exec(cut) ?? []
	assert.equal(
		words?.replace(/^\d+/, 'N'),
		'N bytes in 2 lines removed here; beginning and end of the output are in /kept/it, 70000 characters between them were too much to keep',
	)
	assert.ok(Buffer.byteLength(cut) <= RESULT_LIMIT_BYTES)
})

test('no character is ever split, and the limit holds', async () => {
	const unit = fc.constantFrom('a', 'é', '€', '𝄞', '👩‍👩‍👧', '\n')
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit, minLength: 100, maxLength: 400 }),
			fc.integer({ min: 120, max: 300 }),
			async (text, limit) => {
				const cut = await truncate(text, async () => '/kept/it', { limitBytes: limit })
				if (Buffer.byteLength(text) <= limit) return assert.equal(cut, text)
				const [head, , tail] = cut.split(NOTICE)
				assert.ok(text.startsWith(head!) && text.endsWith(tail!))
				assert.ok(Buffer.byteLength(cut) <= limit)
				assert.ok(!cut.includes('\uFFFD'))
			},
		),
	)
})
