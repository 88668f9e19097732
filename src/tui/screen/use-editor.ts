// The user's editor, which has the terminal while a text is open in it.

import { useCallback } from 'react'
import type { TuiOptions } from '../state/tui-options.ts'

/** Gives the terminal to something else until it is done. */
export type HandOver = (use: () => Promise<void>) => Promise<void>

/** @returns resolves to undefined when nothing is to change, and rejects where there is no editor */
export function useEditor(
	{ editText }: Pick<TuiOptions, 'editText'>,
	handOver: HandOver,
): NonNullable<TuiOptions['editText']> {
	return useCallback(
		async (text, name) => {
			if (!editText) throw new Error('There is no editor here.')
			let edited: string | undefined
			await handOver(async () => {
				edited = await editText(text, name)
			})
			return edited
		},
		[editText, handOver],
	)
}
