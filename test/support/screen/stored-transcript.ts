// A stored session as the transcript viewer reads it, from a store in memory.

import type { Envelope, StoredEvent } from '../../../src/core/events.ts'
import type { SessionId } from '../../../src/core/ids.ts'
import type { RuntimeQueries } from '../../../src/core/runtime-port.ts'
import { createInMemoryStore } from '../../../src/sessions/store/in-memory-store.ts'
import { BlockIds, type NumberedBlock } from '../../../src/tui/state/block-ids.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import type { Block } from '../../../src/tui/state/view-block.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'

/** @param agents - sessions beside it, by their ids */
export async function storedLog(
	envelopes: readonly Envelope<StoredEvent>[],
	agents: readonly (readonly Envelope<StoredEvent>[])[] = [],
): Promise<{ readLog: NonNullable<RuntimeQueries['readLog']>; pagesRead(): number }> {
	const store = createInMemoryStore()
	for (const session of [envelopes, ...agents]) {
		const id = session[0]?.sessionId
		if (id) await store.create(id, '/work').append(session, { durable: false })
	}
	const own = envelopes[0]?.sessionId as SessionId
	let pages = 0
	return {
		readLog: ({ sessionId, ...request }) => {
			pages++
			return store.readPage(sessionId ?? own, request)
		},
		pagesRead: () => pages,
	}
}

/** All blocks of it, folded at once. */
export function foldedWhole(envelopes: readonly Envelope[]): readonly NumberedBlock[] {
	const ids = new BlockIds()
	let view: View = EMPTY_VIEW
	const blocks: NumberedBlock[] = []
	for (const envelope of envelopes) {
		const before = view.blocks
		view = foldView(view, envelope)
		blocks.push(...ids.added(before, view.blocks, envelope.seq))
	}
	return blocks
}

/** What each says, groups taken apart, for a group may be cut where a piece begins. */
export function saidIn(blocks: readonly { block: Block }[]): readonly string[] {
	return blocks.flatMap(({ block }) => {
		if (block.kind === 'group') return block.calls.map(({ callId }) => `call ${callId}`)
		if (block.kind === 'call') return [`call ${block.call.callId}`]
		if (block.kind === 'prompt' || block.kind === 'answer') return [`${block.kind} ${block.text}`]
		return [block.kind]
	})
}
