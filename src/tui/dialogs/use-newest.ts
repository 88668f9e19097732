// A hook that asks for what belongs to something that keeps changing: one question at a time, and then the newest
// one, so that fast typing neither piles questions up nor waits for a clock.

import { useEffect, useRef, useState } from 'react'

/** @returns the newest answer there is, and what it answers; a failure leaves the one before */
export function useNewest<Key, Value>(
	key: Key,
	ask: (key: Key) => Promise<Value>,
): { key: Key; value: Value } | undefined {
	const [answer, setAnswer] = useState<{ key: Key; value: Value } | undefined>()
	const state = useRef({ wanted: key, isAsking: false, isGone: false })
	const question = useRef(ask)
	useEffect(() => {
		question.current = ask
	})
	useEffect(() => {
		const { current } = state
		current.isGone = false
		return () => {
			current.isGone = true
		}
	}, [])
	useEffect(() => {
		const { current } = state
		current.wanted = key
		if (current.isAsking) return
		current.isAsking = true
		void (async () => {
			let asked: Key
			do {
				asked = current.wanted
				const value = await question.current(asked).then(
					found => ({ key: asked, value: found }),
					() => undefined,
				)
				if (value && !current.isGone) setAnswer(value)
			} while (asked !== current.wanted && !current.isGone)
			current.isAsking = false
		})()
	}, [key])
	return answer
}
