// A baseline: Ink as it comes from the package, with an input line, and text that grows by a word every few milliseconds
// when it is told to (`stock-ink.mjs <deltas> <delay in ms>`).

import { Box, render, Text, useInput } from 'ink'
import { createElement, useEffect, useState } from 'react'

const [deltas, delayMs] = process.argv.slice(2).map(Number)

function App() {
	const [typed, setTyped] = useState('')
	const [words, setWords] = useState(0)
	useInput(key => setTyped(text => text + key))
	useEffect(() => {
		if (!deltas || !typed) return
		const timer = setInterval(() => setWords(count => Math.min(count + 1, deltas)), delayMs)
		return () => clearInterval(timer)
	}, [typed])
	const text = Array.from({ length: words }, (_, index) => `word${index}`)
	// The last words only: an area higher than the window makes Ink clear the screen, which is another measure.
	const shown = text.slice(-150).join(' ')
	const end = deltas && words >= deltas ? ' DONE' : ''
	return createElement(
		Box,
		{ flexDirection: 'column' },
		createElement(Text, {}, shown + end),
		createElement(Text, {}, `> ${typed}`),
	)
}

render(createElement(App))
