// The folders in which a server works on tasks: those it was given, and whatever lies in them.

import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { cloneSource, isAllowed, isCloneSource } from '../../../workspace/clones/clone-source.ts'

export type TaskWorkspaces = {
	/** Where tasks work that name none. */
	own: string
	/** All of them, links resolved, and `git:PLACE` for those that repositories are cloned from. */
	roots: readonly string[]
	/** @throws AgentError `usage` for what lies outside of them, whether or not it exists, and for what is no folder */
	find(asked: string): Promise<string>
	has(workspace: string): boolean
}

/**
 * @param allowedGit - hosts, `host:port`, or absolute folders
 * @throws AgentError `usage` for a folder that is none
 */
export async function openWorkspaces(
	cwd: string,
	given: readonly string[] | undefined,
	allowedGit: readonly string[] = [],
): Promise<TaskWorkspaces> {
	const own = await realFolder('--cd', cwd)
	const roots = await Promise.all(
		(given ?? [own]).map(folder => realFolder('--workspaces', resolve(cwd, folder))),
	)
	for (const place of allowedGit) if (isAbsolute(place)) await realFolder('--allow-git', place)
	const has = (folder: string) => roots.some(root => isInside(folder, root))
	return {
		own,
		roots: [...(roots.includes(own) ? roots : [own, ...roots]), ...allowedGit.map(place => `git:${place}`)],
		has: workspace =>
			isCloneSource(workspace)
				? isAllowed(cloneSource(workspace), allowedGit)
				: workspace === own || has(workspace),
		async find(asked) {
			if (isCloneSource(asked)) return allowedClone(asked, allowedGit)
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

/** @throws AgentError `usage` for what is no commit of a repository, and for one that this server does not clone */
async function allowedClone(asked: string, allowed: readonly string[]): Promise<string> {
	const source = cloneSource(asked)
	if (isAllowed(source, allowed)) {
		if (!source.place.startsWith('/')) return asked
		// A link in an allowed folder may lead out of it.
		const real = await realpath(source.place).catch(() => undefined)
		if (real !== undefined && isAllowed({ place: real }, allowed)) return asked
	}
	throw new AgentError(
		'usage',
		allowed.length === 0
			? `workspace ${asked}: this server clones nothing; it would be started with --allow-git ${source.place}`
			: `workspace ${asked}: this server does not clone from ${source.place} (--allow-git)`,
	)
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
