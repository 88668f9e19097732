// The gate in front of Ink's frames: while it is shut none is made, and when it opens again one is, of what there is by then.

import type { DOMElement } from 'ink'

export class FrameGate {
	readonly #isOpen: () => boolean
	#draw: (() => void) | undefined

	constructor(isOpen: () => boolean) {
		this.#isOpen = isOpen
	}

	/** For the ref of any element. Ink's root is what calls for a frame, after each change. */
	readonly guard = (element: DOMElement | null): void => {
		let root = element ?? undefined
		while (root?.parentNode) root = root.parentNode
		const draw = root?.onRender
		if (!root || !draw) return
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
