// The model that a task names: what no provider would answer to is found out when the task comes, and not when somebody
// works on it. No server is asked for that.

import { AgentError } from '../../core/errors.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { isInCatalogue } from '../../providers/discovery/catalogue.ts'
import { isFresh, readKeptModels } from '../../providers/discovery/kept-models.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { chooseModels } from '../../workspace/settings/model-choice.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'
import { nodeClock } from '../host/clock.ts'
import { createNodeFiles } from '../host/files.ts'

export type TaskModelSources = {
	providers: readonly ProviderConfig[]
	settings: Pick<Settings, 'models'>
	folders: Pick<HomeFolders, 'models'>
}

/**
 * @param model - `provider/model`, or several with commas, of which the next one is tried
 * @throws AgentError `usage` for what is not written so, `model-unknown` for an unknown provider and for a single model
 * that its provider does not have
 */
export async function requireTaskModel(model: string, known: TaskModelSources): Promise<void> {
	const { providers } = known
	const ids = providers.map(({ id }) => id)
	const [first, ...next] = chooseModels({ model, providers: ids, keySource: () => undefined })
	const config = providers.find(({ id }) => id === first?.provider)
	if (first && config && next.length === 0) await requireListed(first, config, known)
}

/**
 * Only a list that the server gave within the hour says that there is no such model, and only of a name that is not a
 * longer or a shorter form of one in it: `claude-x` for `claude-x-20260101`, `vendor/model:free`.
 */
async function requireListed(
	ref: ModelRef,
	config: ProviderConfig,
	{ settings, folders }: TaskModelSources,
): Promise<void> {
	if (isInCatalogue(ref) || settings.models[modelName(ref)]) return
	const kept = await readKeptModels(config, { files: createNodeFiles(), folder: folders.models })
	if (!kept || kept.models.length === 0 || !isFresh(kept, nodeClock.now())) return
	const names = kept.models.map(({ model }) => model)
	if (names.some(name => name.startsWith(ref.model) || ref.model.startsWith(name))) return
	const near = nearestNames(ref.model, names)
	const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''
	throw new AgentError('model-unknown', `${config.id} has no model ${JSON.stringify(ref.model)}${hint}`)
}
