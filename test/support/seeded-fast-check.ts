// What `fast-check` is in our tests (vitest.config.ts): `npm test` is the same each time, and `npm run soak` tries every
// property many times as often as its test says, from the seed of the soak unless it has one of its own.

import fc from '../../node_modules/fast-check/lib/fast-check.js'
import { longer, SOAK_SEED, SOAK_TIMES } from './soak.ts'

const USUAL = 100
/** With one seed the same cases come each time: most of what a few cannot find is left to the soak, which has others. */
const SHARE = SOAK_TIMES > 1 ? 1 : 0.4

function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
function assert<Ts>(property: fc.IRawProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void> | void {
	const numRuns = Math.ceil(longer(parameters?.numRuns ?? USUAL) * SHARE)
	return fc.assert(property, { seed: SOAK_SEED, ...parameters, numRuns })
}

const SURROGATES = { first: 0xd800, count: 0x800 }

/** Every code point that may stand alone, in order: the ones that `unit: 'binary'` has. */
const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
	index => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
	character => {
		const code = typeof character === 'string' ? character.codePointAt(0) : undefined
		if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('not one character')
		if (code < SURROGATES.first) return code
		if (code < SURROGATES.first + SURROGATES.count) throw new Error('half a character')
		return code - SURROGATES.count
	},
)

/** The same strings. For its own unit fast-check makes a map of a million entries: 150 MB in each process, and a second. */
function string(constraints?: fc.StringConstraints): fc.Arbitrary<string> {
	return fc.string(constraints?.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints)
}

export default { ...fc, assert, string }
