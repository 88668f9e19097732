// Deferred: a promise and the function that resolves it. `Promise.withResolvers` is not there on Node 20, on which the
// published program still starts.

export type Deferred<Value> = { promise: Promise<Value>; resolve(value: Value): void }

export function deferred<Value = void>(): Deferred<Value> {
	let resolve: Deferred<Value>['resolve'] = () => {}
	const promise = new Promise<Value>(settle => {
		resolve = settle
	})
	return { promise, resolve }
}
