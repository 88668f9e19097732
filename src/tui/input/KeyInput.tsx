// The one subscriber to what is typed. Everything below it gets keys through `useKeys` (see use-keys.ts).

import { useInput, usePaste } from 'ink'
import { type ReactNode, useState } from 'react'
import { keyPressesOf } from './key-press.ts'
import { createKeyLayers, KeyLayersContext } from './use-keys.ts'

export function KeyInput({ children }: { children: ReactNode }) {
	const [layers] = useState(createKeyLayers)
	useInput((input, key) => {
		for (const press of keyPressesOf(input, key, performance.now())) layers.dispatch(press)
	})
	usePaste(text => {
		layers.dispatch({ kind: 'paste', text, at: performance.now() })
	})
	return <KeyLayersContext value={layers}>{children}</KeyLayersContext>
}
