// Full outputs that were too long for a result, kept in the session's own folder for the user alone.

import { mkdir, open, realpath, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Artefacts } from '../../core/host.ts'

export function createArtefacts(folder: string): Artefacts {
	return {
		async save(name, text) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			for (let number = 1; ; number++) {
				const path = join(folder, numberedName(fileName(name), number))
				if (await create(path, text)) return path
			}
		},
	}
}

/**
 * One that a result names; the name came through a model's text, so it leads nowhere but into the folder.
 * @param folder - of all sessions
 * @returns its first bytes, some screens more than anybody reads, or undefined for what is no output that was kept
 */
export async function readArtefact(folder: string, path: string): Promise<string | undefined> {
	try {
		const [real, inside] = await Promise.all([realpath(path), realpath(folder)])
		if (!real.startsWith(`${inside}${sep}`)) return undefined
		const file = await open(real)
		try {
			const bytes = Buffer.alloc(Math.min((await file.stat()).size, READ_BYTES))
			const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
			return bytes.toString('utf8', 0, bytesRead)
		} finally {
			await file.close()
		}
	} catch {
		return undefined
	}
}

const READ_BYTES = 4 << 20

/** @returns false when there is a file of that name already: an artefact is never overwritten */
async function create(path: string, text: string): Promise<boolean> {
	try {
		await writeFile(path, text, { flag: 'wx', mode: 0o600 })
		return true
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
		throw error
	}
}

/** Names are made of call ids, which come from a model: only harmless characters are kept. */
function fileName(name: string): string {
	return (
		name
			.replaceAll(/[^\w.-]/g, '_')
			.replace(/^\.+/, '_')
			.slice(-120) || 'output.txt'
	)
}

function numberedName(name: string, number: number): string {
	return number === 1 ? name : name.replace(/(\.\w+)?$/, extension => `-${number}${extension}`)
}
