// The end of the transcript that is still growing: the newest blocks, and below them what is not finished yet.

import type { ScreenStore } from '../screen/screen-store.ts'
import type { View } from '../state/view.ts'
import type { Block, CallView } from '../state/view-block.ts'
import { gatheredNow } from '../state/view-groups.ts'
import { sanitize } from '../text/sanitize.ts'
import { openId, type Tail } from './transcript.ts'

export function liveTail(store: Pick<ScreenStore, 'newest' | 'view'>): Tail {
	return {
		newest: () => store.newest(),
		open: () => openBlocks(store.view).map((block, index) => ({ id: openId(index), block })),
	}
}

function openBlocks({ reply, gathered, calls }: View): readonly Block[] {
	const blocks: Block[] = []
	// In the order in which they will stand, and each at the same place for as long as it is open.
	// What is said between them parts what has been looked at from what is being looked at.
	const isSaid = reply.text.trim() !== '' || (!reply.isReasoned && reply.reasoning !== '')
	const { group, others } = gatheredNow({ gathered, calls: isSaid ? [] : calls })
	if (group.length > 1) blocks.push({ kind: 'group', calls: group })
	else for (const call of group) blocks.push({ kind: 'call', call })
	if (!reply.isReasoned && reply.reasoning !== '')
		blocks.push({ kind: 'reasoning', text: sanitize(reply.reasoning) })
	if (reply.text.trim() !== '') blocks.push({ kind: 'answer', text: reply.text })
	for (const call of isSaid ? calls : others) blocks.push({ kind: 'call', call }, ...printed(call))
	return blocks
}

/** The end of what a running call has printed. */
function printed({ progress, state }: CallView): readonly Block[] {
	if (progress === '' || state !== 'running') return []
	const lines = sanitize(progress).trimEnd().split('\n').slice(-PRINTED_LINES)
	return [{ kind: 'expanded', title: '', text: lines.map(line => `  ${line}`).join('\n'), isDiff: false }]
}

const PRINTED_LINES = 5
