// A sandbox that is loaded by the first command: most of the time between start and first answer is for other things.

import type { Sandbox } from './sandbox.ts'

export function lazySandbox(load: () => Promise<Sandbox>): Sandbox {
	let loading: Promise<Sandbox> | undefined
	let loaded: Sandbox | undefined
	const get = async () => {
		loading ??= load()
		loaded = await loading
		return loaded
	}
	return {
		works: async () => (await get()).works(),
		engine: async () => (await get()).engine(),
		prepare: async (...command) => (await get()).prepare(...command),
		// Whoever has not been loaded has put up nothing.
		isPlaceholder: path => loaded?.isPlaceholder(path) ?? false,
		makeWay: path => loaded?.makeWay(path),
		standBack: () => loaded?.standBack() ?? (() => {}),
		close: () => loaded?.close(),
	}
}
