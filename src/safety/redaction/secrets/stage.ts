// A redaction stage: text in pieces cut anywhere goes in, the same text without some of its secrets comes out.

/**
 * The pieces together give what the whole would have given in one piece. What may be part of a secret is held back
 * until it is clear whether it is; `end` gives the rest.
 */
export type Stage = { push(text: string): string; end(): string }

/** What is masked, and where the text goes on after it. */
export type SecretMatch = { start: number; end: number; mask: Mask }

export type Mask =
	| 'authorization'
	| 'high-entropy'
	| 'known-secret'
	| 'private-key'
	| 'secret'
	| 'token'
	| 'url-password'

export function maskText(mask: Mask): string {
	return `[REDACTED:${mask}]`
}

export const MASK_START = '[REDACTED:'

export function inRow(stages: readonly Stage[]): Stage {
	return {
		push: text => stages.reduce((piece, stage) => stage.push(piece), text),
		end: () => stages.reduce((piece, stage) => stage.push(piece) + stage.end(), ''),
	}
}
