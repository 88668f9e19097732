// Where Keelson keeps what is the user's: one folder when KEELSON_HOME names it, the XDG folders otherwise.

import { isAbsolute, join, resolve } from 'node:path'

/** Absolute paths. Nothing is created here: whoever writes first makes the folder, with mode 0700. */
export type HomeFolders = {
	config: string
	data: string
	state: string
	cache: string
	sessions: string
	artefacts: string
	/** What was said, findable: derived from the sessions, and made anew when it is gone. */
	index: string
	media: string
	/** How files were before runs changed them, a folder for each session. */
	checkpoints: string
	/** What servers said they serve. */
	models: string
	logs: string
	/** Where sub-agents work on copies. Beside the state and not in it, which no command gets to see. */
	worktrees: string
	settingsFile: string
	/** Where everything that is the program's own lies, whoever's it is: nothing in them is work for tools. */
	own: readonly string[]
}

/** @param home - the user's home folder, used where no variable says otherwise */
export function homeFolders({
	env,
	home,
	cwd,
}: {
	env: Environment
	home: string
	cwd: string
}): HomeFolders {
	if (env.KEELSON_HOME) {
		const root = resolve(cwd, env.KEELSON_HOME)
		return inside({ config: root, data: root, state: root, cache: join(root, 'cache') })
	}
	// The XDG specification wants a relative path ignored rather than resolved.
	const xdg = (value: string | undefined, fallback: string) =>
		join(value && isAbsolute(value) ? value : join(home, fallback), 'keelson')
	return inside({
		config: xdg(env.XDG_CONFIG_HOME, '.config'),
		data: xdg(env.XDG_DATA_HOME, '.local/share'),
		state: xdg(env.XDG_STATE_HOME, '.local/state'),
		cache: xdg(env.XDG_CACHE_HOME, '.cache'),
	})
}

export type Environment = Readonly<Record<string, string | undefined>>

function inside(roots: Pick<HomeFolders, 'config' | 'data' | 'state' | 'cache'>): HomeFolders {
	return {
		...roots,
		sessions: join(roots.data, 'sessions'),
		artefacts: join(roots.data, 'artefacts'),
		index: join(roots.data, 'index.db'),
		media: join(roots.data, 'media'),
		checkpoints: join(roots.data, 'checkpoints'),
		models: join(roots.cache, 'models'),
		logs: join(roots.state, 'logs'),
		worktrees: `${roots.state}-worktrees`,
		settingsFile: join(roots.config, 'settings.json'),
		own: [...new Set([roots.config, roots.data, roots.state])],
	}
}
