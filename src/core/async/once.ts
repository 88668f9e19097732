// Once: work that is done when it is first asked for, and whose result everybody shares who asks again.

/** A failure is shared too. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
	let made: Promise<Value> | undefined
	return () => (made ??= make())
}
