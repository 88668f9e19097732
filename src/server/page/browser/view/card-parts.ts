// What a card that asks is put together from: its text, its buttons and the keys that do the same.

import type { GivenAnswer } from '../state/api.ts'
import type { Child } from './dom.ts'

/** `keys`: while the card has the focus. `hint`: another key that does it, elsewhere. */
export type CardButton = {
	label: string
	keys: readonly string[]
	hint?: string
	isMain?: boolean
	answer(): GivenAnswer | undefined
}

export type CardParts = {
	/** Above the buttons. */
	body: readonly Child[]
	buttons: readonly CardButton[]
	/** Below them. */
	field?: HTMLElement
	/** Keys beside those of the buttons. @returns whether it was one of them */
	press?(key: string): boolean
}

/** Gives an answer, once, and not in the card's first moment. */
export type Give = (answer: GivenAnswer | undefined) => void
