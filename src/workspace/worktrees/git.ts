// Git as worktrees use it: on the user's repository only to read, and never so that it starts a program which the
// repository or a file in it names.

/** Rejects when git ends with another code than 0 or those that are expected. */
export type RunGit = (
	args: readonly string[],
	options: {
		cwd: string
		env?: Readonly<Record<string, string>>
		input?: string
		/** Codes that say something else than failure. */
		expected?: readonly number[]
		/** It is ended, and has failed, when it prints more. */
		mostBytes?: number
	},
) => Promise<{ stdout: Buffer; exitCode: number }>

/** Hooks, watchers and whatever else settings could start is switched off; the user's index is not even refreshed. */
export const ONLY_READING: readonly string[] = [
	'--no-optional-locks',
	'-c',
	'core.fsmonitor=false',
	'-c',
	'core.hooksPath=/nonexistent',
]

/** A repository of ours: no settings but its own, so that no filter has a program. */
export function ourRepository(gitFolder: string, tree: string): Readonly<Record<string, string>> {
	return {
		GIT_DIR: gitFolder,
		GIT_WORK_TREE: tree,
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_CONFIG_GLOBAL: `${gitFolder}/no-settings`,
		HOME: gitFolder,
		XDG_CONFIG_HOME: gitFolder,
	}
}

/** Above what `.gitattributes` say: every file is its bytes. */
export const BYTES_ONLY = '* -text -filter -ident -eol -working-tree-encoding -diff -merge\n'

/** Fields that end with a zero byte. */
export function fieldsOf(output: Buffer): readonly string[] {
	return output
		.toString('utf8')
		.split('\0')
		.filter(field => field !== '')
}
