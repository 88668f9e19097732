// The runtime's port while there is no runtime yet: the screen is drawn and takes keys, and what it asks for waits.

import type { Envelope } from '../core/events.ts'
import type { RuntimePort } from '../core/runtime-port.ts'

/**
 * @param open - called when somebody follows; a failure is told once, to them, and what waited for the runtime is
 * never answered
 */
export function openingPort(open: () => Promise<RuntimePort>): RuntimePort {
	let begin = () => {}
	const opening = new Promise<void>(resolve => {
		begin = resolve
	}).then(open)
	const opened = opening.catch(() => new Promise<never>(() => {}))
	return {
		send: async command => (await opened).send(command),
		events(fromSeq, signal) {
			begin()
			return follow(opening, fromSeq, signal)
		},
		lookups: {
			sessions: async () => (await opened).lookups.sessions(),
			models: async () => (await opened).lookups.models(),
			files: async () => (await opened).lookups.files(),
			promptHistory: async () => (await opened).lookups.promptHistory(),
			gitBranch: async () => (await opened).lookups.gitBranch(),
			clipboardImage: async () => (await opened).lookups.clipboardImage(),
			contextUse: async () => (await opened).lookups.contextUse(),
			rewindPoints: async () => (await opened).lookups.rewindPoints(),
			searchSessions: async query => (await opened).lookups.searchSessions(query),
			previewSession: async sessionId => (await opened).lookups.previewSession(sessionId),
		},
	}
}

async function* follow(
	opening: Promise<RuntimePort>,
	fromSeq: number,
	signal: AbortSignal,
): AsyncIterable<Envelope> {
	const port = await Promise.race([opening, aborted(signal)])
	if (port) yield* port.events(fromSeq, signal)
}

function aborted(signal: AbortSignal): Promise<undefined> {
	return new Promise(resolve => {
		if (signal.aborted) resolve(undefined)
		else signal.addEventListener('abort', () => resolve(undefined), { once: true })
	})
}
