// Provider keys of the environment, read once. Whatever is handed out here is known to the scrubber, too.

import type { Secrets } from '../../core/host.ts'
import type { Environment } from '../places/home-folders.ts'

export type ProviderKeys = Secrets & {
	/** The first of these variables that is set. */
	find(names: readonly string[]): { value: string; source: string } | undefined
}

/** @param names - of every variable that may hold a key, also of providers nobody has chosen */
export function readProviderKeys(env: Environment, names: readonly string[]): ProviderKeys {
	const keys = new Map<string, string>()
	for (const name of names) {
		// A key pasted into a file with `echo` often ends with a line break, which no header may hold.
		const value = env[name]?.trim()
		if (value) keys.set(name, value)
	}
	const known = [...new Set(keys.values())].filter(value => value.length >= MIN_SECRET_LENGTH)
	return {
		known: () => known,
		find(wanted) {
			for (const source of wanted) {
				const value = keys.get(source)
				if (value !== undefined) return { value, source }
			}
			return undefined
		},
	}
}

const MIN_SECRET_LENGTH = 8
