// The folders in which a server works on tasks: those it was given, and whatever lies in them.

import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'

export type TaskWorkspaces = {
	/** Where tasks work that name none. */
	own: string
	/** All of them, links resolved. */
	roots: readonly string[]
	/** @throws AgentError `usage` for what lies outside of them, whether or not it exists, and for what is no folder */
	find(asked: string): Promise<string>
	has(folder: string): boolean
}

/** @throws AgentError `usage` for a folder that is none */
export async function openWorkspaces(
	cwd: string,
	given: readonly string[] | undefined,
): Promise<TaskWorkspaces> {
	const own = await realFolder('--cd', cwd)
	const roots = await Promise.all(
		(given ?? [own]).map(folder => realFolder('--workspaces', resolve(cwd, folder))),
	)
	const has = (folder: string) => roots.some(root => isInside(folder, root))
	return {
		own,
		roots: roots.includes(own) ? roots : [own, ...roots],
		has: folder => folder === own || has(folder),
		async find(asked) {
			if (/^(?:[a-z][a-z+.-]*:\/\/|[\w.-]+@[\w.-]+:)/i.test(asked))
				throw new AgentError(
					'usage',
					`workspace ${asked}: a URL is not taken here; name a folder of the server`,
				)
			const real = await realpath(resolve(own, asked)).catch(() => undefined)
			const isThere = real !== undefined && has(real) && (await stat(real)).isDirectory()
			if (isThere) return real
			throw new AgentError(
				'usage',
				`workspace ${asked}: that is not one of this server's folders (--workspaces)`,
			)
		},
	}
}

async function realFolder(flag: string, path: string): Promise<string> {
	try {
		const real = await realpath(path)
		if ((await stat(real)).isDirectory()) return real
	} catch (error) {
		throw new AgentError('usage', `${flag} ${path}: ${messageOf(error)}`)
	}
	throw new AgentError('usage', `${flag} ${path}: that is not a folder`)
}

function isInside(folder: string, root: string): boolean {
	const way = relative(root, folder)
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
