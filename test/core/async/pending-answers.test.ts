import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PendingAnswers } from '../../../src/core/async/pending-answers.ts'

test('the first answer counts, and comes to the question with its id', async () => {
	const pending = new PendingAnswers<string, string, number>()
	const one = pending.wait('1', 'how many?')
	const two = pending.wait('2', 'how often?')
	assert.deepEqual(pending.questions, [
		['1', 'how many?'],
		['2', 'how often?'],
	])
	assert.equal(pending.answer('2', 7), true)
	assert.equal(pending.answer('2', 8), false)
	assert.equal(await two, 7)
	assert.equal(pending.question('2'), undefined)
	assert.equal(pending.question('1'), 'how many?')
	pending.answer('1', 3)
	assert.equal(await one, 3)
})

test('a signal answers what still waits, and what is asked after it', async () => {
	const pending = new PendingAnswers<string, string, string>()
	const stop = new AbortController()
	const unanswered = { signal: stop.signal, answer: 'withdrawn' }
	const [before, answered] = [pending.wait('1', '', unanswered), pending.wait('2', '', unanswered)]
	pending.answer('2', 'yes')
	stop.abort()
	const after = pending.wait('3', '', unanswered)
	assert.deepEqual(await Promise.all([before, answered, after]), ['withdrawn', 'yes', 'withdrawn'])
	assert.equal(pending.answer('1', 'late'), false)
	assert.deepEqual(pending.questions, [])
})
