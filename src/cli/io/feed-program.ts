// Gives a program a text on its stdin: without a shell, without what it prints, and never for long.

import { spawn } from 'node:child_process'
import { delimiter, isAbsolute } from 'node:path'
import { childEnvironment } from '../../runtime/host/child-environment.ts'

/**
 * @param notFrom - a folder whose programs are not ours to run
 * @param late - ends it when it fires; left out, that is after two seconds
 * @returns whether it took the text; false as well where there is no such program, or it takes too long
 */
export function feedProgram(
	[program, ...args]: readonly [string, ...string[]],
	input: Uint8Array,
	{
		env,
		notFrom,
		late = AbortSignal.timeout(PATIENCE_MS),
	}: { env: Readonly<Record<string, string | undefined>>; notFrom: string; late?: AbortSignal },
): Promise<boolean> {
	const built = childEnvironment(env)
	// One that is not absolute leads there as well.
	const isOthers = (folder: string) => isAbsolute(folder) && !`${folder}/`.startsWith(`${notFrom}/`)
	const path = (built.PATH ?? '').split(delimiter).filter(isOthers)
	// pbcopy reads its input as the locale says, and without one as MacRoman.
	const locale = process.platform === 'darwin' ? { LC_ALL: 'en_US.UTF-8' } : {}
	return new Promise(resolve => {
		// A session of its own: what goes on serving the clipboard (xclip, wl-copy) outlives the terminal, and us.
		const child = spawn(program, args, {
			env: { ...built, ...locale, PATH: path.join(delimiter) },
			stdio: ['pipe', 'ignore', 'ignore'],
			detached: true,
		})
		const onLate = () => {
			if (child.pid !== undefined) endGroup(child.pid)
			resolve(false)
		}
		late.addEventListener('abort', onLate, { once: true })
		const end = (isTaken: boolean) => {
			late.removeEventListener('abort', onLate)
			resolve(isTaken)
		}
		child.on('error', () => end(false))
		child.on('exit', code => end(code === 0))
		// It may end without having read all of it.
		child.stdin.on('error', () => {})
		child.stdin.end(input)
	})
}

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// It has ended meanwhile.
	}
}

const PATIENCE_MS = 2_000
