// Push notification configs: who is to be told of a task, where and with which token. Kept among the things of the
// task's tenant until the task has ended, so that whichever server works on it finds them.

import { randomUUID } from 'node:crypto'
import { OneAtATime } from '../../../core/async/one-at-a-time.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { AuthContext } from '../../../core/services/auth-context.ts'
import type { KeyValues } from '../../../core/services/key-values.ts'
import type { TaskId } from '../../../core/services/tasks.ts'
import { isForbidden, readWebAddress } from '../../../tools/web/web-address.ts'
import { Refusal } from '../../http/refusal.ts'

export type PushConfig = {
	id: string
	url: string
	token: string
	authentication: { scheme: string; credentials: string } | undefined
	/** Of the protocol in which it was asked for. */
	version: string
}

export class PushConfigs {
	readonly #keyValues: KeyValues
	readonly #writing = new OneAtATime()

	constructor(keyValues: KeyValues) {
		this.#keyValues = keyValues
	}

	async list(auth: AuthContext, id: TaskId): Promise<readonly PushConfig[]> {
		const kept = await this.#keyValues.get(auth, keyOf(id))
		return Array.isArray(kept) ? kept.flatMap(config => configIn(config) ?? []) : []
	}

	/** One with the same id is replaced. @throws Refusal */
	set(auth: AuthContext, task: TaskId, asked: PushConfig): Promise<PushConfig> {
		return this.#writing.run(async () => {
			const config = { ...asked, id: asked.id === '' ? randomUUID() : asked.id }
			const others = (await this.list(auth, task)).filter(({ id }) => id !== config.id)
			if (others.length >= MOST_CONFIGS)
				throw new Refusal(
					'bad-request',
					`task ${task} has ${others.length} push notification configs, which is as many as may`,
				)
			await this.#keyValues.set(auth, keyOf(task), [...others, config].map(jsonOf))
			return config
		})
	}

	remove(auth: AuthContext, task: TaskId, id: string): Promise<void> {
		return this.#writing.run(async () => {
			const left = (await this.list(auth, task)).filter(config => config.id !== id)
			if (left.length === 0) await this.#keyValues.remove(auth, keyOf(task))
			else await this.#keyValues.set(auth, keyOf(task), left.map(jsonOf))
		})
	}

	/** Nobody is to be told any more. */
	async forget(auth: AuthContext, task: TaskId): Promise<void> {
		await this.#keyValues.remove(auth, keyOf(task))
	}
}

/**
 * @param allowedHosts - private ones that may be told, as in `fetch.allowedHosts`
 * @throws Refusal for what could never be sent, or must not be
 */
export function requireGood(
	// Over 0.3 it may be missing, whatever its type says.
	{ id, url = '', token, authentication }: Omit<PushConfig, 'version'>,
	allowedHosts: readonly string[],
): void {
	if (url.length > MOST_LETTERS || id.length > MOST_LETTERS)
		throw new Refusal(
			'bad-request',
			`url or id of a push notification config has more than ${MOST_LETTERS} characters`,
		)
	const address = readWebAddress(url)
	if ('problem' in address)
		throw new Refusal('bad-request', `url ${JSON.stringify(url)} ${address.problem.told}`)
	if (address.hadCredentials)
		throw new Refusal('bad-request', 'url has a user name or a password in it; use authentication instead')
	if (isForbidden(address, allowedHosts))
		throw new Refusal(
			'bad-request',
			`url ${JSON.stringify(url)} is an address of this machine or its network; --allow-push-host ${address.host} lets the server tell it`,
		)
	const headers = {
		token,
		scheme: authentication?.scheme ?? '',
		credentials: authentication?.credentials ?? '',
	}
	for (const [name, value] of Object.entries(headers))
		if (!/^[\x20-\x7e]*$/.test(value) || value.length > MOST_LETTERS)
			throw new Refusal('bad-request', `${name} of the push notification config cannot stand in a header`)
}

function jsonOf({ authentication, ...config }: PushConfig): JsonObject {
	return authentication === undefined ? config : { ...config, authentication: { ...authentication } }
}

function configIn(kept: JsonValue): PushConfig | undefined {
	if (!isObject(kept)) return undefined
	const { id, url, token, authentication, version } = kept
	if (typeof id !== 'string' || typeof url !== 'string' || typeof token !== 'string') return undefined
	if (typeof version !== 'string') return undefined
	if (!isObject(authentication)) return { id, url, token, version, authentication: undefined }
	const { scheme, credentials } = authentication
	if (typeof scheme !== 'string' || typeof credentials !== 'string') return undefined
	return { id, url, token, version, authentication: { scheme, credentials } }
}

function keyOf(id: TaskId): string {
	return `a2a/push/${id}`
}

const MOST_CONFIGS = 10
const MOST_LETTERS = 4096
