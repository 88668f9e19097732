// Patience with somebody who says nothing. A process that was busy for longer than that finds its timers before its input
// in the event loop, so what has come meanwhile is looked at once before the silence is believed.

/** @returns forgets it: something has been said */
export function afterSilence(ms: number, run: () => void): () => void {
	let isSilent = true
	const end = () => {
		if (isSilent) run()
	}
	const timer = setTimeout(() => {
		if (typeof setImmediate === 'undefined') setTimeout(end, 0)
		else setImmediate(end)
	}, ms)
	return () => {
		isSilent = false
		clearTimeout(timer)
	}
}
