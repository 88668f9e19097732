// One line of text inside a dialog: typed, pasted, deleted from the end.

import { useRef, useState } from 'react'
import type { KeyPress } from '../../input/key-press.ts'

export type LineInput = {
	text: string
	/** The newest text, also between two renders. */
	current(): string
	/** @returns whether the key was for the line */
	take(press: KeyPress): boolean
	set(text: string): void
}

/** @param onText - told each text, before it is drawn */
export function useLine(initial = '', onText?: (text: string) => void): LineInput {
	const [text, setText] = useState(initial)
	const latest = useRef(text)
	const set = (next: string) => {
		latest.current = next
		setText(next)
		onText?.(next)
	}
	const take = (press: KeyPress): boolean => {
		const before = latest.current
		if (press.kind !== 'key') {
			set(before + press.text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' '))
			return true
		}
		switch (press.chord) {
			case 'backspace':
				set([...before].slice(0, -1).join(''))
				return true
			case 'ctrl+u':
				set('')
				return true
			case 'ctrl+w':
			case 'alt+backspace':
				set(before.replace(/\S*\s*$/, ''))
				return true
			default:
				return false
		}
	}
	return { text, current: () => latest.current, take, set }
}
