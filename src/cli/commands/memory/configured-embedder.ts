// The configured embedder, for commands that work on the index without a session.

import { errorInfo } from '../../../core/errors.ts'
import type { Embedder } from '../../../core/memory.ts'
import { openStoredKeys } from '../../../providers/auth/stored-keys.ts'
import { nodeClock } from '../../../runtime/host/clock.ts'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import { openEmbedder } from '../../../runtime/memory/open-memory.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import { loadSettings } from '../../../workspace/settings-layers.ts'
import type { Output } from '../../io/output.ts'

export type ConfiguredEmbedder = {
	/** As it is named in the settings and stored with each vector. */
	id: string
	/** @throws AgentError `config-invalid` */
	open(): Promise<Embedder>
	knownSecrets(): readonly string[]
}

/** @returns undefined where none is named, and where settings cannot be read, which is told: the index can do without */
export async function configuredEmbedder(
	folders: HomeFolders,
	output: Pick<Output, 'error'>,
): Promise<ConfiguredEmbedder | undefined> {
	const { env } = process
	try {
		const checkSchema = async () => createSettingsCheck()
		const { settings } = await loadSettings({ folders, cwd: process.cwd(), env, flags: {}, checkSchema })
		const id = settings.memory.embedder
		if (id === undefined) return undefined
		const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
		const { configs: providers, keys } = configureProviders(settings, env, stored)
		return { id, open: () => openEmbedder(id, { providers, env }, nodeClock), knownSecrets: keys.known }
	} catch (error) {
		output.error(`what embeds is not known: ${errorInfo(error).message}\n`)
		return undefined
	}
}
