// Protected file names, spelled as the disk would spell them, for the folders where they are not there yet.

import { PROTECTED_FILES, PROTECTED_FOLDERS } from '../../safety/paths/protected-paths.ts'

/**
 * What nobody may put into the folder. Start-up files are read from the home folder only, and so are the settings of
 * git and ripgrep.
 * @param isHome - it is the user's home folder
 */
export function namesToKeepFree({ isHome }: { isHome: boolean }): readonly string[] {
	const files = [...PROTECTED_FILES.keys()].filter(name => isHome || IN_PROJECTS.has(name))
	return [...PROTECTED_FOLDERS.keys(), ...files].map(name => SPELLED.get(name) ?? name)
}

const SPELLED: ReadonlyMap<string, string> = new Map([
	['agents.md', 'AGENTS.md'],
	['agents.override.md', 'AGENTS.override.md'],
	['claude.md', 'CLAUDE.md'],
	['claude.local.md', 'CLAUDE.local.md'],
])

const IN_PROJECTS: ReadonlySet<string> = new Set([
	...SPELLED.keys(),
	'.gitattributes',
	'.gitmodules',
	'.mcp.json',
	'.envrc',
])
