// Sign of life: a socket that a process listens on for as long as it has a lock. The kernel refuses whoever knocks once
// that process is gone, however it ended, in whichever container it was, and asks nothing of one that is stopped. It costs
// neither a timer nor a write.

import { closeSync, openSync } from 'node:fs'
import { chmod, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type LifeSign = {
	/** Which mounted file system the socket is in: through another mount of the same files it cannot be reached. */
	device: string
	end(): Promise<void>
}

/** @returns nothing where no socket can be made; then nobody learns from it that we are gone */
export async function showLife(folder: string, name: string): Promise<LifeSign | undefined> {
	if (process.platform === 'win32') return undefined
	const { createServer } = await import('node:net')
	const server = createServer(socket => socket.destroy())
	const path = join(folder, name)
	try {
		// It is there from the moment it is listened on, and has another name than the one that is removed at the end of
		// a process: who ended without letting go is known to have ended.
		await inReach(folder, `${name}.new`, short => {
			return new Promise<void>((resolve, reject) => {
				server.once('error', reject)
				// Not by the primary of a cluster, which may outlive us.
				server.listen({ path: short, exclusive: true }, () => resolve())
			})
		})
		await chmod(`${path}.new`, 0o600)
		await rename(`${path}.new`, path)
		server.on('error', () => {})
		server.unref()
		return {
			device: await deviceOf(path),
			async end() {
				server.close()
				await rm(path, { force: true })
			},
		}
	} catch {
		server.close()
		for (const left of [`${path}.new`, path]) await rm(left, { force: true }).catch(() => undefined)
		return undefined
	}
}

/**
 * Knocks.
 * @param device - that of the sign, as its owner saw it
 * @returns `ended` only for a sign that this kernel had, and that nobody listens on; whether it was this kernel the caller knows
 */
export async function lifeAt(
	folder: string,
	name: string,
	device: string,
): Promise<'shown' | 'ended' | 'unknown'> {
	const { connect } = await import('node:net')
	const code = await inReach(folder, name, short => {
		return new Promise<string>(resolve => {
			const socket = connect(short, () => {
				socket.destroy()
				resolve('')
			})
			socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
		})
	}).catch(() => 'unknown')
	if (code === '') return 'shown'
	if (code !== 'ECONNREFUSED') return 'unknown'
	const isSame = device !== '' && (await deviceOf(join(folder, name)).catch(() => '')) === device
	return isSame ? 'ended' : 'unknown'
}

async function deviceOf(path: string): Promise<string> {
	return String((await stat(path, { bigint: true })).dev)
}

/** The path of a socket is short (108 bytes, 104 elsewhere). On Linux any folder has a short name while it is open. */
async function inReach<Result>(
	folder: string,
	name: string,
	use: (path: string) => Promise<Result>,
): Promise<Result> {
	const path = join(folder, name)
	if (Buffer.byteLength(path) <= LONGEST_PATH_BYTES) return use(path)
	if (process.platform !== 'linux') throw new Error(`${path} is too long for a socket`)
	const opened = openSync(folder, 'r')
	try {
		return await use(`/proc/self/fd/${opened}/${name}`)
	} finally {
		closeSync(opened)
	}
}

const LONGEST_PATH_BYTES = 100
