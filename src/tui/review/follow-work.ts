// What the review is told of the work that goes on: a call that is among the blocks by now, and the end of a run, may
// both have changed files.

import type { SlashContext } from '../slash-command/slash-command.ts'

/** Calls `onWork` after each of them. @returns ends it */
export function followWork(
	{ view, follow }: Pick<SlashContext, 'view' | 'follow'>,
	onWork: () => void,
): () => void {
	let { blocks, run } = view()
	return follow(() => {
		const now = view()
		const added = now.blocks.recent.slice(
			-Math.max(0, now.blocks.total - blocks.total) || now.blocks.recent.length,
		)
		const hasCalls = now.blocks !== blocks && added.some(({ kind }) => kind === 'call' || kind === 'output')
		const isOver = run !== undefined && now.run === undefined
		;({ blocks, run } = now)
		if (hasCalls || isOver) onWork()
	})
}
