// Prompt cache misses explained, a fold over the log: why a request did not begin like the one before it, or that it did
// and the provider had nothing of it any more.

import type { Envelope, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { Effort } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'

/** @returns undefined when the last request went on from the one before, and was found in the cache as far as one can tell */
export function prefixBreak(
	envelopes: readonly Envelope<StoredEvent>[],
	difference?: string,
): string | undefined {
	const { reason, isForgotten } = envelopes.reduce<PrefixState>(
		(known, { event, at }) => withEvent(known, event, at),
		NOTHING,
	)
	// What happened says more than where it shows; but nobody has forgotten what was never sent before.
	return isForgotten ? (difference ?? reason) : (reason ?? difference)
}

type PrefixState = {
	model: ModelRef | undefined
	tools: readonly string[] | undefined
	effort: Effort | undefined
	inTurn: boolean
	/** Since the last request. */
	changes: readonly string[]
	reason: string | undefined
	isForgotten: boolean
	/** When the model was asked last, and whether that request had anything from the cache. */
	asked: { at: number; isCached: boolean; sinceMs: number | undefined } | undefined
}

const NOTHING: PrefixState = {
	model: undefined,
	tools: undefined,
	effort: undefined,
	inTurn: false,
	changes: [],
	reason: undefined,
	isForgotten: false,
	asked: undefined,
}

function withEvent(known: PrefixState, event: StoredEvent, at: number): PrefixState {
	switch (event.type) {
		case 'turn-start':
			return { ...known, inTurn: true }
		case 'turn-end':
			return { ...known, inTurn: false }
		case 'compaction':
			return withChange(known, 'history was condensed')
		case 'rewind':
			return event.conversation ? withChange(known, 'the conversation went back') : known
		case 'run-start': {
			const { tools, effort } = event.snapshot
			const others = known.tools ? toolChange(known.tools, tools) : []
			const more = known.tools && known.effort !== effort ? ['another effort'] : []
			return { ...known, tools, effort, changes: [...known.changes, ...others, ...more] }
		}
		case 'attempt-start': {
			// A summary is asked for between turns, behind the same messages.
			if (!known.inTurn) return known
			const { model } = event
			const isOther = known.model && !sameModel(known.model, model)
			const changes = isOther ? [...known.changes, `another model, ${modelName(model)}`] : known.changes
			const { asked } = known
			return {
				...known,
				model,
				changes: [],
				isForgotten: false,
				reason: changes.length > 0 ? changes.join('; ') : undefined,
				asked: { at, isCached: asked?.isCached ?? false, sinceMs: asked && at - asked.at },
			}
		}
		case 'attempt-end': {
			const { asked } = known
			if (!known.inTurn || event.error || event.spender || !asked) return known
			const { cachedInputTokens, inputTokens } = event.usage
			const isCached = cachedInputTokens > 0
			// Who has never said that anything came from a cache may have none, or not tell.
			const isForgotten = asked.isCached && !isCached && inputTokens >= LEAST_CACHED_TOKENS && !known.reason
			const reason = isForgotten ? forgotten(asked.sinceMs) : known.reason
			return {
				...known,
				reason,
				isForgotten,
				asked: { ...asked, isCached: isCached || (asked.isCached && !isForgotten) },
			}
		}
		case 'tool-end': {
			const { detail } = event.result
			const hasLoaded = detail?.type === 'counted' && detail.unit === 'loaded tool' && detail.count > 0
			// Which ones, the next run says; that it has them is no news then.
			return hasLoaded ? { ...withChange(known, 'other tools: some were loaded'), tools: undefined } : known
		}
		case 'session-start':
		case 'session-rename':
		case 'approvals-set':
		case 'model-set':
		case 'effort-set':
		case 'memory-drop':
		case 'agent-start':
		case 'agent-end':
		case 'steer':
		case 'correction':
		case 'message-end':
		case 'approval-request':
		case 'approval-end':
		case 'question-request':
		case 'question-end':
		case 'hook-result':
		case 'tool-start':
		case 'checkpoint':
		case 'checkpoint-failed':
		case 'run-end':
			return known
		default:
			return assertNever(event)
	}
}

/** At most a few of them by name. */
function toolChange(before: readonly string[], now: readonly string[]): readonly string[] {
	if (before.join() === now.join()) return []
	const joined = now.filter(name => !before.includes(name))
	const gone = before.filter(name => !now.includes(name))
	const named = (names: readonly string[], what: string) =>
		names.length === 0
			? []
			: [`${what} ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`]
	const changes = [...named(joined, 'with'), ...named(gone, 'without')]
	return [`other tools${changes.length > 0 ? `: ${changes.join('; ')}` : ''}`]
}

function withChange(known: PrefixState, what: string): PrefixState {
	return { ...known, changes: [...known.changes, what] }
}

/** What is shorter no provider keeps. */
const LEAST_CACHED_TOKENS = 1_024

function forgotten(sinceMs = 0): string {
	const minutes = Math.round(sinceMs / 60_000)
	const after = minutes > 0 ? `${minutes} min` : `${Math.round(sinceMs / 1_000)} s`
	return `nothing on our side: the provider has forgotten it after ${after}`
}
