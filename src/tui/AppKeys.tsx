// Global keys, which work wherever nothing else has taken them, and those that come before typing on an empty prompt.

import { type RefObject, useRef } from 'react'
import type { Actions } from './actions.ts'
import { help } from './commands/program/help.ts'
import { palette } from './commands/program/palette.ts'
import { rewind } from './commands/session/rewind.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import { useBindings } from './input/bindings-context.ts'
import { joinedHints, keyHint } from './input/key-names.ts'
import { actionOf } from './input/keymap.ts'
import { useKeys } from './input/use-keys.ts'
import type { ScreenStore } from './screen/screen-store.ts'
import type { SayHint } from './screen/use-hint.ts'

export type AppKeysProps = {
	actions: Actions
	store: ScreenStore
	composer: RefObject<ComposerHandle | null>
	/** No dialog and no list is open. */
	isFree: boolean
	/** Told of every key and paste, when it was read. */
	onKey(atMs: number): void
	onHint: SayHint
	onToggleTodo(): void
	onRedraw(): void
	/** The whole window is taken, or given back. */
	onToggleFull(): void
	onToggleMouse(): void
	onExit(): void
	onStop(): void
}

export function AppKeys(props: AppKeysProps) {
	const { actions, store, composer, isFree } = props
	const bindings = useBindings()
	const lastCancelAt = useRef(Number.NEGATIVE_INFINITY)
	const lastEscapeAt = useRef(Number.NEGATIVE_INFINITY)

	const hintFor = (text: string) => props.onHint(text, TWICE_MS)
	const cancel = (atMs: number) => {
		if (atMs - lastCancelAt.current < TWICE_MS) return props.onExit()
		lastCancelAt.current = atMs
		const isInterrupted = actions.interrupt()
		const again = keyHint(bindings, 'app', 'cancel', 'again leaves')
		hintFor(isInterrupted ? again : joinedHints([again, keyHint(bindings, 'app', 'exit', 'too')]))
	}

	/** Twice on an empty prompt: a single one is pressed too easily. */
	const turnBack = (atMs: number): boolean => {
		if (!isFree || !composer.current?.isEmpty() || !store.view.hasMessages) return false
		if (atMs - lastEscapeAt.current < TWICE_MS) {
			lastEscapeAt.current = Number.NEGATIVE_INFINITY
			hintFor('')
			actions.run(rewind)
		} else {
			lastEscapeAt.current = atMs
			hintFor(keyHint(bindings, 'app', 'interrupt', 'again goes back to an earlier prompt'))
		}
		return true
	}

	useKeys('intercept', press => {
		props.onKey(press.at)
		if (actionOf('app', press) === 'send-agents-away' && actions.sendAgentsAway()) return true
		if (!isFree || actionOf('app', press) !== 'help' || !composer.current?.isEmpty()) return false
		actions.run(help)
		return true
	})

	useKeys('app', press => {
		const action = actionOf('app', press)
		switch (action) {
			case 'interrupt':
				return actions.interrupt() || actions.hush() || turnBack(press.at)
			case 'cancel':
				cancel(press.at)
				return true
			case 'exit':
				if (composer.current?.isEmpty() ?? true) props.onExit()
				return true
			case 'suspend':
				props.onStop()
				return true
			case 'repaint':
				props.onRedraw()
				return true
			case 'expand':
				actions.expand()
				return true
			case 'toggle-todo':
				props.onToggleTodo()
				return true
			case 'cycle-detail':
				hintFor(actions.cycleDetail())
				return true
			case 'cycle-mode':
				actions.cycleMode()
				return true
			case 'palette':
				if (isFree) actions.run(palette)
				return isFree
			case 'toggle-mouse':
				props.onToggleMouse()
				return true
			case 'toggle-full':
				props.onToggleFull()
				return true
			case 'take-back':
				return store.view.queue.length > 0 && actions.takeBack()
			case 'send-agents-away':
			case 'help':
			case undefined:
				return false
		}
	})
	return null
}

const TWICE_MS = 1000
