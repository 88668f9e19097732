// Memory as the settings want it: none of it where it is switched off, with vectors where an embedder is named.

import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { ModelInfo } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import type { RuntimeOptions } from '../options.ts'
import { createMemory, LOCAL_OWNER, type Memory } from './memory.ts'
import { MemoryIndex } from './memory-index.ts'
import { createNotes, type Notes } from './memory-notes.ts'
import type { PaidEmbedder } from './paid-embedder.ts'
import { SharedIndex } from './shared-index.ts'

export type MemoryParts = {
	clock: Clock
	notes: Notes
	scrub(text: string): string
	notify(text: string): void
}

export function openMemory(
	options: RuntimeOptions,
	{ clock, info, notes, scrub, notify }: MemoryParts & { info(ref: ModelRef): ModelInfo },
): Memory | undefined {
	const { settings, folders, cwd } = options
	const { enabled, limitTokens, embedder } = settings.memory
	if (!enabled || options.bare) return undefined
	const rootOf = async (folder: string) => (await findProject(folder)).root
	let project: Promise<string> | undefined
	const { memory: shared, store: sessions } = options
	const artefactsFolder = folders.artefacts
	const index =
		shared && sessions && new SharedIndex({ ...shared, sessions, artefactsFolder, projectOf: rootOf, scrub })
	const memory = createMemory({
		index,
		path: folders.index,
		sessionsFolder: folders.sessions,
		artefactsFolder: folders.artefacts,
		project: () => (project ??= rootOf(cwd)),
		projectOf: rootOf,
		notes: notes.places,
		clock,
		scrub,
		notify,
		limitTokens,
		embedder: embedder === undefined ? undefined : () => openEmbedder(embedder, options, { clock, info }),
		isPersisted: options.session.isStored,
	})
	if (!index) return memory
	return {
		...memory,
		noted(sessionId, payer) {
			void index.place(sessionId, cwd)
			memory.noted(sessionId, payer)
		},
	}
}

/**
 * The index alone, for looking through it and after it.
 * @param knownSecrets - values that are secret whatever they look like
 */
export function openIndex(
	folders: HomeFolders,
	cwd: string,
	notify: (text: string) => void,
	knownSecrets: () => readonly string[],
): { index: MemoryIndex; project(): Promise<string> } {
	const projectOf = async (folder: string) => (await findProject(folder)).root
	const scrub = createScrubber(knownSecrets)
	const notes = createNotes({ cwd, folders, clock: { now: () => Date.now() }, scrub })
	const index = new MemoryIndex({
		path: folders.index,
		sessionsFolder: folders.sessions,
		artefactsFolder: folders.artefacts,
		owner: LOCAL_OWNER,
		projectOf,
		notes: notes.places,
		scrub,
		notify,
	})
	return { index, project: () => projectOf(cwd) }
}

/** @throws AgentError `config-invalid` when no provider is called that */
export async function openEmbedder(
	name: string,
	{ providers, env }: Pick<RuntimeOptions, 'providers' | 'env'>,
	{ clock, info }: { clock: Clock; info(ref: ModelRef): ModelInfo },
): Promise<PaidEmbedder> {
	const slash = name.indexOf('/')
	const config = providers.find(({ id }) => id === name.slice(0, slash))
	const model = name.slice(slash + 1)
	if (slash < 1 || model === '' || !config)
		throw new AgentError(
			'config-invalid',
			`memory.embedder is ${name}; it has to be provider/model of one of ${providers.map(({ id }) => id).join(', ')}`,
		)
	const { createEmbedder } = await import('../../providers/embeddings.ts')
	const { paidEmbedder } = await import('./paid-embedder.ts')
	const embedder = createEmbedder({ config, model, clock, proxyEnv: env })
	return paidEmbedder(embedder, { model: { provider: config.id, model }, info, clock })
}
