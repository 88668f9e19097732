// Output of a command, of any length, in memory of a fixed size: the beginning and the end are kept.

export type BoundedOutput = {
	add(text: string): void
	/** What is kept; where something is missing, a line says how much. */
	text(): string
}

/** @param limit - UTF-16 units, half of them for the beginning */
export function createBoundedOutput(limit: number): BoundedOutput {
	const half = Math.floor(limit / 2)
	let head = ''
	let tail: string[] = []
	let tailLength = 0
	let removed = 0
	const shrink = () => {
		const whole = tail.join('')
		const kept = startOnCharacter(whole.slice(-half))
		removed += whole.length - kept.length
		tail = [kept]
		tailLength = kept.length
	}
	return {
		add(text) {
			const fits = endOnCharacter(text.slice(0, half - head.length))
			const isHeadOpen = tailLength === 0 && removed === 0
			if (isHeadOpen) head += fits
			const rest = isHeadOpen ? text.slice(fits.length) : text
			if (rest === '') return
			tail.push(rest)
			tailLength += rest.length
			// Only now and then: joining for every few bytes would be quadratic.
			if (tailLength > half * 2) shrink()
		},
		text() {
			if (tailLength > half) shrink()
			const gap = removed > 0 ? `\n[… ${removed} characters left out …]\n` : ''
			return `${head}${gap}${tail.join('')}`
		},
	}
}

function endOnCharacter(text: string): string {
	return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

function startOnCharacter(text: string): string {
	return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text
}
