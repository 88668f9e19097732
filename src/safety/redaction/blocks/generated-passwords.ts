// Passwords that Terraform has generated: in its state the `result` and the hash of a `random_password` stand in plain,
// some lines behind its type.

import { readQuoted } from '../secrets/quoted.ts'
import { isFilledIn } from '../secrets/secret-values.ts'
import type { BlockView, Range } from './view.ts'

export function generatedPassword({ text, start, end, isWhole }: BlockView): readonly Range[] | 'more' {
	const found: Range[] = []
	TYPE.lastIndex = start
	for (let type = TYPE.exec(text); type && type.index < end; type = TYPE.exec(text)) {
		const from = TYPE.lastIndex
		NEXT_TYPE.lastIndex = from
		const next = NEXT_TYPE.exec(text)?.index
		if (next === undefined && !isWhole && text.length - from < LONGEST) return 'more'
		const block = text.slice(from, Math.min(next ?? text.length, from + LONGEST))
		for (const { index, 0: opening } of block.matchAll(VALUES)) {
			const value = readQuoted(text, from + index + opening.length)
			if (value && isFilledIn(value.text)) found.push({ start: value.start, end: value.end })
		}
	}
	return found
}

const TYPE = /(\\*)"type\1"\s{0,8}:\s{0,8}\1"random_password\1"/g
/** Of what is listed behind it. */
const NEXT_TYPE = /\\*"type\\*"\s{0,8}:/g
const VALUES = /\\*"(?:result|bcrypt_hash)\\*"\s{0,8}:\s{0,8}/g
/** More than the attributes of one take, and of some that were made together. */
const LONGEST = 8_000
