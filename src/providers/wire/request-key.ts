// The key that goes with a request: the one that is there, and the one in its place when the server no longer takes it.

import type { ProviderConfig, ProviderKey } from '../../core/model.ts'
import { type Endpoint, missingKey, unsendableKey } from '../errors/map-error.ts'

/** @throws AgentError `auth-failed` for a key that is missing, or that no header may have */
export async function keyOf(config: ProviderConfig): Promise<ProviderKey | undefined> {
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	return key && sendable(key)
}

export async function keyInsteadOf({ config, key }: Endpoint): Promise<ProviderKey | undefined> {
	const other = key && (await config.refresh?.(key))
	return other && sendable(other)
}

function sendable(key: ProviderKey): ProviderKey {
	if (!/^[\x21-\x7e]+$/.test(key.value)) throw unsendableKey(key.source)
	return key
}
