// What the live area asks of the port beside what the envelopes tell it: trust, the sandbox, the branch, what a prompt needs.

import { useEffect, useMemo, useState } from 'react'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { TrustRequest } from '../state/tui-options.ts'
import type { ScreenStore } from './screen-store.ts'

export function useTrust(request: Promise<TrustRequest> | undefined) {
	const [trust, setTrust] = useState<TrustRequest | undefined>()
	useEffect(() => {
		request?.then(setTrust, () => undefined)
	}, [request])
	return [trust, setTrust] as const
}

/** Somebody who is about to type a command sees what would hold it. The first frame and the first key come first. */
export function useSandboxState(queries: Pick<RuntimeQueries, 'probeSandbox'>): void {
	useEffect(() => {
		const later = setTimeout(() => void queries.probeSandbox?.().catch(() => {}), AFTER_FIRST_FRAME_MS)
		return () => clearTimeout(later)
	}, [queries])
}

const AFTER_FIRST_FRAME_MS = 400

/**
 * @returns to be called with each key: the first one that is on the screen has what a prompt needs loaded, and later ones
 * have the server reached again that has closed its connection meanwhile
 */
export function useTyping(
	queries: Pick<RuntimeQueries, 'expectPrompt'>,
	store: ScreenStore,
): (atMs: number) => void {
	return useMemo(
		() =>
			createTypingWatch(isFirst => {
				setTimeout(() => {
					const expected = queries.expectPrompt?.().catch(() => {})
					if (isFirst) void Promise.resolve(expected).then(() => store.expectAnswer())
				}, AFTER_FIRST_KEY_MS)
			}),
		[queries, store],
	)
}

/** @param expect - called for a key when a while has passed since it was called last */
export function createTypingWatch(expect: (isFirst: boolean) => void): (atMs: number) => void {
	let expectedAtMs: number | undefined
	return atMs => {
		const before = expectedAtMs
		if (before !== undefined && atMs - before < AGAIN_AFTER_MS) return
		expectedAtMs = atMs
		expect(before === undefined)
	}
}

const AFTER_FIRST_KEY_MS = 50
/** Servers that close early keep what is idle for some seconds. */
const AGAIN_AFTER_MS = 1_000

/** Asked for at the start and after each run, which may have changed it. */
export function useBranch(queries: Pick<RuntimeQueries, 'gitBranch'>, isIdle: boolean): string | undefined {
	const [branch, setBranch] = useState<string | undefined>()
	useEffect(() => {
		if (!isIdle) return
		let isCurrent = true
		queries.gitBranch().then(
			name => isCurrent && setBranch(name),
			() => undefined,
		)
		return () => {
			isCurrent = false
		}
	}, [queries, isIdle])
	return branch
}
