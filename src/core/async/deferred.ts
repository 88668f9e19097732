// Deferred: a promise and the functions that settle it. `Promise.withResolvers` is not there on Node 20, on which the
// published program still starts.

export type Deferred<Value = void> = {
	promise: Promise<Value>
	resolve(value: Value): void
	reject(reason: unknown): void
}

export function deferred<Value = void>(): Deferred<Value> {
	let resolve: Deferred<Value>['resolve'] = () => {}
	let reject: Deferred<Value>['reject'] = () => {}
	const promise = new Promise<Value>((settle, fail) => {
		resolve = settle
		reject = fail
	})
	return { promise, resolve, reject }
}
