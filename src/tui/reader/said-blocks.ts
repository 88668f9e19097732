// What of the transcript has been said.

import type { View } from '../state/view.ts'
import { blocksAfter } from '../state/view-block.ts'
import { spokenBlock } from './spoken-blocks.ts'

/** A prompt that was typed here stands there already. */
export class SaidBlocks {
	#count = 0
	#typed: string[] = []
	#mode: string | undefined
	#passing: View['passing']
	lastMessage: readonly string[] = []

	typed(text: string): void {
		this.#typed.push(text)
	}

	linesOf(view: View): readonly string[] {
		const { missing, blocks } = blocksAfter(view.blocks, this.#count)
		this.#count = view.blocks.total
		const mode = view.approvals.kind
		const lines: string[] = missing > 0 ? [`${missing} earlier messages are left out.`] : []
		if (this.#mode !== undefined && mode !== this.#mode) lines.push(`Mode: ${mode}`)
		if (view.sessionId !== undefined) this.#mode = mode
		for (const block of blocks) {
			if (block.kind === 'prompt' && this.#typed[0] === block.text) {
				this.#typed.shift()
				continue
			}
			const said = spokenBlock(block)
			if (block.kind !== 'run-end') this.lastMessage = said.length > 0 ? said : this.lastMessage
			lines.push(...said)
		}
		const { passing } = view
		if (passing && passing !== this.#passing) lines.push(...spokenBlock(passing))
		this.#passing = passing
		return lines
	}
}
