// A promise that is settled from outside. `Promise.withResolvers` is not in the library this project compiles against.

export function deferred<Value>(): Deferred<Value> {
	let resolve: (value: Value) => void = () => {}
	const promise = new Promise<Value>(settle => {
		resolve = settle
	})
	return { promise, resolve }
}

export type Deferred<Value> = { promise: Promise<Value>; resolve(value: Value): void }
