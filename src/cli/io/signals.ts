// Signals that end the program: what they mean as an exit code, and one way to hear them.

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT'

/** @param heard - called for each; a second one while the first is being dealt with is called again */
export function onEndSignal(heard: (signal: EndSignal) => void): () => void {
	const listeners = SIGNALS.map(signal => ({ signal, listener: () => heard(signal) }))
	for (const { signal, listener } of listeners) process.on(signal, listener)
	return () => {
		for (const { signal, listener } of listeners) process.off(signal, listener)
	}
}

const SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
