// Waiting for an event a test makes itself.

export function deferred(): { promise: Promise<void>; resolve(): void } {
	let resolve = () => {}
	const promise = new Promise<void>(done => {
		resolve = done
	})
	return { promise, resolve: () => resolve() }
}

export function whenAborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve()
	return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
