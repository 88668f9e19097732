// A unified diff as files, hunks and lines: read once, drawn in any width. What it does not understand it keeps.

import { reveal, sanitize } from '../text/sanitize.ts'

export type DiffModel = {
	files: readonly DiffFile[]
	/** Lines of all hunks, context included. */
	lineCount: number
	/** Characters that would not be seen and are written out; counted only where the diff was read with `reveal`. */
	hidden: number
}

export type DiffFile = {
	/** As it is called afterwards; of a deleted file, as it was called. Empty where the diff names none. */
	path: string
	/** Where that was another name. */
	oldPath?: string
	change: 'changed' | 'added' | 'deleted' | 'renamed' | 'copied'
	/** Permissions as git writes them (`100755`), where they change. */
	mode?: { before: string; after: string }
	isBinary: boolean
	added: number
	removed: number
	hunks: readonly ShownHunk[]
	/** Lines of the file as it is afterwards; known when some of it has been shown with `withContext`. */
	lineCount?: number
	/** What stood outside of any hunk and is no header: shown as it is. */
	notes: readonly string[]
}

export type ShownHunk = {
	/** Of the first line of each side, from 1; of an empty side, the line before it. */
	oldStart: number
	newStart: number
	/** What stood behind the second `@@`: the function it is in. */
	heading: string
	lines: readonly DiffLine[]
}

export type DiffLine = {
	kind: 'context' | 'added' | 'removed'
	/** From 1, on the sides it is on. */
	oldNumber?: number
	newNumber?: number
	/** Sanitized, without its sign and its line end; tabs are still tabs. */
	text: string
	/** Ends the Windows way. */
	hasReturn?: true
	/** The last one of its file, which does not end. */
	hasNoEnd?: true
}

/**
 * @param text - as it came, not sanitized
 * @param hidden - `reveal`: each character that would not be seen is written out, for what a person has to allow
 */
export function parseDiff(text: string, hidden: 'sanitize' | 'reveal' = 'sanitize'): DiffModel {
	const reader = new DiffReader(hidden === 'reveal')
	const lines = text.split('\n')
	if (lines.at(-1) === '') lines.pop()
	for (const line of lines) reader.take(line)
	return reader.model()
}

type Unfrozen<Value> = { -readonly [Key in keyof Value]: Value[Key] }
type OpenHunk = Omit<ShownHunk, 'lines'> & { lines: Unfrozen<DiffLine>[] }
type FileInReading = Omit<Unfrozen<DiffFile>, 'hunks' | 'notes'> & {
	hunks: OpenHunk[]
	notes: string[]
	/** Named by `---` and `+++` already: the next `---` is another file's. */
	isNamed: boolean
}

class DiffReader {
	readonly #reveals: boolean
	readonly #files: FileInReading[] = []
	#file: FileInReading | undefined
	#hunk: OpenHunk | undefined
	/** Numbers of the next line on each side, and what the hunk has announced and has not shown yet. */
	#next = { old: 0, new: 0 }
	#left = { old: 0, new: 0 }
	#hidden = 0
	#lineCount = 0

	constructor(reveals: boolean) {
		this.#reveals = reveals
	}

	take(line: string): void {
		if (this.#hunk && this.#isLineOf(this.#hunk, line)) return
		this.#hunk = undefined
		if (!this.#takeHunkHead(line)) this.#takeHead(line)
	}

	model(): DiffModel {
		const files = this.#files.map(({ isNamed: _, ...file }) => file)
		return { files, lineCount: this.#lineCount, hidden: this.#hidden }
	}

	#isLineOf(hunk: OpenHunk, line: string): boolean {
		const isOver = this.#left.old <= 0 && this.#left.new <= 0
		const sign = line[0]
		if (sign === '\\') {
			const last = hunk.lines.at(-1)
			if (last) last.hasNoEnd = true
			return true
		}
		// Only after what was announced `---` begins the next file and is no removed line.
		if (isOver && (/^--- \S/.test(line) || line === '-- ' || line === '')) return false
		if (sign !== '+' && sign !== '-' && sign !== ' ' && line !== '' && line !== '\r') return false
		const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : 'context'
		const said: Unfrozen<DiffLine> = { kind, text: '' }
		if (kind !== 'added') {
			said.oldNumber = this.#next.old++
			this.#left.old--
		}
		if (kind !== 'removed') {
			said.newNumber = this.#next.new++
			this.#left.new--
		}
		const end = line.endsWith('\r') ? line.length - 1 : line.length
		if (end < line.length) said.hasReturn = true
		said.text = this.#clean(line.slice(sign === '\r' ? 0 : 1, end))
		hunk.lines.push(said)
		this.#lineCount++
		if (this.#file && kind !== 'context') this.#file[kind]++
		return true
	}

	#takeHunkHead(line: string): boolean {
		const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line)
		if (!head) return false
		const [, oldStart, oldCount = '1', newStart, newCount = '1', heading = ''] = head
		this.#next = { old: Number(oldStart), new: Number(newStart) }
		this.#left = { old: Number(oldCount), new: Number(newCount) }
		this.#hunk = {
			oldStart: this.#next.old,
			newStart: this.#next.new,
			heading: this.#clean(heading),
			lines: [],
		}
		this.#current().hunks.push(this.#hunk)
		return true
	}

