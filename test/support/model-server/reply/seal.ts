// Seals over a model's reasoning that only hold for the text they were made for: a client that changes it is found out.

import { createHash } from 'node:crypto'

/** What the Responses API calls `encrypted_content`. It holds without the item's id, which a client may leave out. */
export function sealReasoning(summary: string): string {
	return `sealed.${digest(summary)}`
}

/** What the Messages API calls `signature`. */
export function signThinking(thinking: string): string {
	return `signed.${digest(thinking)}`
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url')
}
