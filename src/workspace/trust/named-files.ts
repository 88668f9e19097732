// Named files: scripts of the folder that its hooks and servers name, and all of its folders of hooks. They run unasked
// once the folder is trusted, so trust is in them as they are, too.

import { createHash } from 'node:crypto'
import { listNoFollowFolder, readNoFollowFile } from './no-follow-file.ts'

/**
 * @param commands - everything that would be run
 * @returns SHA-256 by relative name; undefined where that is more than can be looked through. What those files load in
 * turn is beyond this: only what is named is known.
 */
export async function namedFiles(
	root: string,
	{ commands, withHooks }: { commands: readonly string[]; withHooks: boolean },
): Promise<ReadonlyMap<string, string> | undefined> {
	const named = commands.flatMap(command => pathsIn(command, root))
	const kept = withHooks ? await filesInHookFolders(root) : []
	const paths = [...new Set([...named, ...kept])].sort()
	if (paths.length > MOST_PATHS) return undefined
	const hashes = new Map<string, string>()
	for (const path of paths) {
		const read = await readNoFollowFile(root, path.split('/'), MOST_BYTES)
		if (read && 'bytes' in read) hashes.set(path, createHash('sha256').update(read.bytes).digest('hex'))
	}
	return hashes
}

/** Every word that could be a file of the folder; most are none, which one look tells. */
function pathsIn(command: string, root: string): readonly string[] {
	const words = command
		.replaceAll(/\$\{?(?:CLAUDE_PROJECT_DIR|KEELSON_PROJECT_DIR|PWD)\}?"?/g, '.')
		.replaceAll(`${root}/`, './')
		.split(/[\s"'`;|&()<>=,[\]{}]+/)
	return words
		.map(word => word.replace(/^(?:\.?\/)+/, '').replaceAll(/\/(?:\.?\/)+/g, '/'))
		.filter(word => word.length > 1 && word.length < MOST_CHARACTERS && !word.split('/').includes('..'))
}

async function filesInHookFolders(root: string): Promise<readonly string[]> {
	const found: string[] = []
	const folders = ['.claude/hooks', '.keelson/hooks']
	for (let at = 0; at < folders.length && at < MOST_FOLDERS; at++) {
		const entries = await listNoFollowFolder(root, folders[at]!.split('/'))
		if (!entries || 'problem' in entries) continue
		for (const { name, kind } of entries) {
			if (kind === 'file') found.push(`${folders[at]}/${name}`)
			else if (kind === 'folder' && name !== 'node_modules') folders.push(`${folders[at]}/${name}`)
		}
	}
	return found
}

const MOST_PATHS = 5_000
const MOST_FOLDERS = 50
/** A server may be one file with all that it needs in it. */
const MOST_BYTES = 32 * 1024 * 1024
const MOST_CHARACTERS = 400
