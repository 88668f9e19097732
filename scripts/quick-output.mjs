// Stands before Ink's own way to make a frame, which puts every cell of it into an array and takes it out again: a frame
// of whole rows, each of one text, is those texts.

/**
 * @param {{ operations: readonly object[], width: number, height: number, caches: object }} output - Ink's
 * @param {(characters: readonly object[]) => string} asText - of @alcalzone/ansi-tokenize
 * @returns what `Output.get` gives, or undefined where texts stand beside or upon each other
 */
export function quickRows({ operations, width, height, caches }, asText) {
	const rows = []
	let clip
	for (const operation of operations) {
		if (operation.type === 'clip') {
			if (clip) return undefined
			clip = operation.clip
			if (clip.x1 > 0 || clip.x2 < width || (clip.y1 === undefined) !== (clip.y2 === undefined))
				return undefined
		} else if (operation.type === 'unclip') clip = undefined
		else {
			if (operation.x !== 0) return undefined
			for (const [index, line] of linesOf(operation.text, caches, asText).entries()) {
				const y = operation.y + index
				if (y < Math.max(0, clip?.y1 ?? 0) || y >= Math.min(height, clip?.y2 ?? height)) continue
				const styled = operation.transformers.reduce((text, transform) => transform(text, index), line)
				const row = rowOf(styled, caches, asText)
				if (row.width > width || rows[y] !== undefined) return undefined
				rows[y] = row.text
			}
		}
	}
	return { output: Array.from({ length: height }, (_, y) => rows[y] ?? '').join('\n'), height }
}

/** A style that goes across the end of a line ends there and begins again. */
function linesOf(text, caches, asText) {
	return kept(caches, 'lines', text, () => {
		const lines = [[]]
		for (const character of caches.getStyledChars(text)) {
			if (character.value === '\n') lines.push([])
			else lines.at(-1).push(character)
		}
		return lines.map(line => asText(line))
	})
}

/** `width`: in cells as Ink counts them: nothing is narrower than one. */
function rowOf(line, caches, asText) {
	return kept(caches, 'rows', line, () => {
		const characters = caches.getStyledChars(line)
		const width = characters.reduce((sum, { value }) => sum + Math.max(1, caches.getStringWidth(value)), 0)
		return { text: asText(characters).trimEnd(), width }
	})
}

function kept(caches, name, key, make) {
	caches[name] ??= new Map()
	const found = caches[name].get(key) ?? make()
	caches[name].set(key, found)
	return found
}
