// Secrets out of text, before it is stored, shown to a model or sent to a client. What is taken out leaves a mask that
// says what it was.

import { createBlockStage } from './blocks/block-stage.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { createPrivateKeys, mayHoldKey } from './private-keys.ts'
import { createScan } from './scan/scan.ts'
import { inRow, type Stage } from './secrets/stage.ts'

/**
 * Pure in its text: the same text gives the same result. Scrubbing twice changes nothing more, but for about one in
 * 10 000 of texts that mix halves of secrets, in which a mask makes plain what stands in front of it.
 */
export type Scrub = (text: string) => string

/** @param knownSecrets - asked at each use, because keys are fetched as they are needed; values of at least 8 characters */
export function createScrubber(knownSecrets: () => readonly string[]): Scrub {
	const known = createKnownValues(knownSecrets)
	return text => {
		// What a search tells to be without them goes through two stages less.
		const stages = inRow([
			...(known.areIn(text) ? exactly(known) : []),
			...(mayHoldKey(text) ? [createPrivateKeys()] : []),
			createBlockStage(),
			createScan(),
		])
		let clean = ''
		for (let start = 0; start < text.length; start += PIECE)
			clean += stages.push(text.slice(start, start + PIECE))
		return clean + stages.end()
	}
}

/** A text of any length is worked on in as little memory as a stream, and what is worked on stays in the cache. */
const PIECE = 65_536

/**
 * The same filter for text that comes in pieces cut anywhere: together they give what the whole would have given.
 * Whole lines come out at once, but for a private key, which comes out when it has ended.
 */
export function createScrubStream(knownSecrets: () => readonly string[]): Stage {
	return inRow([
		...exactly(createKnownValues(knownSecrets)),
		createPrivateKeys(),
		createBlockStage(),
		createScan(),
	])
}

/** The masks in a text, in order. A text with a mask in it must never be written over the secret it stands for. */
export function masksIn(text: string): readonly string[] {
	return text.match(/\[REDACTED:[a-z-]+\]/g) ?? []
}

function exactly(known: KnownValues): readonly Stage[] {
	const stage = known.stage()
	return stage ? [stage] : []
}
