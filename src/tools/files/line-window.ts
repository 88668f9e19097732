// Some lines out of a text that comes in pieces, however long it is and they are.

/** A line without its end, as much of it as is kept, and how long it is. */
export type WindowLine = { text: string; characters: number }

export type LineWindow = {
	/** @returns whether more is wanted */
	take(piece: string): boolean
	/** The lines that are wanted, how many have begun, and whether there are more than those looked at. */
	soFar(): { lines: readonly WindowLine[]; count: number; hasMore: boolean }
}

/** @param first - from 0 */
export function createLineWindow(first: number, limit: number, keptCharacters: number): LineWindow {
	const lines: WindowLine[] = []
	let count = 0
	/** Of the line that has begun and not ended; one more than is kept, for it may be half of a line end. */
	let [begun, characters] = ['', 0]

	function add(text: string): void {
		if (count >= first && begun.length <= keptCharacters)
			begun += text.slice(0, keptCharacters + 1 - begun.length)
		characters += text.length
	}

	function lineAt(endsInReturn: boolean): WindowLine {
		const isWhole = begun.length === characters
		const text = isWhole && endsInReturn ? begun.slice(0, -1) : begun
		return { text: text.slice(0, keptCharacters), characters: characters - (endsInReturn ? 1 : 0) }
	}

	let endsInReturn = false
	let hasMore = false
	return {
		take(piece) {
			for (let start = 0; start < piece.length; ) {
				if (lines.length >= limit) {
					hasMore = true
					return false
				}
				const found = piece.indexOf('\n', start)
				const end = found === -1 ? piece.length : found
				if (end > start) {
					add(piece.slice(start, end))
					endsInReturn = piece[end - 1] === '\r'
				}
				start = end + 1
				if (found === -1) break
				if (count >= first && lines.length < limit) lines.push(lineAt(endsInReturn))
				count++
				begun = ''
				characters = 0
				endsInReturn = false
			}
			return true
		},
		soFar() {
			const isOpen = characters > 0
			const isWanted = isOpen && count >= first && lines.length < limit
			return {
				lines: isWanted ? [...lines, lineAt(false)] : lines,
				count: count + (isOpen ? 1 : 0),
				hasMore,
			}
		},
	}
}
