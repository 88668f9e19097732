// Output of a command, of any length, in memory of a fixed size: the beginning and the end are kept.

export type BoundedOutput = {
	/** @param sizeBytes - of what it was decoded from; left out, of the text */
	add(text: string, sizeBytes?: number): void
	kept(): KeptOutput
}

export type KeptOutput = {
	/** Where something is missing, a line says how much. */
	text: string
	/** Of all that came. */
	sizeBytes: number
	/** What is missing, in UTF-16 units; it is nowhere. */
	lostCharacters: number
}

/** @param limit - UTF-16 units, half of them for the beginning */
export function createBoundedOutput(limit: number): BoundedOutput {
	const half = Math.floor(limit / 2)
	let head = ''
	let tail: string[] = []
	let tailLength = 0
	let lostCharacters = 0
	let totalBytes = 0
	const shrink = () => {
		const whole = tail.join('')
		const kept = startOnCharacter(whole.slice(-half))
		lostCharacters += whole.length - kept.length
		tail = [kept]
		tailLength = kept.length
	}
	return {
		add(text, sizeBytes = Buffer.byteLength(text)) {
			totalBytes += sizeBytes
			const fits = endOnCharacter(text.slice(0, half - head.length))
			const isHeadOpen = tailLength === 0 && lostCharacters === 0
			if (isHeadOpen) head += fits
			const rest = isHeadOpen ? text.slice(fits.length) : text
			if (rest === '') return
			tail.push(rest)
			tailLength += rest.length
			// Only now and then: joining for every few bytes would be quadratic.
			if (tailLength > half * 2) shrink()
		},
		kept() {
			if (tailLength > half) shrink()
			const gap = lostCharacters > 0 ? `\n[… ${lostCharacters} characters left out …]\n` : ''
			return { text: `${head}${gap}${tail.join('')}`, sizeBytes: totalBytes, lostCharacters }
		},
	}
}

function endOnCharacter(text: string): string {
	return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

function startOnCharacter(text: string): string {
	return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text
}
