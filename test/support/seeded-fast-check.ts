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

export default { ...fc, assert }
