// A person who does at once what a login asks of them: opens the page, and goes where it sends them.

import type { Person } from '../../../src/extensions/mcp/auth/person.ts'
import { listenForRedirect } from '../../../src/providers/auth/redirect-listener.ts'

export type AgreeingPerson = Person & {
	/** What they were shown, in order. */
	readonly pages: readonly { url: URL; code?: string }[]
	/** They give up. */
	leave(): void
}

export function agreeingPerson({ byDevice = false } = {}): AgreeingPerson {
	const pages: { url: URL; code?: string }[] = []
	const leaving = new AbortController()
	return {
		listen: listenForRedirect,
		show: page => {
			pages.push(page)
			// Who listens may be gone as soon as it has heard them.
			if (!byDevice)
				void fetch(page.url)
					.then(answer => answer.text())
					.catch(() => {})
		},
		byDevice,
		signal: leaving.signal,
		pages,
		leave: () => leaving.abort(),
	}
}
