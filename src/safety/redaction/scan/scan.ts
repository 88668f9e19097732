// Finds the secrets that are told by their form or by the name in front of them, in one pass. A small automaton reads
// every character once and stops only where a secret may begin or have ended; everything dear happens there.

import { maskText, type SecretMatch, type Stage } from '../secrets/stage.ts'
import {
	AFTER_FLAG,
	CLASS_BITS,
	CLASSES,
	COLON,
	MASK_BEGIN,
	NEXT,
	OPEN,
	QUOTE,
	START,
	STATES,
	STOP,
	TOKENS_NEXT,
} from '../secrets/stops.ts'
import { findingAll, findingTokens } from './find-secret.ts'
import { createHostTokens } from './host-tokens.ts'
import { createLongRuns } from './long-runs.ts'
import { isIdleForTokens, isIdleSign, takesKeyLater } from './quick-looks.ts'
import { createScannedText, leaveBehind, readUnits, WORD_LIMIT } from './scanned-text.ts'

/**
 * Whatever is decided at a place depends on what stands `LOOK_AHEAD` characters after it at most, and never on what
 * stands behind the end of its line. That is why a cut changes nothing, and why lines come out as they come in.
 */
export function createScan(wanted: 'all' | 'tokens' = 'all'): Stage {
	const scanned = createScannedText()
	const hosts = createHostTokens(scanned)
	const runs = createLongRuns(scanned)
	const isOfTokens = wanted === 'tokens'
	const transitions = isOfTokens ? TOKENS_NEXT : NEXT
	const findSecret = wanted === 'all' ? findingAll(scanned, hosts, runs) : findingTokens(scanned, hosts)
	// Two places in the text: up to where it is out, and up to where it is looked at.
	let out = 0
	let at = 0
	let state = START

	function scan(limit: number, isEnd: boolean): string {
		readUnits(scanned)
		// What the loop reads is local: a module's or a closure's own variable is fetched anew at every character.
		const [input, classes, next] = [scanned.units, CLASSES, transitions]
		const stop = isEnd ? scanned.text.length + 1 : limit
		let clean = ''
		let current = state
		let index = at
		for (; index < stop; index++) {
			let kind = classes[input[index]!]!
			let entry = next[(current << CLASS_BITS) | kind]!
			// A loop of its own: within the one around it, what it reads is put aside at each character for the calls.
			while (entry < STOP && ++index < stop) {
				kind = classes[input[index]!]!
				entry = next[((entry & STATES) << CLASS_BITS) | kind]!
			}
			current = entry & STATES
			if (entry < STOP) break
			if (entry < AFTER_FLAG) {
				// What most brackets are, told by the next character.
				const following = input[index + 1]!
				if (kind === MASK_BEGIN && following !== MASKS) continue
				if (kind === OPEN && classes[following] !== QUOTE && !takesKeyLater(input, index)) continue
				const isIdle = isOfTokens ? isIdleForTokens(input, kind, index) : isIdleSign(input, kind, index)
				if (isIdle && !(kind === COLON && hosts.isOpen)) continue
			}
			const found = findSecret(kind, entry, index)
			if (found === undefined) continue
			const secret = inFront(found, index) ?? found
			clean += masked(secret)
			current = START
			index = secret.end - 1
		}
		at = Math.min(index, scanned.text.length)
		state = current
		return clean
	}

	/** What stands in front of a token in the same run is a run of its own from now on. */
	function inFront(found: SecretMatch, index: number): SecretMatch | undefined {
		return found.start < index && wanted === 'all' ? runs.secretAt(found.start) : undefined
	}

	function masked(secret: SecretMatch): string {
		const { start, end, mask } = secret
		leaveBehind(scanned, secret)
		if (start === end) return ''
		const clean = scanned.text.slice(out, start) + maskText(mask)
		out = end
		return clean
	}

	function settle(isEnd: boolean): string {
		const { text } = scanned
		const limit = Math.max(text.lastIndexOf('\n') + 1, text.length - LOOK_AHEAD)
		let clean = at < limit || isEnd ? scan(limit, isEnd) : ''
		// After a line end nothing that stands before it can still become a part of something.
		const sure = isEnd ? text.length : text.charCodeAt(at - 1) === LINE_FEED ? at : at - RETAINED
		if (sure > out) {
			clean += text.slice(out, sure)
			out = sure
		}
		return clean
	}

	function forget(): void {
		const gone = out - LOOK_BEHIND
		if (gone <= 0) return
		scanned.text = scanned.text.slice(gone)
		scanned.floor = Math.max(0, scanned.floor - gone)
		out -= gone
		at -= gone
	}

	return {
		push(piece) {
			if (piece === '') return ''
			scanned.text += piece
			const clean = settle(false)
			forget()
			return clean
		},
		end: () => settle(true),
	}
}

const LOOK_AHEAD = 16_384
/** More than any rule looks back. */
const LOOK_BEHIND = 1_024
/** A word that is being read, and what may stand in front of it and be masked with it: `bot12345678:`, `dp.st.`. */
const RETAINED = WORD_LIMIT + 64

/** The `R` of `[REDACTED`. */
const MASKS = 82
const LINE_FEED = 10
