// Key layers, which say who gets a key first. A screen is a stack of layers; a key goes from the top layer down until
// one takes it.
//
//   <KeyInput>                 once, at the root (KeyInput.tsx); the only subscriber to the terminal's input
//   useKeys('dialog', press => {
//       const action = actionOf('dialog', press)      // keymap.ts; or look at press.kind 'text' and 'paste'
//       if (!action) return false                     // not mine: goes on to the layer below
//       …
//       return true                                   // taken
//   }, { isActive: isOpen })
//
// Within one layer the part that was mounted last is asked first. A dialog that must not leak keys returns true for
// everything. `press.at` is when the key was read, on the clock of `performance.now()`.
// Several keys can arrive in one read, and React has not rendered in between: a handler that depends on what an
// earlier key did must keep that in a ref.

import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react'
import type { KeyPress } from './key-press.ts'

/** From the bottom to the top. `intercept` is for app keys that win over typing, such as `?` on an empty prompt. */
export const LAYERS = {
	app: 0,
	composer: 10,
	'composer-list': 20,
	intercept: 30,
	picker: 40,
	dialog: 50,
} as const satisfies Record<string, number>

export type KeyHandler = (press: KeyPress) => boolean

export function useKeys(
	layer: keyof typeof LAYERS | number,
	handler: KeyHandler,
	{ isActive = true }: { isActive?: boolean } = {},
): void {
	const layers = useContext(KeyLayersContext)
	if (!layers) throw new Error('useKeys needs a <KeyInput> above it')
	const level = typeof layer === 'number' ? layer : LAYERS[layer]
	const newestHandler = useEffectEvent(handler)
	// A layout effect, so that the keys of a dialog are its own as soon as it is on the screen.
	useLayoutEffect(
		() => (isActive ? layers.add(level, press => newestHandler(press)) : undefined),
		[layers, level, isActive],
	)
}

export type KeyLayers = {
	/** @returns what takes the handler out again */
	add(level: number, handler: KeyHandler): () => void
	/** @returns whether anyone took the key */
	dispatch(press: KeyPress): boolean
}

export const KeyLayersContext = createContext<KeyLayers | undefined>(undefined)

export function createKeyLayers(): KeyLayers {
	// Top layer first; within a layer the newest first.
	let entries: readonly { level: number; handler: KeyHandler }[] = []
	return {
		add(level, handler) {
			const entry = { level, handler }
			entries = [entry, ...entries].sort((a, b) => b.level - a.level)
			return () => {
				entries = entries.filter(other => other !== entry)
			}
		},
		dispatch: press => entries.some(({ handler }) => handler(press)),
	}
}
