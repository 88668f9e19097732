// Stands before Ink's own way to make a frame, which puts every cell of it into an array and takes it out again: a frame
// of whole rows, each of one text, is those texts.

/**
 * @param {{ operations: readonly object[], width: number, height: number, caches: object }} output - Ink's
 * @param {(characters: readonly object[]) => string} asText - of @alcalzone/ansi-tokenize
 * @returns what `Output.get` gives, or undefined where texts stand beside or upon each other
 */
export function quickRows({ operations, width, height, caches }, asText) {
	const rows = []
	/** Each within the one before it. */
	const clips = []
	for (const operation of operations) {
		const outer = clips.at(-1)
		if (operation.type === 'clip') {
			const { x1, x2, y1, y2 } = operation.clip
			if (x1 > 0 || x2 < width || (y1 === undefined) !== (y2 === undefined)) return undefined
			clips.push({ y1: Math.max(y1 ?? 0, outer?.y1 ?? 0), y2: Math.min(y2 ?? height, outer?.y2 ?? height) })
		} else if (operation.type === 'unclip') clips.pop()
		else {
			if (operation.x !== 0) return undefined
			for (const [index, line] of linesOf(operation.text, caches, asText).entries()) {
				const y = operation.y + index
				if (y < Math.max(0, outer?.y1 ?? 0) || y >= Math.min(height, outer?.y2 ?? height)) continue
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
	const asWritten = text.split('\n')
	if (asWritten.every(line => kept(caches, 'closed', line, () => isClosed(line))))
		return asWritten.map(line => kept(caches, 'lines', line, () => [asText(charactersOf(line, caches))])[0])
	return kept(caches, 'lines', text, () => {
		const lines = [[]]
		for (const character of charactersOf(text, caches)) {
			if (character.value === '\n') lines.push([])
			else lines.at(-1).push(character)
		}
		return lines.map(line => asText(line))
	})
}

/** All styles and links that begin in it end in it. */
function isClosed(line) {
	const open = new Set()
	for (const [, parameters, link] of line.matchAll(SEQUENCE)) {
		if (link !== undefined) {
			if (link === '') open.delete('link')
			else open.add('link')
			continue
		}
		// Ink takes it for a style that goes on.
		if (parameters === '') return false
		// A number within a colour is not one of its own.
		for (const [number] of parameters
			.replace(/[34]8[;:](?:5[;:]\d+|2(?:[;:]\d*){3,4})/g, found => found.slice(0, 2))
			.matchAll(/\d+/g)) {
			const code = Number(number)
			if (code === 0) open.clear()
			else if (ENDS.has(code)) for (const begun of ENDS.get(code)) open.delete(begun)
			else open.add(groupOf(code))
		}
	}
	return open.size === 0
}

const SEQUENCE = /\x1b\[([\d;:]*)m|\x1b\]8;[^;]*;([^\x07\x1b]*)(?:\x07|\x1b\\)/g

/** Which codes each one ends. */
const ENDS = new Map([
	[22, [1, 2]],
	[23, [3]],
	[24, [4]],
	[27, [7]],
	[28, [8]],
	[29, [9]],
	[39, [30]],
	[49, [40]],
	[55, [53]],
])

function groupOf(code) {
	if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 30
	if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 40
	return code
}

/** Not kept: of a text as large as the window there is a thousand times its size of them. */
function charactersOf(text, caches) {
	const isKept = caches.styledChars.has(text)
	const characters = caches.getStyledChars(text)
	if (!isKept) caches.styledChars.delete(text)
	return characters
}

/** `width`: in cells as Ink counts them: nothing is narrower than one. */
function rowOf(line, caches, asText) {
	return kept(caches, 'rows', line, () => {
		const characters = charactersOf(line, caches)
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