	#takeHead(line: string): void {
		if (/^(?:diff --git |Index: )/.test(line)) {
			this.#begin()
			// Without `---` and `+++`, as for a mode or a binary file, this is all that names it; both are the same then.
			const names = line.slice('diff --git '.length)
			if (line.startsWith('d')) this.#current().path = this.#name(names.slice((names.length + 1) / 2))
			return
		}
		const old = /^--- (.+)$/.exec(line)
		if (old) {
			if (!this.#file || this.#file.isNamed || this.#file.hunks.length > 0) this.#begin()
			const file = this.#current()
			const name = this.#name(old[1] ?? '')
			if (name === NOTHING) file.change = 'added'
			else if (file.path === '') file.path = name
			else if (file.change === 'changed' && file.path !== name) file.oldPath = name
			return
		}
		const next = /^\+\+\+ (.+)$/.exec(line)
		if (next) {
			const file = this.#current()
			file.isNamed = true
			const name = this.#name(next[1] ?? '')
			if (name === NOTHING) file.change = 'deleted'
			else {
				if (file.path !== '' && file.path !== name && file.change === 'changed') file.oldPath = file.path
				file.path = name
			}
			return
		}
		if (!this.#takeGitHead(line)) this.#current().notes.push(this.#clean(line))
	}

	/** What `git diff` writes between a file's name and its hunks. */
	#takeGitHead(line: string): boolean {
		const [, key, value = ''] =
			/^(new file mode|deleted file mode|old mode|new mode|rename from|rename to|copy from|copy to) (.*)$/.exec(
				line,
			) ?? []
		const file = this.#file
		if (key === undefined || !file) {
			if (/^(?:index [\da-f]+\.\.|(?:dis)?similarity index |={10,}$)/.test(line)) return true
			if (!/^(?:Binary files .* differ|GIT binary patch)$/.test(line)) return false
			this.#current().isBinary = true
			return true
		}
		switch (key) {
			case 'new file mode':
				file.change = 'added'
				return true
			case 'deleted file mode':
				file.change = 'deleted'
				return true
			case 'old mode':
				file.mode = { before: value, after: file.mode?.after ?? '' }
				return true
			case 'new mode':
				file.mode = { before: file.mode?.before ?? '', after: value }
				return true
			case 'rename from':
			case 'copy from':
				file.change = key === 'rename from' ? 'renamed' : 'copied'
				file.oldPath = this.#name(value)
				return true
			default:
				file.path = this.#name(value)
				return true
		}
	}

	#begin(): void {
		this.#file = undefined
		this.#current()
	}

	#current(): FileInReading {
		if (this.#file) return this.#file
		this.#file = {
			path: '',
			change: 'changed',
			isBinary: false,
			added: 0,
			removed: 0,
			hunks: [],
			notes: [],
			isNamed: false,
		}
		this.#files.push(this.#file)
		return this.#file
	}

	/** `a/src/x.ts<TAB>time` → `src/x.ts`; git writes what is not ASCII as octal in quotes. */
	#name(written: string): string {
		const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t.*$/, '').replace(/\r$/, '')
		return this.#clean(name === NOTHING ? name : name.replace(/^[ab]\//, ''))
	}

	/** One line, whatever is in it. */
	#clean(text: string): string {
		const whole = text.includes('\r') ? text.replaceAll('\r', '␍') : text
		if (!this.#reveals) return oneLine(sanitize(whole))
		const shown = reveal(whole)
		this.#hidden += shown.hidden
		return oneLine(shown.text)
	}
}

const NOTHING = '/dev/null'

function oneLine(text: string): string {
	return text.includes('\n') ? text.replaceAll('\n', '␤') : text
}

function unquoted(written: string): string {
	const bytes: number[] = []
	for (const [piece, octal, escaped] of written.slice(1).matchAll(/\\([0-7]{3})|\\(.)|[^"\\]/gsu)) {
		if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
		else
			bytes.push(...new TextEncoder().encode(escaped === undefined ? piece : (ESCAPED[escaped] ?? escaped)))
	}
	return new TextDecoder().decode(new Uint8Array(bytes))
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
