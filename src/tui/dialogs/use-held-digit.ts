// A digit that answers, kept back for a moment: alone it is an answer, and with more behind it the beginning of a word.

import { useEffect, useRef } from 'react'
import type { KeyPress } from '../input/key-press.ts'

export type HeldDigit = {
	/** @param answer - called in a moment, unless more is typed */
	hold(digit: string, answer: () => void): void
	/**
	 * The next key. Enter is what people press behind a number: it answers at once.
	 * @returns the digit where the key goes on with a word; otherwise it is forgotten or has answered
	 */
	before(press: KeyPress): { digit: string } | 'answered' | undefined
}

export function useHeldDigit(): HeldDigit {
	const held = useRef<{ digit: string; answer: () => void; timer: NodeJS.Timeout } | undefined>(undefined)
	const drop = () => {
		const dropped = held.current
		clearTimeout(dropped?.timer)
		held.current = undefined
		return dropped
	}
	useEffect(() => () => clearTimeout(held.current?.timer), [])
	return {
		hold(digit, answer) {
			drop()
			const timer = setTimeout(() => drop()?.answer(), GOES_ON_WITHIN_MS)
			held.current = { digit, answer, timer }
		},
		before(press) {
			const dropped = drop()
			if (!dropped) return undefined
			if (press.kind !== 'key') return { digit: dropped.digit }
			if (press.chord !== 'enter') return undefined
			dropped.answer()
			return 'answered'
		},
	}
}

/** How long after the last letter a digit still belongs to what is being written. */
export const STILL_WRITING_MS = 1_000

/** Between two keys of a word; few people are slower. */
const GOES_ON_WITHIN_MS = 250
