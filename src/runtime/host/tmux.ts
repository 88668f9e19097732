// Asks the tmux that we run in what the user sees beside us.

import { execFile } from 'node:child_process'
import { isAbsolute } from 'node:path'
import type { Clock } from '../../core/host.ts'
import { inTime } from '../../core/time/in-time.ts'
import type { Environment } from '../../workspace/places/home-folders.ts'
import { childEnvironment } from './child-environment.ts'

export type TmuxPane = {
	/** As tmux calls it: `%3`. */
	id: string
	/** What runs in it. */
	command: string
	/** Its visible lines. */
	text: string
}

/** @returns undefined outside of tmux */
export function tmuxOf(env: Environment): { socket: string; pane: string } | undefined {
	const [socket = ''] = env.TMUX?.split(',') ?? []
	const pane = env.TMUX_PANE ?? ''
	return isAbsolute(socket) && PANE.test(pane) ? { socket, pane } : undefined
}

/**
 * The pane of our window that was active last beside ours. Never fails, and never takes long.
 * @param notFrom - folders whose programs are not ours to run
 */
export async function paneBeside(
	env: Environment,
	notFrom: readonly string[],
	clock: Clock,
): Promise<TmuxPane | undefined> {
	const here = tmuxOf(env)
	if (!here) return undefined
	const built = childEnvironment(env)
	const path = built.PATH?.split(':').filter(
		folder => !notFrom.some(root => `${folder}/`.startsWith(`${root}/`)),
	)
	const run = (args: readonly string[], signal: AbortSignal) =>
		new Promise<string>((resolve, reject) => {
			const options = { env: { ...built, PATH: path?.join(':') ?? '' }, signal }
			execFile('tmux', ['-S', here.socket, ...args], options, (error, stdout) =>
				error ? reject(error) : resolve(stdout),
			)
		})
	const ask = (...args: readonly string[]) =>
		inTime({ clock, timeoutMs: PATIENCE_MS }, signal => run(args, signal))
	try {
		const format = '#{pane_id} #{pane_active} #{?pane_last,1,0} #{pane_current_command}'
		const listed = (await ask('list-panes', '-t', here.pane, '-F', format)).trimEnd().split('\n')
		const others = listed.flatMap(line => {
			const [id = '', isActive, isLast, ...command] = line.split(' ')
			const rank = isActive === '1' ? 2 : isLast === '1' ? 1 : 0
			return id === here.pane || !PANE.test(id) ? [] : [{ id, rank, command: command.join(' ') }]
		})
		const [beside] = others.toSorted((a, b) => b.rank - a.rank)
		if (!beside) return undefined
		const { id, command } = beside
		return { id, command, text: await ask('capture-pane', '-p', '-J', '-t', id) }
	} catch {
		return undefined
	}
}

const PANE = /^%\d+$/
const PATIENCE_MS = 500
