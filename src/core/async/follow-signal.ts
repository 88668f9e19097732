// A signal that follows another one for as long as something goes on. `AbortSignal.any` does so for as long as anybody
// holds it, at ten times the cost, which every turn and every call of a run would pay.

export type FollowedSignal = {
	readonly signal: AbortSignal
	abort(reason?: unknown): void
	/** It goes its own way from here on. */
	leave(): void
}

export function followSignal(followed: AbortSignal): FollowedSignal {
	const controller = new AbortController()
	const follow = () => controller.abort(followed.reason)
	if (followed.aborted) follow()
	else followed.addEventListener('abort', follow, { once: true })
	return {
		signal: controller.signal,
		abort: reason => controller.abort(reason),
		leave: () => followed.removeEventListener('abort', follow),
	}
}
