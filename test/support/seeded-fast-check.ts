// What `fast-check` is in our tests (vitest.config.ts): `npm test` is the same each time, and `npm run soak` tries every
// property many times as often as its test says, from the seed of the soak unless it has one of its own.

import fc from '../../node_modules/fast-check/lib/fast-check.js'
import { longer, SOAK_SEED } from './soak.ts'

const USUAL = 100

function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
function assert<Ts>(property: fc.IRawProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void> | void {
	const numRuns = longer(parameters?.numRuns ?? USUAL)
	return fc.assert(property, { seed: SOAK_SEED, ...parameters, numRuns })
}

export default { ...fc, assert }
