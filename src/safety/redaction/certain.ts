// What is certain to be a secret: values Keelson knows, private keys, tokens in the form of whoever issued them. Prompts
// and what a model says lose these and no more, for a guess would change what was said.

import { createKnownValues, type KnownValues } from './known-values.ts'
import { createPrivateKeys, mayHoldKey } from './private-keys.ts'
import { createScan } from './scan/scan.ts'
import { inRow, type Stage } from './secrets/stage.ts'
import { mayBeginToken, mayHoldToken } from './secrets/token-forms.ts'

export type CertainMasks = {
	/** The same text gives the same result, so what is in the log and what is sent stay the same bytes. */
	mask(text: string): string
	/**
	 * For text that is shown while it comes: held back is only a word that may become a token. A token whose first letters
	 * looked like none is masked from there on.
	 */
	stream(): Stage
}

/** One for many texts: what finds the known values is made once for all of them. */
export function createCertainMasks(knownSecrets: () => readonly string[]): CertainMasks {
	const known = createKnownValues(knownSecrets)
	return {
		mask(text) {
			if (!mayHoldKey(text) && !mayHoldToken(text) && !known.areIn(text)) return text
			const stage = inRow([...exactly(known), createPrivateKeys(), createScan('tokens')])
			return stage.push(text) + stage.end()
		},
		stream: () => inRow([...exactly(known), createPrivateKeys(), createWords()]),
	}
}

export function createCertainScrubber(knownSecrets: () => readonly string[]): (text: string) => string {
	return createCertainMasks(knownSecrets).mask
}

function exactly(known: KnownValues): readonly Stage[] {
	const stage = known.stage()
	return stage ? [stage] : []
}

/** No token has a blank in it, so words are looked at one by one. */
function createWords(): Stage {
	/** Of the word that is being read: what is out already, and what is held back. */
	let shown = ''
	let held = ''

	function settle(text: string): string {
		if (!mayHoldToken(shown + text)) return text
		const scan = createScan('tokens')
		const clean = scan.push(shown + text) + scan.end()
		let same = 0
		while (same < shown.length && clean[same] === shown[same]) same++
		return clean.slice(same)
	}

	return {
		push(piece) {
			held += piece
			const cut = lastBlank(held) + 1
			let clean = ''
			if (cut > 0) {
				clean = settle(held.slice(0, cut))
				shown = ''
				held = held.slice(cut)
			}
			if (held === '' || (shown.length + held.length < LONGEST && mayBeginToken(shown + held))) return clean
			clean += held
			shown += held
			held = ''
			return clean
		},
		end() {
			const clean = settle(held)
			shown = held = ''
			return clean
		},
	}
}

/** More than any token takes. */
const LONGEST = 16_384

function lastBlank(text: string): number {
	for (let at = text.length - 1; at >= 0; at--) if (text.charCodeAt(at) <= 32) return at
	return -1
}
