// Bytes that are no text, out of what commands print: nobody can read them, and each costs as much as a word.

/** @param sizeBytes - of all that was printed, before it became text */
export function withoutBinary(text: string, sizeBytes: number): string {
	const runs = runsOf(text)
	const binaryCharacters = binaryIn(runs)
	if (binaryCharacters === 0) return text
	if (binaryCharacters >= text.length / 2) {
		const { before, after } = textAround(text)
		return `${before}(binary output, ${sizeBytes} bytes, not shown)${after === '' ? '' : `\n${after}`}`
	}
	return runs.map(({ part, isBinary }) => (isBinary ? withoutMiddle(part) : part)).join('')
}

/** The same for output as it comes: what is binary is told of once, until there is text again. */
export function binaryFilter(show: (text: string) => void): (text: string) => void {
	let isTold = false
	return text => {
		const isText = text === '' || binaryIn(runsOf(text)) < text.length / 2
		if (isText) show(text)
		else if (!isTold) show('(binary output, not shown)\n')
		isTold = !isText
	}
}

type OutputRun = { part: string; isBinary: boolean }

function runsOf(text: string): readonly OutputRun[] {
	if (!/[\0\ufffd]/.test(text)) return [{ part: text, isBinary: false }]
	const size = Math.ceil(text.length / Math.max(1, Math.round(text.length / WINDOW)))
	const runs: OutputRun[] = []
	for (let start = 0; start < text.length; start += size) {
		const part = text.slice(start, start + size)
		const run = { part, isBinary: isBinary(part) }
		const last = runs.at(-1)
		if (last?.isBinary === run.isBinary) last.part += part
		else runs.push(run)
	}
	return runs
}

const WINDOW = 1024

function binaryIn(runs: readonly OutputRun[]): number {
	return runs.reduce((sum, { part, isBinary }) => sum + (isBinary ? part.length : 0), 0)
}

/**
 * Decoding leaves U+FFFD where bytes are no UTF-8. By itself that proves nothing: a text in a code page is full of it.
 * Neither do control characters: lists are separated by them, UTF-16 has one in each letter. Bytes that are no text
 * have both, or they are zeros.
 */
function isBinary(window: string): boolean {
	if (window.length < SMALLEST) return false
	const controls = count(window, CONTROLS) / window.length
	if (controls >= LEAST_CONTROLS && count(window, /\ufffd/g) / window.length >= LEAST_BROKEN) return true
	const zeros = window.match(ZEROS)?.reduce((sum, { length }) => sum + length, 0) ?? 0
	return zeros >= window.length / 2
}

// What is shorter costs little, and says too little about itself.
const SMALLEST = 64
// What a terminal acts on is not among them, nor what switches its character set.
const CONTROLS = /[\x01-\x06\x10-\x1a\x1c-\x1f]/g
// Letters of UTF-32 come with three.
const ZEROS = /\0{8,}/g
// Archives, pictures and fonts have 5 % and more of the one and 5 % of the other; of 40 000 texts as they are found on
// a developer's machine none has both.
const LEAST_CONTROLS = 0.02
const LEAST_BROKEN = 0.005

function withoutMiddle(part: string): string {
	const { before, after } = textAround(part)
	const leftOut = part.length - before.length - after.length
	return `${before}\n[… ${leftOut} characters of binary output left out …]\n${after}`
}

/** What else was printed stands mostly before it or after it: a heading, an error. */
function textAround(text: string): { before: string; after: string } {
	let first = 0
	while (first < text.length && !ODD.test(text.charAt(first))) first++
	let last = text.length - 1
	while (last > first && !ODD.test(text.charAt(last))) last--
	const rest = text.slice(last + 1)
	const end = rest.indexOf('\n')
	// An error does not wait for the line to end; this many letters in a row are no accident.
	const isLine = (end < 0 ? rest.length : end) >= LEAST_LETTERS
	return {
		before: text.slice(0, text.lastIndexOf('\n', first) + 1),
		after: isLine ? rest : end < 0 ? '' : rest.slice(end + 1),
	}
}

const LEAST_LETTERS = 16

// Colours and bars belong to text.
const ODD = /[\0-\x06\x0e-\x1a\x1c-\x1f\x7f\ufffd]/

function count(text: string, what: RegExp): number {
	return text.match(what)?.length ?? 0
}
