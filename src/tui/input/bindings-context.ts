// The bindings in force, for those that show keys. Those that act on one ask `actionOf`.

import { createContext, useContext } from 'react'
import type { Bindings } from './key-press.ts'
import { KEYMAP } from './keymap.ts'

export const BindingsContext = createContext<Bindings>(KEYMAP)

export function useBindings(): Bindings {
	return useContext(BindingsContext)
}
