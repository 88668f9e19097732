// The gate in front of Ink's frames: while it is shut none is made, and when it opens again one is, of what there is by then.

import type { DOMElement } from 'ink'

export class FrameGate {
	readonly #isOpen: () => boolean
	readonly #beforeFrame: () => void
	#draw: (() => void) | undefined

	/** @param beforeFrame - called before Ink makes one */
	constructor(isOpen: () => boolean, beforeFrame: () => void = () => {}) {
		this.#isOpen = isOpen
		this.#beforeFrame = beforeFrame
	}

	/** For the ref of any element. Ink's root is what calls for a frame, after each change. */
	readonly guard = (element: DOMElement | null): void => {
		let root = element ?? undefined
		while (root?.parentNode) root = root.parentNode
		const makeFrame = root?.onRender
		if (!root || !makeFrame) return
		const draw = () => {
			this.#beforeFrame()
			makeFrame()
		}
		root.onRender = () => {
			if (this.#isOpen()) draw()
			else this.#draw = draw
		}
	}

	/** Draws what could not be drawn. */
	opened(): void {
		const draw = this.#draw
		this.#draw = undefined
		draw?.()
	}
}
