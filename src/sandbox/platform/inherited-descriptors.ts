// Descriptors that whoever started us left open. They go on to every program, past all mounts: a folder outside can be
// written through its descriptor. Our own all close by themselves.

import { readdirSync, readFileSync } from 'node:fs'

export function inheritedDescriptors(): readonly number[] {
	const descriptors = readdirSync('/proc/self/fd').map(Number)
	return descriptors.filter(descriptor => descriptor > 2 && !closesItself(descriptor))
}

/** @returns a line of bash that closes them */
export function closingLine(descriptors: readonly number[]): string {
	return descriptors.length === 0 ? '' : `exec ${descriptors.map(each => `${each}>&-`).join(' ')}`
}

function closesItself(descriptor: number): boolean {
	try {
		const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? ''
		return (Number.parseInt(flags, 8) & O_CLOEXEC) !== 0
	} catch {
		// It was only there to read the list.
		return true
	}
}

const O_CLOEXEC = 0o2000000
