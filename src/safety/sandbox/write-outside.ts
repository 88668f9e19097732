// Writes that the sandbox stopped: which folder a command wanted to write in, and which folders may be opened to commands
// at all. What somebody runs or obeys later lies in none of them.

import { posix } from 'node:path'
import type { Files } from '../../core/host.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { contains } from '../paths/paths.ts'
import { protectedFromWriting, secretFile } from '../paths/protected-paths.ts'
import { baseOf, type PathBase } from '../permissions/file-rules.ts'
import { stepsOf } from '../permissions/real-rules.ts'
import type { StandingRule } from '../permissions/rule.ts'
import { OWN_PLACES } from './mounts.ts'

/** `roots`: what commands may write anyway. Real paths. */
export type WritePlace = { home: string; roots: readonly string[]; files: Pick<Files, 'stat' | 'realPath'> }

/** @returns the paths that the last lines of a failed command say could not be written, as they are spelled there */
export function unwrittenPaths(output: string): readonly string[] {
	const lines = output.slice(-LOOKED_AT).split('\n')
	const found = lines.flatMap((line, index) => {
		if (!READ_ONLY.test(line)) return []
		const own = pathsIn(line)
		// Some say what failed first, and why on a line of its own.
		return own.length > 0
			? own
			: lines
					.slice(Math.max(0, index - 3), index)
					.reverse()
					.flatMap(pathsIn)
	})
	return [...new Set(found)].slice(0, 10)
}

const LOOKED_AT = 20_000
const READ_ONLY = /read-only file system|\bEROFS\b|os error 30\b|\[Errno 30\]/i

function pathsIn(line: string): readonly string[] {
	if (line.length > 2_000) return []
	const quoted = [...line.matchAll(/['"‘`]((?:\/|~\/|\.\.\/)[^'"’`]+)['"’`]/g)].map(([, path]) => path!)
	if (quoted.length > 0) return quoted
	return line.split(/[\s'"‘’`,()]+/).flatMap(word => {
		const [, path] = /^((?:\/|~\/|\.\.\/).*?):*$/.exec(word) ?? []
		return path === undefined ? [] : [path]
	})
}

/** @returns the folder to be opened for it, links resolved, or undefined where none may be */
export async function folderFor(
	path: string,
	cwd: string,
	{ home, roots, files }: WritePlace,
): Promise<string | undefined> {
	const absolute = posix.resolve(cwd, path.startsWith('~/') ? posix.join(home, path.slice(2)) : path)
	let folder = await files.realPath(absolute)
	while ((await files.stat(folder))?.kind !== 'folder') {
		if (folder === '/') return undefined
		folder = posix.dirname(folder)
	}
	return (await mayBeOpened(folder, { home, roots, files })) ? folder : undefined
}

/** Of the user's rules: an allow rule for a whole folder opens it to commands as well. */
export async function openedByRules(
	rules: readonly StandingRule[],
	base: PathBase,
	place: WritePlace,
): Promise<readonly string[]> {
	const folders = await Promise.all(
		rules.map(async ({ list, rule }) => {
			if (list !== 'allow' || rule.kind !== 'files' || rule.use !== 'edit' || !rule.pattern) return []
			const { plain, open } = stepsOf(rule.pattern)
			if (open.join('/') !== '**') return []
			const folder = await place.files.realPath(posix.join(baseOf(rule.pattern, base), ...plain))
			return (await mayBeOpened(folder, place)) ? [folder] : []
		}),
	)
	return folders.flat()
}

async function mayBeOpened(folder: string, { home, roots, files }: WritePlace): Promise<boolean> {
	// It is open, or would open what is around the workspace.
	if (roots.some(root => contains(root, folder) || contains(folder, root))) return false
	if (contains(folder, home) || CLOSED.some(closed => contains(closed, folder))) return false
	if (OWN_PLACES.some(own => contains(own, folder))) return false
	if (OBEYED.some(name => contains(`${home}/${name}`, folder))) return false
	const steps = folder.split('/').filter(step => step !== '')
	if (steps.length < 2 || steps.some(step => step === 'bin' || step === 'sbin')) return false
	if (protectedFromWriting(folder) !== undefined || secretFile(`${folder}/x`) !== undefined) return false
	// Programs of people lie there.
	return (await files.stat(`${folder}/bin`)) === undefined && (await files.stat(folder))?.kind === 'folder'
}

/** Of the system. */
const CLOSED =
	'/bin /sbin /usr /lib /lib32 /lib64 /etc /boot /sys /nix /snap /System /Library /Applications'.split(' ')

/** In a home, what starts programs or decides what they do. */
const OBEYED = ['.config', '.local/share', '.local/bin', 'Library/LaunchAgents', '.ssh', '.gnupg']

export function writeKey(folder: string): string {
	return `write:${folder}`
}

/** @returns the folders that are open for the session */
export function openedForSession(sessionGrants: ReadonlySet<string>): readonly string[] {
	return [...sessionGrants].flatMap(key => (key.startsWith('write:') ? [key.slice('write:'.length)] : []))
}

/** @param path - as the command named it */
export function writeDecision(
	{ folder, path, command }: { folder: string; path: string; command: string },
	home: string,
): PermissionDecision {
	const named = contains(home, folder) ? `~/${posix.relative(home, folder)}` : folder
	return {
		tier: 'side-effecting',
		outcome: 'ask',
		isWorkspaceEdit: false,
		title: `write in ${folder}`,
		reasons: [
			`The sandbox stopped a command that wanted to write ${path}.`,
			'After a yes it is run once more with this folder open to it; yes once holds for this command.',
		],
		parts: [{ command, outcome: 'ask', reason: 'It was stopped there.', rule: 'write-outside' }],
		sessionKeys: [writeKey(folder)],
		...(/^[\w./~@+ -]+$/.test(named) && { projectRules: [`edit(${named}/**)`] }),
	}
}
