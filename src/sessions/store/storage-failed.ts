// Storage errors in words that say what to do.

import { AgentError, messageOf } from '../../core/errors.ts'

export function storageFailed(path: string, error: unknown): AgentError {
	if (error instanceof AgentError) return error
	const elsewhere = CLOSED.has(codeOf(error))
		? '; KEELSON_HOME names another place, and --no-session stores nothing'
		: ''
	const message = `${path} cannot be written: ${reasonOf(error)}${elsewhere}`
	return new AgentError('storage-failed', message, { cause: error })
}

export function reasonOf(error: unknown): string {
	return REASONS.get(codeOf(error)) ?? messageOf(error)
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Nothing will be written there, however much room is made. */
const CLOSED: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])

const REASONS: ReadonlyMap<string, string> = new Map([
	['ENOSPC', 'the disk is full (ENOSPC); make room on it'],
	['EDQUOT', 'the quota of this disk is used up (EDQUOT)'],
	['EROFS', 'the disk is read-only (EROFS)'],
	['EACCES', 'permission denied (EACCES)'],
	['EPERM', 'permission denied (EPERM)'],
	['EFBIG', 'the file would be larger than is allowed (EFBIG)'],
	['EIO', 'the disk reports a fault (EIO)'],
	['ENOTDIR', 'a part of the path is not a folder (ENOTDIR)'],
	['EEXIST', 'it is there already (EEXIST)'],
])
