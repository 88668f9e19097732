// Paths of pictures in what is pasted: a terminal writes them there when files are dropped on it, each in its own way of
// quoting.

/** `written`: as it stands in the pasted text. */
export type WrittenPath = { path: string; written: string }

/** @returns the paths, when the text is nothing but paths of pictures; else none */
export function picturePaths(pasted: string): readonly WrittenPath[] {
	if (pasted.length > MOST_CHARACTERS) return []
	const lines = pasted.split('\n').map(line => line.trim())
	const paths = lines.filter(line => line !== '').map(pathsIn)
	return paths.every(found => found.length > 0) ? paths.flat() : []
}

function pathsIn(line: string): readonly WrittenPath[] {
	const words = (line.match(WORD) ?? []).map(written => ({ path: pathOf(written), written }))
	if (words.every(({ path }) => isPicture(path))) return words
	// Some quote nothing, whatever the name.
	return isPicture(line) ? [{ path: line, written: line }] : []
}

/** As a shell takes a line apart. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g

function pathOf(written: string): string {
	const plain = written.replace(
		/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
		(_quoted, single?: string, double?: string, escaped?: string) =>
			single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? '',
	)
	const address = /^file:\/\/(?:localhost)?(\/.*)$/.exec(plain)?.[1]
	if (address === undefined) return plain
	try {
		return decodeURIComponent(address)
	} catch {
		return address
	}
}

function isPicture(path: string): boolean {
	return /^~?\/[^\0]*[^/\0]\.(?:png|jpe?g|gif|webp)$/i.test(path)
}

const MOST_CHARACTERS = 8_000
