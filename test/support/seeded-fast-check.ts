// What `fast-check` is in tests (vitest.config.ts): a property without a seed of its own has the same one every time, so
// that nothing fails by chance. `npm run soak` tries each many times as often, from another seed.

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
