import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import type { Tier } from '../../../src/core/permission.ts'
import { createCallOrder } from '../../../src/tools/executor/call-order.ts'

const tiers = fc.array(fc.constantFrom<Tier>('read-only', 'side-effecting', 'privileged'), { maxLength: 12 })

test('whatever the mix: nothing runs beside a side effect, and order between neighbours is kept', async () => {
	await fc.assert(
		fc.asyncProperty(tiers, fc.infiniteStream(fc.nat(3)), async (mix, delays) => {
			const order = createCallOrder()
			const running = new Set<number>()
			const started: number[] = []
			await Promise.all(
				mix.map((tier, index) =>
					order.schedule(tier, async () => {
						started.push(index)
						const others = [...running]
						if (tier !== 'read-only') assert.deepEqual(others, [])
						assert.ok(others.every(other => mix[other] === 'read-only'))
						running.add(index)
						for (let n = delays.next().value ?? 0; n > 0; n--) await new Promise(setImmediate)
						running.delete(index)
					}),
				),
			)
			// Calls start in order; only neighbouring reads overlap, and those start in order too.
			assert.deepEqual(
				started,
				mix.map((_, index) => index),
			)
		}),
	)
})

test('neighbouring reads really overlap', async () => {
	const order = createCallOrder()
	let meet = () => {}
	const met = new Promise<void>(resolve => {
		meet = resolve
	})
	await Promise.all([
		order.schedule('read-only', () => met),
		// Were the second to wait for the first, neither would end.
		order.schedule('read-only', async () => meet()),
	])
})
