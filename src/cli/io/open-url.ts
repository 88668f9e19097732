// Shows a page in the user's browser. Without a shell and as one argument: addresses come from servers, too.

import { execa } from 'execa'
import { childEnvironment } from '../../runtime/host/child-environment.ts'

/**
 * Not waited for, and not missed where there is no browser: the address is on the terminal as well.
 * @param url - https or loopback; whoever calls has seen to that
 */
export function openUrl(url: URL, env: Readonly<Record<string, string | undefined>>): void {
	const [program, args] = openerOf(url, env)
	const browser = execa(program, args, {
		env: childEnvironment(env),
		extendEnv: false,
		stdio: 'ignore',
		detached: true,
		cleanup: false,
		reject: false,
	})
	browser.unref()
}

/** `BROWSER` as other programs read it: the first of its commands, in which `%s` stands for the address. */
function openerOf({ href }: URL, env: Readonly<Record<string, string | undefined>>): [string, string[]] {
	const [first = ''] = env.BROWSER?.split(':') ?? []
	const [program, ...args] = first.split(' ').filter(Boolean)
	if (program === undefined) return [process.platform === 'darwin' ? 'open' : 'xdg-open', [href]]
	if (!args.some(arg => arg.includes('%s'))) return [program, [...args, href]]
	return [program, args.map(arg => arg.replaceAll('%s', href))]
}

/** A browser that would open here would be on the user's own screen, or is the one they name. */
export function hasBrowser(env: Readonly<Record<string, string | undefined>>): boolean {
	if (env.BROWSER) return true
	if (env.SSH_CONNECTION) return false
	return process.platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
