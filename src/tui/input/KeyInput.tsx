// The one subscriber to what is typed. Everything below it gets keys through `useKeys` (see use-keys.ts).

import { useInput, usePaste } from 'ink'
import { type ReactNode, useRef, useState } from 'react'
import { type Bindings, type KeyPress, keyPressesOf } from './key-press.ts'
import { KEYMAP } from './keymap.ts'
import { createKeyLayers, KeyLayersContext } from './use-keys.ts'

export function KeyInput({ bindings = KEYMAP, children }: { bindings?: Bindings; children: ReactNode }) {
	const [layers] = useState(createKeyLayers)
	/** Keys that a chord of several may begin with. */
	const begun = useRef<{ chord: string; presses: readonly KeyPress[]; at: number } | undefined>(undefined)
	const own = bindings === KEYMAP ? undefined : bindings

	const dispatch = (press: KeyPress) => {
		layers.dispatch(own && press.kind !== 'paste' ? { ...press, bindings: own } : press)
	}
	const take = (press: KeyPress): void => {
		// The usual keys come one by one.
		if (!own) return dispatch(press)
		const before =
			begun.current && press.at - begun.current.at < GOES_ON_WITHIN_MS ? begun.current : undefined
		begun.current = undefined
		// Of a text that came at once, only the first character is the next key.
		const [first = '', ...rest] = before && press.kind === 'text' ? press.text : []
		if (press.kind === 'text' && rest.length > 0) {
			begun.current = before
			take({ ...press, text: first })
			return take({ ...press, text: rest.join('') })
		}
		const typed = press.kind === 'key' ? press.chord : press.kind === 'text' ? press.text : undefined
		const chord = before && typed !== undefined ? `${before.chord} ${typed}` : typed
		if (chord !== undefined && begins(own, chord)) {
			begun.current = { chord, presses: [...(before?.presses ?? []), press], at: press.at }
			return
		}
		if (!before) return dispatch(press)
		if (chord !== undefined && isBound(own, chord)) return dispatch({ kind: 'key', chord, at: press.at })
		// It gives up what was begun, where that means nothing alone, and is no Esc for what is below.
		const isGivenUp = press.kind === 'key' && press.chord === 'escape'
		if (isGivenUp && before.presses.every(held => held.kind === 'key' && !isBound(own, held.chord))) return
		for (const held of before.presses) dispatch(held)
		// It may begin another one.
		take(press)
	}
	useInput((input, key) => {
		for (const press of keyPressesOf(input, key, performance.now())) take(press)
	})
	usePaste(text => {
		take({ kind: 'paste', text, at: performance.now() })
	})
	return <KeyLayersContext value={layers}>{children}</KeyLayersContext>
}

/** Whoever thinks longer has meant the first key alone. */
const GOES_ON_WITHIN_MS = 2000

function begins(bindings: Bindings, chord: string): boolean {
	return (
		chord !== '' &&
		Object.values(bindings).some(keys => Object.keys(keys).some(key => key.startsWith(`${chord} `)))
	)
}

function isBound(bindings: Bindings, chord: string): boolean {
	return Object.values(bindings).some(keys => Object.hasOwn(keys, chord))
}
