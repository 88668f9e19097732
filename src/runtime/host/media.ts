// Images, each stored once under the SHA-256 of its bytes, readable by the user alone.

import { createHash, randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../../core/host.ts'
import type { MediaUri } from '../../core/messages.ts'

export function createMedia(folder: string): Media {
	return {
		async put(bytes) {
			const name = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
			const path = join(folder, name)
			if (!(await exists(path))) {
				await mkdir(folder, { recursive: true, mode: 0o700 })
				const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
				await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
				await rename(temporary, path)
			}
			return `media://${name}` as MediaUri
		},
		async get(uri) {
			const name = NAME.exec(uri)?.[1]
			if (name === undefined) return undefined
			return (await exists(join(folder, name))) ? readFile(join(folder, name)) : undefined
		},
	}
}

/** A URI may come out of a log someone else wrote, so nothing but a hash ever becomes part of a path. */
const NAME = /^media:\/\/(sha256-[0-9a-f]{64})$/

function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	)
}
