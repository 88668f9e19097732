import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { findingAll } from '../../../src/safety/redaction/scan/find-secret.ts'
import { createHostTokens } from '../../../src/safety/redaction/scan/host-tokens.ts'
import { createLongRuns } from '../../../src/safety/redaction/scan/long-runs.ts'
import { isIdleSign } from '../../../src/safety/redaction/scan/quick-looks.ts'
import { createScannedText, readUnits } from '../../../src/safety/redaction/scan/scanned-text.ts'
import { createScrubber, createScrubStream } from '../../../src/safety/redaction/scrub.ts'
import {
	AFTER_FLAG,
	CLASS_BITS,
	CLASSES,
	NEXT,
	START,
	STATES,
	STOP,
} from '../../../src/safety/redaction/secrets/stops.ts'
import { casesWithinLines, keptCases, maskedCases, randomText } from '../../support/secret-cases.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

const nothing: readonly string[] = []
const scrub = createScrubber(() => nothing)
const masked = maskedCases()
const kept = keptCases()

describe('the secret goes and the rest stays', () => {
	for (const { about, text, expected } of masked)
		test(about, () => {
			assert.equal(scrub(text), expected)
			assert.equal(scrub(expected), expected)
		})
})

describe('stays byte for byte', () => {
	for (const { about, text } of kept) test(about, () => assert.equal(scrub(text), text))
})

test('there are enough of them', () => {
	assert.ok(masked.length >= 600, `${masked.length} texts with secrets`)
	assert.ok(kept.length >= 350, `${kept.length} texts without`)
})

/** Each text at other places than the one before it, so that together they are cut at all of them; at every place in the soak. */
const STEP = SOAK_TIMES > 1 ? 1 : 3

test('a quick look passes over no sign that has a secret behind it', () => {
	const texts = [...masked, ...kept].map(({ text }) => text)
	let passed = 0
	for (const text of [...texts, ...texts.map(text => text.replaceAll(' ', '')), texts.join(' ')]) {
		const scanned = Object.assign(createScannedText(), { text })
		const hosts = createHostTokens(scanned)
		const findSecret = findingAll(scanned, hosts, createLongRuns(scanned))
		readUnits(scanned)
		let state = START
		for (let at = 0; at <= text.length; at++) {
			const kind = CLASSES[scanned.units[at]!]!
			const entry = NEXT[(state << CLASS_BITS) | kind]!
			state = entry & STATES
			if (entry < STOP || entry >= AFTER_FLAG || !isIdleSign(scanned.units, kind, at)) continue
			passed++
			const found = findSecret(kind, entry, at)
			assert.equal(found, undefined, `${JSON.stringify(text.slice(at - 40, at + 40))} at ${at}`)
		}
	}
	assert.ok(passed > 2_000, `${passed} signs passed over`)
})

test('every text comes out the same cut in two at any place', () => {
	const all = [...masked, ...kept.map(each => ({ ...each, expected: each.text }))]
	for (const [index, { text, expected }] of all.entries()) {
		const step = text.length > 300 ? 7 * STEP : STEP
		for (let cut = 1 + (index % step); cut < text.length; cut += step) {
			const stream = createScrubStream(() => nothing)
			const clean = stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end()
			assert.equal(clean, expected, `cut at ${cut}: ${JSON.stringify(text)}`)
		}
	}
})

test('all of them in one text, in one line and in many, lose their secrets', () => {
	const seams = [' ', '\n', '\n\n', ' | ']
	for (const seam of seams) {
		const cases = seam.startsWith('\n') ? masked : casesWithinLines()
		const clean = scrub(cases.map(each => each.text).join(seam))
		for (const { secrets, about } of cases)
			for (const secret of secrets)
				assert.ok(isCommon(secret) || !clean.includes(secret), `${about}: ${secret}`)
	}
})

/** What also stands where it is no secret. */
function isCommon(secret: string): boolean {
	return (secret.length < 8 && !/^hunter/.test(secret)) || ['MTIzNA==', 'host=db user=app'].includes(secret)
}

test('of random strings of 40 characters more than 99 in 100 are found without any name', () => {
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
	const keys = Array.from({ length: 2_000 }, (_, index) => randomText(alphabet, 40, `key ${index}`))
	const missed = keys.filter(key => scrub(`a ${key} b`) !== 'a [REDACTED:high-entropy] b')
	assert.ok(missed.length < 20, `${missed.length} missed: ${missed.slice(0, 3).join(' ')}`)
})
