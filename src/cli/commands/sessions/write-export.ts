// Writes what the user wants to keep as a file: for the user alone, and whole or not at all.

import { randomBytes } from 'node:crypto'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'

/**
 * @param name - what it could be called in a folder
 * @throws AgentError `usage` when something is there already
 */
export async function writeExport(
	path: string,
	text: string,
	{ force, name }: { force: boolean; name: string },
): Promise<void> {
	const there = await lstat(path).catch(() => undefined)
	if (there?.isDirectory())
		throw new AgentError(
			'usage',
			`${path.replace(/(?<=.)\/+$/, '')} is a folder; name a file in it: ${join(path, name)}`,
		)
	const target = force ? `${path}.${randomBytes(6).toString('hex')}.tmp` : path
	try {
		const file = await open(target, 'wx', 0o600)
		try {
			await file.writeFile(text)
		} catch (error) {
			await rm(target, { force: true })
			throw error
		} finally {
			await file.close()
		}
		if (force) await rename(target, path)
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined
		if (code === 'EEXIST') throw new AgentError('usage', `${path} is there already; --force writes over it`)
		const why = messageOf(error)
		throw new AgentError('usage', `${path} cannot be written: ${why}`, { cause: error })
	}
}
