// What is open above the prompt, and what that leaves of the rest of the live area.

import { useLayoutEffect } from 'react'
import { type DialogSurface, dialogSurface, type OpenedList } from './DialogArea.tsx'
import type { WindowTaker } from './full/use-full.ts'
import type { Layout } from './screen/layout.ts'
import type { ScreenStore } from './screen/screen-store.ts'
import { useTrust } from './screen/use-port-state.ts'
import type { TrustAnswer, TrustRequest, TuiOptions } from './state/tui-options.ts'
import { type CoveringPart, useOpened } from './use-opened.ts'

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
	store,
	layout,
	takeWindow,
	onCover,
	onExit,
}: {
	options: Pick<TuiOptions, 'trust'>
	store: Pick<ScreenStore, 'view' | 'subscribe'>
	layout: Layout
	takeWindow(taker: WindowTaker, isTaken: boolean): void
	onCover(part: CoveringPart, isOpen: boolean): void
	onExit(): void
}): Dialog {
	const asked = store.view.asked[0]
	useAskedWindow(store, layout.isSmall, takeWindow)
	const [opened, open] = useOpened({ takeWindow, onCover }, layout.isSmall)
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

/** Where there is little room a question has the whole window too. Told by the store, so that it is taken before it is drawn. */
function useAskedWindow(
	store: Pick<ScreenStore, 'view' | 'subscribe'>,
	isSmall: boolean,
	takeWindow: (taker: WindowTaker, isTaken: boolean) => void,
): void {
	useLayoutEffect(() => {
		const look = () => takeWindow('asked', isSmall && store.view.asked.length > 0)
		look()
		return store.subscribe(look)
	}, [store, isSmall, takeWindow])
}

const LISTS: readonly DialogSurface['kind'][] = ['list', 'sessions', 'page', 'panel']
