// Shows a page in the user's browser. Without a shell and as one argument: addresses come from servers, too.

import { execa } from 'execa'
import { childEnvironment } from '../../runtime/host/child-environment.ts'

/**
 * Not waited for, and not missed where there is no browser: the address is on the terminal as well.
 * @param url - https or loopback; whoever calls has seen to that
 */
export function openUrl(url: URL, env: Readonly<Record<string, string | undefined>>): void {
	const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
	const browser = execa(program, [url.href], {
		env: childEnvironment(env),
		extendEnv: false,
		stdio: 'ignore',
		detached: true,
		cleanup: false,
		reject: false,
	})
	browser.unref()
}

/** A browser that would open here would be on the user's own screen. */
export function hasBrowser(env: Readonly<Record<string, string | undefined>>): boolean {
	if (env.SSH_CONNECTION) return false
	return process.platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
