// Where the mouse is told what it does, for parts of the screen that are drawn deep inside of it.

import type { DOMElement } from 'ink'
import { createContext, type RefObject } from 'react'
import type { Mouse } from './mouse.ts'

export type MouseGround = {
	mouse: Pick<Mouse, 'add'>
	/** What dialogs and lists are drawn in, from its first row and column on. */
	dialogs: RefObject<DOMElement | null>
}

/** Undefined where there is no mouse. */
export const MouseGroundContext = createContext<MouseGround | undefined>(undefined)
