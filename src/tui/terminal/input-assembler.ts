// The input assembler: puts together again what the terminal, SSH or tmux tore apart between two reads, so that half
// an arrow key is never an Esc followed by letters, and a paste whose end got lost does not swallow the keyboard.

import { FIRST_FUNCTION_KEY } from '../input/function-keys.ts'
import { MOUSE_REPORT } from '../mouse/mouse-reports.ts'

export type InputAssembler = {
	/** @returns whole keys, texts and pastes, ready for Ink's parser; what is not whole yet is kept */
	push(read: string, atMs: number): string
	/** How long to wait for more before `flush`, or undefined when nothing is kept. Counted from the last read. */
	patienceMs(): number | undefined
	/** Lets go of what is kept: nothing more came. */
	flush(atMs: number): string
}

/** @param onReply - told what the terminal answers, such as a colour it was asked for: nobody typed it */
export function createInputAssembler(onReply: (reply: string) => void = () => {}): InputAssembler {
	let kept = ''
	let paste: string[] | undefined
	let knowsBrackets = false
	let loneEscapeAtMs = Number.NEGATIVE_INFINITY

	/** Reads on inside a paste. @returns what follows its end, or undefined while the end is not in sight */
	function pasteEnd(text: string, pieces: string[]): string | undefined {
		// Only the tail is looked at again with the next read: a paste of a megabyte comes in hundreds of reads.
		const tail = pieces.pop() ?? ''
		const searched = tail + text
		const end = searched.indexOf(PASTE_END)
		if (end >= 0) {
			pieces.push(searched.slice(0, end))
			return searched.slice(end + PASTE_END.length)
		}
		const border = Math.max(0, searched.length - PASTE_END.length + 1)
		pieces.push(searched.slice(0, border), searched.slice(border))
		return undefined
	}

	function push(read: string, atMs: number): string {
		const ready: string[] = []
		let rest: string | undefined = kept + read
		if (kept === '' && isLateTail(rest) && atMs - loneEscapeAtMs < LATE_TAIL_MS) rest = ESC + rest
		else if (kept === '' && !paste && !knowsBrackets && looksPasted(rest)) return pasteSequence(rest)
		kept = ''
		loneEscapeAtMs = Number.NEGATIVE_INFINITY
		while (rest) {
			if (paste) {
				rest = pasteEnd(rest, paste)
				if (rest === undefined) break
				ready.push(pasteSequence(paste.join('')))
				paste = undefined
				continue
			}
			const start = rest.indexOf(ESC)
			if (start < 0) {
				ready.push(rest)
				break
			}
			ready.push(rest.slice(0, start))
			const length = sequenceLength(rest, start)
			if (length === undefined) {
				kept = rest.slice(start)
				break
			}
			const sequence = rest.slice(start, start + length)
			rest = rest.slice(start + length)
			if (sequence === PASTE_START) {
				paste = []
				knowsBrackets = true
			} else if (isReport(sequence)) onReply(sequence)
			else ready.push(forInk(sequence))
		}
		return ready.join('')
	}

	function patienceMs(): number | undefined {
		if (paste) return PASTE_PATIENCE_MS
		if (kept === '') return undefined
		return isKey(kept) ? KEY_PATIENCE_MS : SEQUENCE_PATIENCE_MS
	}

	function flush(atMs: number): string {
		const [keptBefore, pasteBefore] = [kept, paste]
		kept = ''
		paste = undefined
		if (pasteBefore) return pasteSequence(pasteBefore.join(''))
		if (keptBefore === ESC) loneEscapeAtMs = atMs
		// The beginning of anything longer than Esc is noise.
		return /^\x1b+$/.test(keptBefore) ? ESCAPE_KEY.repeat(keptBefore.length) : ''
	}

	return { push, patienceMs, flush }
}

const ESC = '\x1b'
const PASTE_START = '\x1b[200~'
const PASTE_END = '\x1b[201~'
/** Esc in the kitty protocol's words: Ink need not wait whether more follows, as it does for the bare byte. */
const ESCAPE_KEY = '\x1b[27u'
/** A sequence torn apart by a slow link arrives within this; a person does not notice it on Esc. */
const KEY_PATIENCE_MS = 40
const SEQUENCE_PATIENCE_MS = 500
const PASTE_PATIENCE_MS = 1000
const LATE_TAIL_MS = 500

/** Esc, or Alt with a key that also begins a terminal's reply. */
function isKey(kept: string): boolean {
	return /^\x1b+$/.test(kept) || (kept.length === 2 && STRING_START.test(kept))
}

