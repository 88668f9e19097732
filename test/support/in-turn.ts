// Tests that hold over every wire: in `npm test` each is made over one of them and the next one over another, in the soak
// all of them over all.

import { test } from 'vitest'
import { SOAK_TIMES } from './soak.ts'

/** @returns makes a test as `test` does, where it is the turn of `wire` */
export function testInTurn<Wire>(
	wire: Wire,
	wires: readonly Wire[],
): (name: string, body: () => Promise<void>) => void {
	let made = 0
	return (name, body) => {
		const isItsTurn = made++ % wires.length === wires.indexOf(wire)
		if (isItsTurn || SOAK_TIMES > 1) test(name, body)
	}
}
