// A hook for the colours of code: loaded when something that has code in it is on the screen.

import { useEffect, useState } from 'react'
import type { CodeColours } from '../diff/file-colours.ts'

/** @returns undefined until they are there; rows are as many and as wide without them */
export function useCodeColours(isWanted: boolean): CodeColours | undefined {
	const [loaded, setLoaded] = useState<{ colours: CodeColours } | undefined>()
	useEffect(() => {
		if (!isWanted || loaded) return
		let isCurrent = true
		void (async () => {
			const [{ loadHighlighter }, { codeColours }] = await Promise.all([
				import('../transcript/markdown/highlight.ts'),
				import('../transcript/markdown/code-colours.ts'),
			])
			const colours = codeColours(await loadHighlighter())
			if (isCurrent) setLoaded({ colours })
		})()
		return () => {
			isCurrent = false
		}
	}, [isWanted, loaded])
	return loaded?.colours
}
