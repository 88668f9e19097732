// Whether a session has lines written about its runs while it is idle: where that is wanted, a model is named for it, and
// somebody stays. What runs once and ends never waits for one.

import { modelName } from '../../core/model-ref.ts'
import type { Above } from '../agents/above.ts'
import type { IdleWriter } from '../memory/run-summaries/idle-writer.ts'
import type { RuntimeOptions } from '../options.ts'
import type { Envelopes } from '../session/envelopes.ts'
import type { RunParts } from './run-parts.ts'

export async function openIdleSummaries(
	options: RuntimeOptions,
	{ runs, envelopes, above }: { runs: RunParts; envelopes: Envelopes; above: Above | undefined },
): Promise<IdleWriter | undefined> {
	const { enabled, runSummaries } = options.settings.memory
	const { summaryModel } = runs
	if (!enabled || !runSummaries || !summaryModel) return undefined
	if (!options.isInteractive || !options.session.isStored || options.bare || above) return undefined
	const { createIdleWriter } = await import('../memory/run-summaries/idle-writer.ts')
	const log = { stored: () => envelopes.stored, store: envelopes.store.bind(envelopes) }
	return createIdleWriter({
		artefactsFolder: options.folders.artefacts,
		sessionId: runs.sessionId,
		model: modelName(summaryModel),
		stored: log.stored,
		async ask(asked, signal) {
			const { askSummaryModel } = await import('../context/ask-summary-model.ts')
			return askSummaryModel(asked, runs, log, signal)
		},
		scrub: runs.scrub,
	})
}
