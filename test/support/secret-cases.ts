// The case files of test/fixtures/secrets. `‹a36›` stands for 36 random letters and digits, so that no scanner takes
// a fixture for a leak; `⟦…⟧` are around what has to go.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '../../src/core/json.ts'
import { isObject } from '../../src/core/json.ts'

export type MaskedCase = { about: string; text: string; expected: string; secrets: readonly string[] }

export function maskedCases(): readonly MaskedCase[] {
	return [...entries('masked.json'), ...entries('leaks.json')].map(maskedCase)
}

/** Those that hold whatever stands around them on the same line. */
export function casesWithinLines(): readonly MaskedCase[] {
	return entries('masked.json').map(maskedCase)
}

function maskedCase({ about, mask, text }: { about: string; mask: string; text: string }): MaskedCase {
	const whole = filledIn(text, about)
	const masks = mask.split(' ')
	let count = 0
	return {
		about,
		text: whole.replace(/[⟦⟧]/g, ''),
		expected: whole.replace(/⟦[^⟧]*⟧/g, () => `[REDACTED:${masks[count++] ?? mask}]`),
		secrets: [...whole.matchAll(/⟦([^⟧]*)⟧/g)].map(match => match[1]!),
	}
}

export function keptCases(): readonly { about: string; text: string }[] {
	return [...entries('kept.json'), ...entries('false-alarms.json')].map(({ about, text }) => ({
		about,
		text: filledIn(text, about),
	}))
}

function entries(name: string): readonly { about: string; mask: string; text: string }[] {
	const file = join(import.meta.dirname, '../fixtures/secrets', name)
	const list: JsonValue = JSON.parse(readFileSync(file, 'utf8'))
	if (!Array.isArray(list)) throw new Error(`${name} is no list`)
	return list.map(entry => {
		if (!isObject(entry)) throw new Error(`${name} holds ${JSON.stringify(entry)}`)
		return { about: String(entry.about), mask: String(entry.mask), text: String(entry.text) }
	})
}

const ALPHABETS: Readonly<Record<string, string>> = {
	a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
	b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
	w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
	h: '0123456789abcdef',
	H: '0123456789ABCDEF',
	l: 'abcdefghijklmnopqrstuvwxyz0123456789',
	u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
	d: '0123456789',
}

/** Random, and the same each time. `«»` parts what must not stand together in this repository. */
function filledIn(text: string, seed: string): string {
	let count = 0
	return text.replaceAll('«»', '').replace(/‹([abwhHlud])(\d+)›/g, (_, kind: string, length: string) => {
		count++
		return randomText(ALPHABETS[kind]!, Number(length), `${seed} ${count}`)
	})
}

export function randomText(alphabet: string, length: number, seed: string): string {
	let text = ''
	for (let block = 0; text.length < length; block++)
		for (const byte of createHash('sha512').update(`${seed}/${block}`).digest())
			text += alphabet[byte % alphabet.length]
	return text.slice(0, length)
}
