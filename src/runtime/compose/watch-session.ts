// A session that another process has open, looked at from here: it is followed in its log, and nothing is written.

import type { SessionSelector } from '../../core/commands.ts'
import { createTokenGauge } from '../context/token-gauge.ts'
import { loadTokenCounter } from '../context/tokens/token-counter.ts'
import { noteNotice } from '../memory/memory-notes.ts'
import type { RuntimeOptions } from '../options.ts'
import { openReview } from '../review/open-review.ts'
import { earlierLog } from '../session/earlier-log.ts'
import { followSession } from '../session/open-session.ts'
import { sessionSettings } from '../session/session-settings.ts'
import type { SharedParts } from './shared-parts.ts'

/** @returns undefined when nobody has it open */
export async function watchSession(selector: SessionSelector, options: RuntimeOptions, shared: SharedParts) {
	const { store, ids, subscribers, clock, notes } = shared
	const stop = new AbortController()
	const watched = await followSession(selector, { store, ids, cwd: options.cwd }, stop.signal)
	if (!watched) return undefined
	const { sessionId, envelopes, holder, isTail } = watched
	const { WatchedSession } = await import('../session/watched-session.ts')
	const actor = new WatchedSession({
		sessionId,
		before: envelopes,
		appended: watched.appended,
		holder,
		holders: store.holders(sessionId, holder, stop.signal),
		newestSeq: async () => (await store.readPart(sessionId, { lastBytes: LAST_BYTES })).at(-1)?.seq ?? 0,
		remember: async (text, scope) => noteNotice(await notes.keep(text, scope, sessionId)),
		findHolder: () => store.holder(sessionId),
		settings: sessionSettings(options, envelopes),
		deliver: envelope => subscribers.deliver(envelope),
		clock,
	})
	const followed = actor.follow()
	return {
		actor,
		isTail,
		resumed: true,
		notices: [`process ${holder} has this session open; here it is only looked at (/fork goes on in a copy)`],
		prefix: async () => ({ system: '', tools: [], preamble: [], gauge: createTokenGauge(loadTokenCounter) }),
		offeredTools: () => [],
		rewindPoints: async () => [],
		changes: openReview(options, {
			sessionId,
			files: shared.base.files,
			checkpoints: {
				kept: async () => 'Another process has this session open and keeps its files.',
				lastRun: async () => undefined,
			},
			stored: () => actor.stored,
		}).changes,
		prompts: () => earlierLog(store, watched).withAll(['run-start'], actor.stored),
		pictureAt: async () => undefined,
		probeSandbox: async () => {},
		agents: async () => [],
		close: async () => {
			stop.abort()
			await followed
		},
	}
}

/** A last line that is longer than this is waited for no longer than the others. */
const LAST_BYTES = 64 * 1024
