// The hint in the prompt's title: what has just been done, or what the next key would do. It goes by itself.

import { useCallback, useEffect, useRef, useState } from 'react'

/** @param text - an empty one takes away what was said */
export type SayHint = (text: string, lastsMs: number) => void

export function useHint(): readonly [hint: string, say: SayHint] {
	const [hint, setHint] = useState('')
	const timer = useRef<NodeJS.Timeout>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	const say = useCallback<SayHint>((text, lastsMs) => {
		clearTimeout(timer.current)
		setHint(text)
		timer.current = setTimeout(() => setHint(''), lastsMs)
	}, [])
	return [hint, say]
}
