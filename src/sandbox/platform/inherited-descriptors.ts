// Descriptors that whoever started us left open. They go on to every program, past all mounts: a folder outside can be
// written through its descriptor. Our own all close by themselves.

import { readdirSync, readFileSync } from 'node:fs'
import type { Program } from './bridge.ts'

export function inheritedDescriptors(): readonly number[] {
	const descriptors = readdirSync('/proc/self/fd').map(Number)
	return descriptors.filter(descriptor => descriptor > 2 && !closesItself(descriptor))
}

export function withoutDescriptors(descriptors: readonly number[], { file, args }: Program): Program {
	if (descriptors.length === 0) return { file, args }
	const closing = `exec ${descriptors.map(descriptor => `${descriptor}>&-`).join(' ')}; exec "$@"`
	return { file: '/bin/bash', args: ['--noprofile', '--norc', '-c', closing, 'bash', file, ...args] }
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
