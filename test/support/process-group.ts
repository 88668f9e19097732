// Which processes of a group are alive. One that has ended and only waits to be reaped is not, nor is one on its way out.

import { readdirSync, readFileSync } from 'node:fs'
import { nextLook } from './next-look.ts'

export function livingInGroup(group: number): readonly number[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			const stat = readStat(name)
			// state, parent and group follow the name, which stands in parentheses and may hold anything.
			const [state, , pgrp, , , , flags] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
			const hasEnded = state === 'Z' || state === 'X' || (Number(flags) & EXITING) !== 0
			return Number(pgrp) === group && !hasEnded ? [Number(name)] : []
		})
}

/** Nothing of its program runs any more, but it has not been taken off its processor. */
const EXITING = 0x4

/**
 * Resolves when nobody of it is left; who stays for good is told by the test's own limit. For what is ended by somebody
 * who does not wait: on a busy machine a killed process is there until it is its turn.
 */
export async function untilGroupEnded(group: number): Promise<void> {
	while (livingInGroup(group).length > 0) await nextLook()
}

function readStat(pid: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8')
	} catch {
		// It ended between the listing and now.
		return undefined
	}
}
