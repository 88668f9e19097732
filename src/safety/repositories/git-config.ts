// A settings file of git, read by git's own rules: sections of both spellings, quotes, escapes, comments and lines that
// go on. Whatever we read differently would be a setting that git obeys and we do not see.

export type GitSetting = {
	/** `section.key`, or `section.subsection.key`: the subsection as it is written, the rest in small letters. */
	name: string
	/** Undefined where only the name is there, which means yes. */
	value: string | undefined
}

/**
 * @param text - in which each character stands for one byte
 * @returns in the order of the file, of all sections; undefined where git would refuse it
 */
export function readGitConfig(text: string): readonly GitSetting[] | undefined {
	const reader = new ConfigReader(text)
	const found: GitSetting[] = []
	let section = ''
	for (;;) {
		const char = reader.next()
		if (char === END) return found
		if (char === '\n' || isSpace(char)) continue
		if (char === '#' || char === ';') reader.skipLine()
		else if (char === '[') {
			const header = sectionName(reader)
			if (header === undefined) return undefined
			section = `${header}.`
		} else {
			if (!/[A-Za-z]/.test(char)) return undefined
			const setting = settingAt(reader, section, char)
			if (!setting) return undefined
			found.push(setting)
		}
	}
}

/** Behind the last line git sees a line break. */
const END = ''

class ConfigReader {
	private at: number
	private readonly text: string

	constructor(text: string) {
		this.text = text
		this.at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
	}

	next(): string {
		if (this.at >= this.text.length) return END
		const char = this.text[this.at++]!
		if (char !== '\r' || this.text[this.at] !== '\n') return char
		this.at++
		return '\n'
	}

	skipLine(): void {
		const end = this.text.indexOf('\n', this.at)
		this.at = end < 0 ? this.text.length : end
	}
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf'

function sectionName(reader: ConfigReader): string | undefined {
	let name = ''
	for (;;) {
		const char = reader.next()
		if (char === ']') return name
		if (isSpace(char)) return subsection(reader, name, char)
		if (!/[A-Za-z0-9.-]/.test(char)) return undefined
		name += char.toLowerCase()
	}
}

function subsection(reader: ConfigReader, section: string, space: string): string | undefined {
	let char = space
	while (isSpace(char)) {
		if (char === '\n') return undefined
		char = reader.next()
	}
	if (char !== '"') return undefined
	let name = ''
	for (;;) {
		char = reader.next()
		if (char === '"') return reader.next() === ']' ? `${section}.${name}` : undefined
		if (char === '\\') char = reader.next()
		if (char === '\n' || char === END) return undefined
		name += char
	}
}

function settingAt(reader: ConfigReader, section: string, first: string): GitSetting | undefined {
	let key = first
	let char = reader.next()
	while (/[A-Za-z0-9-]/.test(char)) {
		key += char
		char = reader.next()
	}
	const name = section + key.toLowerCase()
	while (char === ' ' || char === '\t') char = reader.next()
	if (char === '\n' || char === END) return { name, value: undefined }
	const value = char === '=' ? valueAt(reader) : undefined
	return value === undefined ? undefined : { name, value }
}

function valueAt(reader: ConfigReader): string | undefined {
	let value = ''
	let spaces = 0
	let isQuoted = false
	for (;;) {
		const char = reader.next()
		if (char === '\n' || char === END) return isQuoted ? undefined : value
		if (!isQuoted && isSpace(char)) {
			if (value !== '') spaces++
			continue
		}
		if (!isQuoted && (char === '#' || char === ';')) {
			reader.skipLine()
			continue
		}
		value += ' '.repeat(spaces)
		spaces = 0
		if (char === '"') isQuoted = !isQuoted
		else if (char === '\\') {
			const escaped = reader.next()
			// Behind the last line there is one more break, and the value goes on there with nothing.
			if (escaped === '\n' || escaped === END) continue
			const meant = ESCAPES.get(escaped)
			if (meant === undefined) return undefined
			value += meant
		} else value += char
	}
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
	['t', '\t'],
	['b', '\b'],
	['n', '\n'],
	['\\', '\\'],
	['"', '"'],
])

/** Of git's spaces; form feeds and the like are none. */
function isSpace(char: string): boolean {
	return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}
