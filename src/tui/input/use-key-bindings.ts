// The bindings in force as a state of the screen: the usual ones until the user's file has been read, where there is one.

import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../core/errors.ts'
import type { Bindings } from './key-press.ts'
import { KEYMAP } from './keymap.ts'

export function useKeyBindings(
	file: { path: string; read(): Promise<string | undefined> } | undefined,
	tell: (problem: string) => void,
): { bindings: Bindings; reload(): Promise<void> } {
	const [bindings, setBindings] = useState<Bindings>(KEYMAP)
	const reload = useCallback(async () => {
		const text = await file?.read()
		if (!file || text === undefined) return setBindings(KEYMAP)
		const { readBindings } = await import('./key-bindings.ts')
		const read = readBindings(file.path, text)
		setBindings(read.bindings)
		if (read.problems.length > 0) throw new Error(read.problems.join('\n'))
	}, [file])
	const told = useEffectEvent(tell)
	useEffect(() => {
		reload().catch((error: unknown) => told(messageOf(error)))
	}, [reload])
	return { bindings, reload }
}
