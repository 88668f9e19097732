// What is looked for at a place the automaton stops at: all that may be secret there, or only what is certain to be.

import { accountPassword, gluedPassword } from '../secrets/accounts.ts'
import { credentialsInAddress, credentialsInEscapedAddress } from '../secrets/addresses.ts'
import { argumentValue, taggedValue } from '../secrets/argument-values.ts'
import { literalOfSecret, namedValue } from '../secrets/named-values.ts'
import { hashAtColon, hashAtDollar } from '../secrets/password-hashes.ts'
import { slashFlag } from '../secrets/slash-flags.ts'
import { type CandidateWord, flagWithSign, gluedFlag, wordBeforeValue } from '../secrets/spaced-values.ts'
import { MASK_START, type SecretMatch } from '../secrets/stage.ts'
import {
	AFTER_FLAG,
	AFTER_LONG_RUN,
	AFTER_LONG_WORD,
	ASSIGNMENT,
	BLANK,
	COLON,
	COMMA,
	MASK_BEGIN,
	OPEN,
	OTHER,
	QUOTE,
	TAG_END,
	TILDE,
} from '../secrets/stops.ts'
import { tokenAtColon, tokenAtTilde } from '../secrets/token-forms.ts'
import { accessRule, netUse } from '../secrets/typed-logins.ts'
import type { HostTokens } from './host-tokens.ts'
import { type LongRuns, secretOfWord, tokenOfRun } from './long-runs.ts'
import { runStart, type ScannedText, wordStart } from './scanned-text.ts'

/**
 * @param kind - of the character at the place
 * @param reasons - to look at it, as the table of stops has them
 */
export type FindSecret = (kind: number, reasons: number, index: number) => SecretMatch | undefined

export function findingAll(scanned: ScannedText, hosts: HostTokens, runs: LongRuns): FindSecret {
	return (kind, reasons, index) => {
		const found =
			(reasons & AFTER_LONG_WORD ? secretOfWord(scanned, index) : undefined) ??
			(reasons & AFTER_LONG_RUN ? runs.secretAt(index) : undefined)
		if (found) return found
		const { text, floor, lineBefore } = scanned
		switch (kind) {
			case BLANK:
			case QUOTE:
				return beforeBlank(scanned, index, runs)
			case COLON:
				return hosts.tokenAt(index) ?? atColon(scanned, index, reasons)
			case ASSIGNMENT:
				return atAssignment(scanned, index, reasons)
			case COMMA:
			case OPEN:
				return argumentValue(text, index, floor)
			case TAG_END:
				return taggedValue(text, index, floor) ?? accessRule(text, index, lineBefore)
			case TILDE:
				return atTilde(scanned, index)
			case MASK_BEGIN:
				return maskAt(text, index)
			case OTHER:
				return lastOfLine(scanned, index)
			default:
				return undefined
		}
	}
}

/** Tokens, and the masks that are there already. */
export function findingTokens(scanned: ScannedText, hosts: HostTokens): FindSecret {
	return (kind, reasons, index) => {
		const found =
			(reasons & AFTER_LONG_WORD ? secretOfWord(scanned, index) : undefined) ??
			(reasons & AFTER_LONG_RUN ? tokenOfRun(scanned, runStart(scanned, index), index) : undefined) ??
			signedToken(scanned, kind, index, hosts)
		return found && (found.mask === 'token' || found.start === found.end) ? found : undefined
	}
}

function signedToken(
	scanned: ScannedText,
	kind: number,
	index: number,
	hosts: HostTokens,
): SecretMatch | undefined {
	const { text, floor } = scanned
	if (kind === COLON)
		return (
			hosts.tokenAt(index) ?? credentialsInAddress(text, index, floor) ?? tokenAtColon(text, index, floor)
		)
	if (kind === TILDE) return atTilde(scanned, index)
	return kind === MASK_BEGIN ? maskAt(text, index) : undefined
}

function atColon(scanned: ScannedText, index: number, reasons: number): SecretMatch | undefined {
	const { text, floor, lineBefore } = scanned
	return (
		credentialsInAddress(text, index, floor) ??
		slashFlag(text, index, lineBefore) ??
		tokenAtColon(text, index, floor) ??
		netUse(text, index, floor) ??
		namedValue(text, index, floor) ??
		(reasons & AFTER_FLAG ? gluedPassword(text, index, lineBefore(index)) : undefined) ??
		hashAtColon(text, index, floor) ??
		accountPassword(text, index, floor)
	)
}

function atAssignment(scanned: ScannedText, index: number, reasons: number): SecretMatch | undefined {
	const { text, floor } = scanned
	return (
		namedValue(text, index, floor) ??
		(reasons & AFTER_FLAG ? flagWithSign(wordAt(scanned, index), index + 1) : undefined) ??
		credentialsInEscapedAddress(text, index) ??
		literalOfSecret(text, index, floor)
	)
}

function atTilde({ text, units, floor }: ScannedText, index: number): SecretMatch | undefined {
	return units[index] === DOLLAR ? hashAtDollar(text, index, floor) : tokenAtTilde(text, index, floor)
}

function beforeBlank(scanned: ScannedText, end: number, runs: LongRuns): SecretMatch | undefined {
	const word = wordAt(scanned, end)
	const { units, text } = scanned
	if (units[word.start] === DASH && text.startsWith('-----', word.start))
		runs.markPublicBlock(word.start, end)
	return wordBeforeValue(word)
}

function wordAt(scanned: ScannedText, end: number): CandidateWord {
	const { text, floor, lineBefore } = scanned
	return { text, start: wordStart(scanned, end), end, floor, lineBefore }
}

/** A flag and its value in one word, with which the command ends. */
function lastOfLine(scanned: ScannedText, end: number): SecretMatch | undefined {
	const start = wordStart(scanned, end)
	const { text, units, lineBefore } = scanned
	return end - start > SHORTEST_GLUED && units[start] === DASH
		? gluedFlag({ text, start, end, lineBefore })
		: undefined
}

/** A mask that is there already: nothing is found in it, nor across it. */
function maskAt(text: string, index: number): SecretMatch | undefined {
	if (!text.startsWith(MASK_START, index)) return undefined
	MASK.lastIndex = index
	return MASK.test(text) ? { start: MASK.lastIndex, end: MASK.lastIndex, mask: 'secret' } : undefined
}

const MASK = /\[REDACTED:[a-z-]+\]/y

/** `-p` and three characters. */
const SHORTEST_GLUED = 5
const DOLLAR = 36
const DASH = 45
