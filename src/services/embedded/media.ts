// Images in a folder, each stored once under the SHA-256 of its bytes, readable by the user alone.

import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../../core/host.ts'
import { mediaName, mediaUri } from '../media-names.ts'

export function createMedia(folder: string): Media {
	return {
		async put(bytes) {
			const uri = mediaUri(bytes)
			const path = join(folder, mediaName(uri)!)
			if (!(await exists(path))) {
				await mkdir(folder, { recursive: true, mode: 0o700 })
				const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
				await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
				await rename(temporary, path)
			}
			return uri
		},
		async get(uri) {
			const name = mediaName(uri)
			if (name === undefined) return undefined
			return (await exists(join(folder, name))) ? readFile(join(folder, name)) : undefined
		},
	}
}

/** What all servers have, with a copy on this machine: a picture goes with every request of its session. */
export function withLocalCopies(local: Media, shared: Media): Media {
	return {
		async put(bytes) {
			const uri = await shared.put(bytes)
			// It can be fetched again.
			await local.put(bytes).catch(() => undefined)
			return uri
		},
		async get(uri) {
			const here = await local.get(uri).catch(() => undefined)
			if (here) return here
			const bytes = await shared.get(uri)
			if (bytes) await local.put(bytes).catch(() => undefined)
			return bytes
		},
	}
}

function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	)
}
