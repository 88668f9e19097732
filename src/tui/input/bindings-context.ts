// The bindings in force, for those that show or change keys. Those that act on a key ask `actionOf`.

import { createContext, useContext } from 'react'
import type { Bindings } from './key-press.ts'
import { KEYMAP } from './keymap.ts'

export const BindingsContext = createContext<{ bindings: Bindings; reload(): Promise<void> }>({
	bindings: KEYMAP,
	reload: async () => {},
})

export function useBindings(): Bindings {
	return useContext(BindingsContext).bindings
}
