// Renewals of logins: before they run out, and once where one was refused. Requests of this process that come at the same
// time wait for the same renewal.

import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { Login } from './credentials.ts'

export type LoginRenewalsDeps = {
	/** The file of credentials. */
	path: string
	env: Readonly<Record<string, string | undefined>>
	clock: Pick<Clock, 'now'>
	/** Told each login that was made. */
	renewed(login: Login): void
}

export class LoginRenewals {
	private readonly deps: LoginRenewalsDeps
	private readonly running = new Map<string, Promise<Login | undefined>>()

	constructor(deps: LoginRenewalsDeps) {
		this.deps = deps
	}

	/**
	 * A login that is about to run out is renewed; while it lasts, a renewal that fails can wait.
	 * @throws AgentError for one that has run out and cannot be renewed
	 */
	async inTime(id: string, login: Login): Promise<Login> {
		const now = this.deps.clock.now()
		if (login.refreshAt === undefined || now < login.refreshAt) return login
		const isOver = login.expiresAt !== undefined && now >= login.expiresAt
		try {
			const renewed = await this.renew(id, login)
			if (renewed || !isOver) return renewed ?? login
		} catch (error) {
			if (isOver || !(error instanceof AgentError && error.retryable)) throw error
			return login
		}
		throw (await import('./renewal.ts')).loginOver(id, 'it has run out')
	}

	renew(id: string, { accessToken }: Login): Promise<Login | undefined> {
		const running = this.running.get(accessToken) ?? this.start(id, accessToken)
		this.running.set(accessToken, running)
		return running.finally(() => this.running.delete(accessToken))
	}

	private async start(provider: string, spent: string): Promise<Login | undefined> {
		const { path, env, clock } = this.deps
		const [{ renewLogin }, { createHttpFetch }] = await Promise.all([
			import('./renewal.ts'),
			import('../http/http-fetch.ts'),
		])
		const fetch = createHttpFetch({ proxyEnv: env })
		const login = await renewLogin({ path, provider, spent, fetch, clock })
		if (login) this.deps.renewed(login)
		return login
	}
}
