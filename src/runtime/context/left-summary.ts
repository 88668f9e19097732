// What is left behind when a conversation goes back, in a few lines that go along: by the model that writes summaries where
// one is set, else put together from the log.

import { AgentError } from '../../core/errors.ts'
import { transcriptText } from '../../loop/context/transcript.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { factLines, runFacts } from '../../sessions/folds/run-facts.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import { askSummaryModel, type SummaryLog, type SummaryModelParts } from './ask-summary-model.ts'

/**
 * @param left - the events that no longer count
 * @param log - the session's, which pays, and where each attempt is stored
 * @returns undefined when nothing was said
 */
export async function leftSummary(
	left: readonly StoredEnvelope[],
	parts: SummaryModelParts,
	log: SummaryLog,
): Promise<string | undefined> {
	const facts = runFacts(left)
		.map(run => factLines(run).join('\n'))
		.slice(-MOST_RUNS)
		.join('\n\n')
	if (facts === '') return undefined
	const asked = { text: transcriptText(historyOf(left)), request: REQUEST }
	const signal = new AbortController().signal
	return (await askSummaryModel(asked, parts, log, signal).catch(unlessStorage)) ?? facts
}

function unlessStorage(error: unknown): undefined {
	if (error instanceof AgentError && (error.code === 'storage-failed' || error.code === 'fenced')) throw error
	return undefined
}

const REQUEST =
	'The conversation above is being left: it goes on from before it began. Write at most ten short lines for whoever goes on: ' +
	'what was tried and what came of it, what was decided and why, which files matter, what must not be tried again. ' +
	'Only what is in the transcript; no heading, no advice.'

const MOST_RUNS = 20
