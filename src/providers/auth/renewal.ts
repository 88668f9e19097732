// Token refresh: a login is renewed by one process for all of them; whoever comes second finds the new tokens in the
// file.

import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import { withFileLock } from '../../process/file-lock.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { credentialOf, type Login, readCredentials, withCredential, writeCredentials } from './credentials.ts'
import { loginFrom, postForm } from './oauth.ts'

export type Renewal = {
	path: string
	provider: string
	/** The access token that will no longer do. A file that holds another one has been renewed already. */
	spent: string
	fetch: HttpFetch
	clock: Pick<Clock, 'now'>
}

/**
 * The new tokens are on disk before anybody uses them.
 * @returns undefined when there is nothing to renew it with
 * @throws AgentError `auth-failed` when it takes a new login; retryable when the server could not be asked
 */
export function renewLogin(renewal: Renewal): Promise<Login | undefined> {
	const { path, provider, spent, fetch, clock } = renewal
	return withFileLock(path, async () => {
		const credentials = await readCredentials(path)
		const login = credentialOf(credentials, provider)
		if (login?.type !== 'oauth') return undefined
		if (login.accessToken !== spent) return login
		if (login.refreshToken === undefined) return undefined
		const answer = await postForm(fetch, login.tokenUrl, {
			form: {
				grant_type: 'refresh_token',
				refresh_token: login.refreshToken,
				client_id: login.clientId,
			},
			signal: new AbortController().signal,
		})
		if ('error' in answer) throw loginOver(provider, answer.said)
		const renewed = loginFrom(answer.body, { server: login, now: clock.now(), before: login })
		// Who was stopped for over a minute meanwhile has lost the lock: others may have written by then.
		const current = await readCredentials(path)
		const newer = credentialOf(current, provider)
		if (newer?.type === 'oauth' && newer.accessToken !== spent) return newer
		await writeCredentials(path, withCredential(current, provider, renewed))
		return renewed
	})
}

export function loginOver(provider: string, why: string): AgentError {
	return new AgentError(
		'auth-failed',
		`the login for ${provider} is over (${why}): run \`agent login ${provider}\``,
	)
}
