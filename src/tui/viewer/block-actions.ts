// What is done with the block at the cursor: folded, copied, edited, gone back to.

import { blockSource, codeBlocks } from '../blocks/block-text.ts'
import { hasMore } from '../blocks/folded-rows.ts'
import type { NumberedBlock } from '../state/block-ids.ts'
import type { Pane } from './pane.ts'
import type { ViewerReach } from './reach.ts'
import { wholeText } from './whole-block.ts'

export function foldCurrent(pane: Pane, action: 'open-fold' | 'close-fold' | 'toggle-fold'): void {
	const block = pane.current()
	if (!block) return
	const fold = pane.foldOf(block)
	if (action === 'open-fold') pane.fold(block, fold === 'line' ? 'shown' : 'open')
	else if (action === 'close-fold') pane.fold(block, fold === 'open' ? 'shown' : 'line')
	else if (fold === 'shown') pane.fold(block, hasMore(block.block) ? 'open' : 'line')
	else pane.fold(block, 'shown')
}

/** @returns what to say of it */
export function copyCurrent(pane: Pane, { copy }: Pick<ViewerReach, 'copy'>): string {
	const current = pane.current()
	return current ? copy(blockSource(current.block)) : ''
}

/** The pieces of code in the answer at the cursor, or in the one before it. */
export function codesOfAnswer(pane: Pane): readonly string[] {
	const isAnswer = ({ block }: NumberedBlock) => block.kind === 'answer'
	const current = pane.current()
	const answer = current && isAnswer(current) ? current : pane.next(-1, isAnswer)
	return answer?.block.kind === 'answer' ? codeBlocks(answer.block.text) : []
}

/** @returns what to say of it */
export async function editCurrent(pane: Pane, { edit, readArtefact }: ViewerReach): Promise<string> {
	const current = pane.current()
	if (!edit) return 'There is no editor here.'
	if (current) await edit(await wholeText(current.block, readArtefact))
	return ''
}

/** @returns the number of the event with the prompt that stands at the cursor or before it */
export async function promptSeq(pane: Pane): Promise<number | undefined> {
	const isStart = ({ block }: NumberedBlock) => block.kind === 'prompt' && !block.isSteer
	const current = pane.current()
	const prompt = current && isStart(current) ? current : pane.next(-1, isStart)
	if (prompt) return prompt.id.seq
	for await (const { blocks } of pane.transcript.stretches('back', 'window')) {
		const found = blocks.findLast(isStart)
		if (found) return found.id.seq
	}
	return undefined
}
