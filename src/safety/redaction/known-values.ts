// Values that are known to be secret, found exactly: as they are, and as they look in JSON, in an address, in base64
// and in hexadecimal.

import { base64Of, hexOf, joinedBytes, utf8Bytes } from '../../core/text/bytes.ts'
import { MASK_START, maskText, type Stage } from './secrets/stage.ts'

/** Which of the known values begins where. Made once for many texts. */
export type KnownValues = { stage(): Stage | undefined; areIn(text: string): boolean }

/** @param known - asked at each use, because keys are fetched as they are needed; values of at least 8 characters */
export function createKnownValues(known: () => readonly string[]): KnownValues {
	let secrets: readonly string[] = []
	let finder: Finder | undefined
	const current = () => {
		const now = known()
		if (now.length !== secrets.length || now.some((secret, index) => secret !== secrets[index])) {
			secrets = [...now]
			finder = createFinder([...new Set(secrets.filter(isLongEnough).flatMap(formsOf))])
		}
		return finder
	}
	return {
		stage() {
			const found = current()
			return found && replacing(found)
		},
		areIn: text => current()?.find(text, 0) !== undefined,
	}
}

const SHORTEST = 8

/** A value that a mask is made of would be found in every mask. */
function isLongEnough(secret: string): boolean {
	return (
		secret.length >= SHORTEST &&
		!`${MASK_START}authorization high-entropy known-secret private-key]`.includes(secret)
	)
}

function formsOf(secret: string): string[] {
	const bytes = utf8Bytes(secret)
	const hex = hexOf(bytes)
	const forms = [secret, JSON.stringify(secret).slice(1, -1), urlEncoded(secret), ...base64Forms(bytes)]
	return [...forms, hex, hex.toUpperCase()].filter(form => form.length >= SHORTEST)
}

function urlEncoded(secret: string): string {
	try {
		return encodeURIComponent(secret)
	} catch {
		// Half a surrogate pair has no such form.
		return secret
	}
}

/**
 * What base64 makes of the value depends on where in a group of three bytes it begins, as in `user:password`. The
 * letters that also depend on its neighbours are left out.
 */
function base64Forms(bytes: Uint8Array): string[] {
	const whole = base64Of(bytes)
	const inside = [0, 1, 2].map(shift => {
		const text = base64Of(joinedBytes([new Uint8Array(shift), bytes]))
		return text.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3))
	})
	const forms = [whole, ...inside]
	return [...forms, ...forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))]
}

type Finder = {
	/** The first form at or after `from`, the longest of those that begin there. */
	find(text: string, from: number): { start: number; end: number } | undefined
	/** Where the end of a text may be the beginning of a form. */
	openEnd(text: string): number
}

/**
 * Wu and Manber's search: the pair of characters at the end of a window says how far on the next window may be, so
 * most of a text is never looked at, however many forms there are.
 */
function createFinder(forms: readonly string[]): Finder | undefined {
	if (forms.length === 0) return undefined
	const window = Math.min(...forms.map(form => form.length))
	const longest = Math.max(...forms.map(form => form.length))
	const shifts = new Uint16Array(PAIRS).fill(window - 1)
	const endings = new Map<number, string[]>()
	for (const form of [...forms].sort((a, b) => b.length - a.length)) {
		for (let last = 1; last < window; last++) {
			const pair = pairAt(form, last)
			shifts[pair] = Math.min(shifts[pair]!, window - 1 - last)
		}
		const ending = pairAt(form, window - 1)
		endings.set(ending, [...(endings.get(ending) ?? []), form])
	}
	const beginnings = new Set(forms.map(form => form.charCodeAt(0)))
	return {
		find(text, from) {
			for (let last = from + window - 1; last < text.length; ) {
				const pair = pairAt(text, last)
				const shift = shifts[pair]!
				if (shift > 0) {
					last += shift
					continue
				}
				const start = last - window + 1
				const form = endings.get(pair)?.find(each => text.startsWith(each, start))
				if (form !== undefined) return { start, end: start + form.length }
				last++
			}
			return undefined
		},
		openEnd(text) {
			for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
				if (!beginnings.has(text.charCodeAt(start))) continue
				const tail = text.slice(start)
				if (forms.some(form => form.length > tail.length && form.startsWith(tail))) return start
			}
			return text.length
		},
	}
}

const PAIRS = 8_192

function pairAt(text: string, last: number): number {
	return (text.charCodeAt(last - 1) * 67 + text.charCodeAt(last)) & (PAIRS - 1)
}

function replacing(finder: Finder): Stage {
	let text = ''
	const settle = (isEnd: boolean) => {
		const open = isEnd ? text.length : finder.openEnd(text)
		let clean = ''
		let out = 0
		for (;;) {
			const found = finder.find(text, out)
			if (!found || found.start >= open) break
			clean += text.slice(out, found.start) + maskText('known-secret')
			out = found.end
		}
		// A form that began before the open end may reach over it.
		const sure = Math.max(open, out)
		clean += text.slice(out, sure)
		text = text.slice(sure)
		return clean
	}
	return {
		push(piece) {
			text += piece
			return settle(false)
		},
		end: () => settle(true),
	}
}
