import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { timeRange } from '../../../../src/runtime/memory/run-summaries/time-words.ts'

/** A Wednesday, in whatever zone this runs. */
const NOW = new Date(2026, 10, 25, 15, 30).getTime()

/** `11-24` or `11-24 18h`, of 2026 unless it says another year. */
function at(text: string): number {
	const [, year = '2026', month, day, hour = '0'] = /^(?:(\d{4})-)?(\d+)-(\d+)(?: (\d+)h)?$/.exec(text)!
	return new Date(Number(year), Number(month) - 1, Number(day), Number(hour)).getTime()
}

const CASES: readonly [question: string, from: string, to: string, order?: string][] = [
	['what did I ask first yesterday', '11-24', '11-25', 'first'],
	['was habe ich gestern zuerst gefragt', '11-24', '11-25', 'first'],
	['What did I do on Tuesday?', '11-24', '11-25'],
	['Was habe ich am Dienstag gemacht?', '11-24', '11-25'],
	['and on Wednesday', '11-25', '11-26'],
	['last Wednesday', '11-18', '11-19'],
	['letzten Mittwoch', '11-18', '11-19'],
	['am Donnerstag', '11-19', '11-20'],
	['on thu.', '11-19', '11-20'],
	['the day before yesterday', '11-23', '11-24'],
	['vorgestern', '11-23', '11-24'],
	['today', '11-25', '11-26'],
	['heute Nachmittag', '11-25 12h', '11-25 18h'],
	['this morning', '11-25', '11-25 12h'],
	['heute früh', '11-25', '11-25 12h'],
	['yesterday evening', '11-24 18h', '11-25'],
	['gestern Abend', '11-24 18h', '11-25'],
	['Tuesday morning', '11-24', '11-24 12h'],
	['last night', '11-24 18h', '11-25 6h'],
	['this week', '11-23', '11-30'],
	['diese Woche', '11-23', '11-30'],
	['what was the last thing we did last week', '11-16', '11-23', 'last'],
	['in der letzten Woche', '11-16', '11-23'],
	['last month', '10-1', '11-1'],
	['im letzten Monat', '10-1', '11-1'],
	['three days ago', '11-22', '11-23'],
	['vor 3 Tagen', '11-22', '11-23'],
	['vor einer Woche', '11-16', '11-23'],
	['a month ago', '10-1', '11-1'],
	['in the last 3 days', '11-22', '11-26'],
	['in den letzten zwei Wochen', '11-9', '11-26'],
	['since Monday', '11-23', '11-26'],
	['seit gestern', '11-24', '11-26'],
	['on 2026-11-21', '11-21', '11-22'],
	['am 21.11.', '11-21', '11-22'],
	['am 21.11.2025', '2025-11-21', '2025-11-22'],
	['am 21. November', '11-21', '11-22'],
	['November 21st', '11-21', '11-22'],
	['on the 3rd of December', '2025-12-3', '2025-12-4'],
	['21 Nov 2026', '11-21', '11-22'],
	['in October', '10-1', '11-1'],
	['im Dezember', '2025-12-1', '2026-1-1'],
]

describe('words for a time', () => {
	test.each(CASES)('%s', (text, from, to, order) => {
		const found = timeRange(text, NOW)
		assert.deepEqual([found?.from, found?.to, found?.order], [at(from), at(to), order], JSON.stringify(found))
	})

	test.each([
		'what did we decide about the parser',
		'may I use tabs',
		'march through the list',
		'the sun example',
		'version 1.2.3',
		'yesterday_total',
		'so do it',
		'31.02.',
		'the last one',
		'first',
		'toMonday()',
	])('none in: %s', text => {
		assert.equal(timeRange(text, NOW), undefined)
	})

	test('what is asked beside them is left', () => {
		assert.equal(
			timeRange('what did we decide yesterday about the parser', NOW)?.rest,
			'what did we decide about the parser',
		)
	})
})
