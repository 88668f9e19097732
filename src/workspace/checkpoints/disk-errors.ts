// Disk errors: what the system says went wrong, told apart from what is wrong in a file.

/** `ENOSPC` and the like; undefined for an error that the system did not give. */
export function errnoOf(error: unknown): string | undefined {
	if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined
	return typeof error.code === 'string' ? error.code : undefined
}

/** It is not there, or what leads to it is no folder. */
export function isMissing(error: unknown): boolean {
	const code = errnoOf(error)
	return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Others may look at it, we may not. That is so in many trees and stays so; any other failure is one of the disk. */
export function isForbidden(error: unknown): boolean {
	const code = errnoOf(error)
	return code === 'EACCES' || code === 'EPERM'
}
