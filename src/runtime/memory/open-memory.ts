// Memory as the settings want it: none of it where it is switched off, with vectors where an embedder is named.

import { once } from '../../core/async/once.ts'
import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { ModelInfo } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import { openFolder } from '../../workspace/trust/trust.ts'
import type { RuntimeOptions } from '../options.ts'
import { createEmbeddingAllowance } from './embedding-allowance.ts'
import { createMemory, LOCAL_OWNER, type Memory } from './memory.ts'
import { MemoryIndex, type NotesPlace } from './memory-index.ts'
import { createNotes, type Notes } from './memory-notes.ts'
import { OFFLINE_EMBEDDER } from './offline/offline-packages.ts'
import type { PaidEmbedder } from './paid-embedder.ts'
import { createProjectNames, type ProjectNames } from './project-names.ts'
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
	const { enabled, limitTokens, embedder, embedTokensPerDay } = settings.memory
	if (!enabled || options.bare) return undefined
	const names = createProjectNames(cwd, options.isUntrusted === true, options.project)
	const { memory: shared, store: sessions } = options
	const artefactsFolder = folders.artefacts
	const index =
		shared && sessions && new SharedIndex({ ...shared, sessions, artefactsFolder, projectOf: rootOf, scrub })
	const memory = createMemory({
		index,
		path: folders.index,
		sessionsFolder: folders.sessions,
		artefactsFolder: folders.artefacts,
		names,
		projectOf: rootOf,
		notes: () => placesOf(notes, names),
		clock,
		scrub,
		notify,
		limitTokens,
		embedder: embedder === undefined ? undefined : () => openEmbedder(embedder, options, { clock, info }),
		// What costs nothing needs no bound.
		allowance:
			embedder === OFFLINE_EMBEDDER
				? undefined
				: createEmbeddingAllowance(folders.cache, embedTokensPerDay, clock),
		isPersisted: options.session.isStored,
	})
	if (!index) return memory
	return {
		...memory,
		noted(sessionId, payer) {
			void index.place(sessionId, names.project)
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
	const names = once(async () => {
		const { standing } = await openFolder({ cwd, folders })
		return createProjectNames(cwd, standing === 'new' || standing === 'changed')
	})
	const scrub = createScrubber(knownSecrets)
	const notes = createNotes({ cwd, folders, clock: { now: () => Date.now() }, scrub })
	const index = new MemoryIndex({
		path: folders.index,
		sessionsFolder: folders.sessions,
		artefactsFolder: folders.artefacts,
		owner: LOCAL_OWNER,
		projectOf: rootOf,
		notes: async () => placesOf(notes, await names()),
		scrub,
		notify,
	})
	const project = async () => {
		const here = await names()
		const name = await here.project()
		await index.renameProject(await here.root(), name)
		return name
	}
	return { index, project }
}

async function rootOf(folder: string): Promise<string> {
	return (await findProject(folder)).root
}

async function placesOf(notes: Notes, names: ProjectNames): Promise<readonly NotesPlace[]> {
	const name = await names.project()
	return (await notes.places()).map(place => (place.project === '' ? place : { ...place, project: name }))
}

/** @throws AgentError `config-invalid` when no provider is called that, and where what it needs is not installed */
export async function openEmbedder(
	name: string,
	{ providers, env, folders }: Pick<RuntimeOptions, 'providers' | 'env' | 'folders'>,
	{ clock, info }: { clock: Clock; info(ref: ModelRef): ModelInfo },
): Promise<PaidEmbedder> {
	if (name === OFFLINE_EMBEDDER) {
		const { openOfflineEmbedder } = await import('./offline/offline-embedder.ts')
		const { id, embed, close } = openOfflineEmbedder(folders.data)
		return { id, embed: async (texts, _payer, signal) => (await embed(texts, signal)).vectors, close }
	}
	const slash = name.indexOf('/')
	const config = providers.find(({ id }) => id === name.slice(0, slash))
	const model = name.slice(slash + 1)
	if (slash < 1 || model === '' || !config)
		throw new AgentError(
			'config-invalid',
			`memory.embedder is ${name}; it has to be ${OFFLINE_EMBEDDER}, or provider/model of one of ${providers.map(({ id }) => id).join(', ')}`,
		)
	const { createEmbedder } = await import('../../providers/embeddings.ts')
	const { paidEmbedder } = await import('./paid-embedder.ts')
	const embedder = createEmbedder({ config, model, clock, proxyEnv: env })
	return paidEmbedder(embedder, { model: { provider: config.id, model }, info, clock })
}
