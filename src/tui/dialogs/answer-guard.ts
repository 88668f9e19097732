// The type-ahead guard: keeps keys that were meant for something else from answering a dialog that has only just
// appeared.

export type AnswerGuard = {
	/** @param atMs - when the key was read. @returns whether it may answer */
	admits(atMs: number): boolean
}

/**
 * @param appearedAtMs - on the clock the keys are stamped with
 * @param lastKeyAtMs - the last key before the dialog appeared
 */
export function createAnswerGuard(appearedAtMs: number, lastKeyAtMs: number): AnswerGuard {
	const wasTyping = appearedAtMs - lastKeyAtMs < TYPING_MS
	let closedUntilMs = Math.max(appearedAtMs + GRACE_MS, wasTyping ? lastKeyAtMs + TYPING_MS : 0)
	return {
		admits(atMs) {
			if (atMs >= closedUntilMs) return true
			// Whoever is still typing has not looked up yet.
			if (atMs >= appearedAtMs) closedUntilMs = Math.max(closedUntilMs, atMs + GRACE_MS)
			return false
		},
	}
}

/** Shorter than anyone takes to read a question. */
const GRACE_MS = 400
const TYPING_MS = 1000
