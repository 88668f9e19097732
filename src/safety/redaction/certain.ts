// What is certain to be a secret: values Keelson knows, private keys, tokens in the form of whoever issued them. Prompts
// and what a model says lose these and no more, for a guess would change what was said.

import { createKnownValues, type KnownValues } from './known-values.ts'
import { createPrivateKeys } from './private-keys.ts'
import { createScan } from './scan.ts'
import { inRow, type Stage } from './secrets/stage.ts'
import { mayBeginToken } from './secrets/token-forms.ts'

/** The same text gives the same result, so what is in the log and what is sent stay the same bytes. */
export function createCertainScrubber(knownSecrets: () => readonly string[]): (text: string) => string {
	const known = createKnownValues(knownSecrets)
	return text => {
		const stage = inRow([...exactly(known), createPrivateKeys(), createScan('tokens')])
		return stage.push(text) + stage.end()
	}
}

/**
 * The same for text that is shown while it comes: held back is only a word that may become a token. A token whose
 * first letters looked like none is masked from there on.
 */
export function createCertainStream(knownSecrets: () => readonly string[]): Stage {
	return inRow([...exactly(createKnownValues(knownSecrets)), createPrivateKeys(), createWords()])
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