/** The rest of an arrow key, or of a mouse report, whose Esc was already let go. No one types these characters in one read. */
function isLateTail(text: string): boolean {
	return /^(?:\[<?[\d;:]*[A-Za-z~]|O[A-Z])/.test(text)
}

/** Several lines in one read come from a terminal without bracketed paste, not from fingers. */
function looksPasted(text: string): boolean {
	const hasKeys = /[^\P{Cc}\t\r\n]/u.test(text)
	return !hasKeys && text.split(/[\r\n]+/).filter(line => line.length > 0).length >= 3
}

function pasteSequence(text: string): string {
	return PASTE_START + text + PASTE_END
}

function forInk(sequence: string): string {
	// The end of a paste that was given up.
	if (sequence === PASTE_END) return ''
	if (sequence === ESC) return ESCAPE_KEY
	const functionKey = functionKeyForInk(sequence)
	if (functionKey !== undefined) return functionKey
	// xterm's modifyOtherKeys, which Ink drops, says the same as the kitty protocol in another order.
	return sequence.replace(/^\x1b\[27;(\d+);(\d+)~$/, '\x1b[$2;$1u')
}

/** The window has the focus now, or no longer: mode 1004. */
const FOCUS = /^\x1b\[[IO]$/
/**
 * F1 to F12 as terminals send them, in the kitty protocol's words with a text of their own: Ink knows these keys and
 * tells nobody.
 */
function functionKeyForInk(sequence: string): string | undefined {
	const found =
		/^\x1b(?:\[(?<number>\d+)(?:;(?<held>\d+))?~|\[(?:1;(?<with>\d+))?(?<letter>[PQS])|O(?<plain>[PQRS])|\[\[(?<linux>[A-E]))$/.exec(
			sequence,
		)?.groups
	if (!found) return undefined
	const { number, held, letter, plain, linux } = found
	const key =
		number !== undefined
			? TILDE_NUMBERS.indexOf(Number(number))
			: linux !== undefined
				? 'ABCDE'.indexOf(linux)
				: 'PQRS'.indexOf(letter ?? plain ?? '')
	return key < 0
		? undefined
		: `\x1b[${KITTY_F1 + key};${held ?? found.with ?? 1};${FIRST_FUNCTION_KEY + key}u`
}

/** Of F1 to F12 in `CSI number ~`. */
const TILDE_NUMBERS: readonly number[] = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
/** The number of F1 in the kitty protocol; those of the others follow. */
const KITTY_F1 = 57_364

/** What nobody has typed. */
function isReport(sequence: string): boolean {
	return FOCUS.test(sequence) || MOUSE_REPORT.test(sequence) || isReply(sequence)
}

/** A colour, a version, or whether it is dark, as the terminal says it. */
function isReply(sequence: string): boolean {
	return (STRING_START.test(sequence) && sequence.length > 2) || TOLD.test(sequence)
}

/**
 * The colour scheme (`CSI ? 997`), also when it changes; that all before has arrived (`0n`); what kind of terminal it is
 * (`c`); the size of its window and its cells (`t`); its colour registers and largest picture (`S`); where the cursor is
 * (`CSI ? … R`, which st says without the `?`: in the first row that would be F3). No key is like any of them.
 */
const TOLD = /^\x1b\[(?:\?997;\d+n|[03]n|[?>=][\d;]*c|[468];\d+;\d+t|\?[\d;]*[SR]|(?:[2-9]|\d{2,});\d+R)$/

/** OSC, DCS, APC, PM and SOS go on until BEL or ST. */
const STRING_START = /^\x1b[\]P_^X]/

/** @returns the length of the sequence at `start`, or undefined while it may go on */
function sequenceLength(text: string, start: number): number | undefined {
	const next = text[start + 1]
	if (next === undefined) return undefined
	if (next === ESC) {
		const afterBoth = text[start + 2]
		if (afterBoth === undefined) return undefined
		if (afterBoth !== '[' && afterBoth !== 'O') return 1
		const inner = sequenceLength(text, start + 1)
		if (inner === undefined) return undefined
		// The terminal answers all the time while something is drawn, and no one holds Alt down for that.
		return isReport(text.slice(start + 1, start + 1 + inner)) ? 1 : inner + 1
	}
	if (next === '[') return controlLength(text, start)
	if (next === 'O') return applicationLength(text, start)
	if (STRING_START.test(text.slice(start, start + 2))) return stringLength(text, start)
	return 1 + String.fromCodePoint(text.codePointAt(start + 1) ?? 0).length
}

function controlLength(text: string, start: number): number | undefined {
	// `ESC [ [ A` is the Linux console's F1, and `ESC [ 3 $` rxvt's Shift+Delete: both break the rule below.
	let end = text[start + 2] === '[' ? start + 3 : start + 2
	if (/^[235678]\$/.test(text.slice(end, end + 2))) return end + 2 - start
	while (end < text.length && /[\x20-\x3f]/.test(text[end] ?? '')) end++
	if (end === text.length) return undefined
	// A control character in between ends it; it is a key of its own.
	return /[\x40-\x7e]/.test(text[end] ?? '') ? end + 1 - start : end - start
}

function applicationLength(text: string, start: number): number | undefined {
	let end = start + 2
	while (end < text.length && /[\d;]/.test(text[end] ?? '')) end++
	return end === text.length ? undefined : end + 1 - start
}

function stringLength(text: string, start: number): number | undefined {
	const end = text.slice(start).search(/\x07|\x1b\\/)
	if (end < 0) return undefined
	return end + (text[start + end] === ESC ? 2 : 1)
}
