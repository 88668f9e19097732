// Which processes of a group are alive. One that has ended and only waits to be reaped is not.

import { readdirSync, readFileSync } from 'node:fs'

export function livingInGroup(group: number): readonly number[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			const stat = readStat(name)
			// state, parent and group follow the name, which stands in parentheses and may hold anything.
			const [state, , pgrp] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
			return Number(pgrp) === group && state !== 'Z' && state !== 'X' ? [Number(name)] : []
		})
}

function readStat(pid: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8')
	} catch {
		// It ended between the listing and now.
		return undefined
	}
}
