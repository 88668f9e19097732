// What is open above the prompt, and what that leaves of the rest of the live area.

import { type DialogSurface, dialogSurface, type OpenedList } from './DialogArea.tsx'
import type { WindowTaker } from './full/use-full.ts'
import type { Layout } from './screen/layout.ts'
import { useTrust } from './screen/use-port-state.ts'
import type { TrustAnswer, TrustRequest, TuiOptions } from './state/tui-options.ts'
import type { PendingRequest } from './state/view.ts'
import { useOpened } from './use-opened.ts'

export type Dialog = {
	surface: DialogSurface
	/** By the user; it waits behind a question. */
	opened: OpenedList | undefined
	open(what: OpenedList | undefined): void
	/** It has the keys, and the rows above the prompt. */
	isTaken: boolean
	/** It has the whole window. */
	hasWindow: boolean
	/** Nothing is to be seen below it. */
	isAlone: boolean
	isPromptHidden: boolean
	isPromptFocused: boolean
	onTrust(request: TrustRequest, answer: TrustAnswer): void
}

export function useDialog({
	options,
	asked,
	layout,
	takeWindow,
	onExit,
}: {
	options: Pick<TuiOptions, 'trust'>
	asked: PendingRequest | undefined
	layout: Layout
	takeWindow(taker: WindowTaker, isTaken: boolean): void
	onExit(): void
}): Dialog {
	const [opened, open] = useOpened(takeWindow)
	const [trust, setTrust] = useTrust(options.trust)
	const surface = dialogSurface({ trust, asked, opened })
	const isTaken = surface.kind !== 'none'
	const hasWindow = surface.kind === 'window'
	// Where there is little room a dialog has all of it; the draft is kept.
	const isAlone = hasWindow || (isTaken && layout.isSmall)
	return {
		...{ surface, opened, open, isTaken, hasWindow, isAlone },
		// A list has a line of its own to write in; the draft under it would be taken for that.
		isPromptHidden: isAlone || LISTS.includes(surface.kind),
		isPromptFocused: opened === undefined || opened.kind === 'rewind',
		onTrust(request, answer) {
			setTrust(undefined)
			// The screen goes first: what is then not opened is no failure.
			if (answer === 'quit') onExit()
			request.answer(answer)
		},
	}
}

const LISTS: readonly DialogSurface['kind'][] = ['list', 'sessions', 'page', 'panel']
