// A line editor that never writes again what stands there already: what is typed is echoed, what is deleted is taken
// back one character at a time.

import { cellsOf, graphemesOf } from '../text/graphemes.ts'

export type LineEvents = {
	/** Enter. */
	line(text: string): void
	key(key: LineKey): void
}

/** `older`, `newer`: of the prompts before. */
export type LineKey =
	| 'interrupt'
	| 'cancel'
	| 'end'
	| 'repeat'
	| 'suspend'
	| 'mode'
	| 'older'
	| 'newer'
	| 'complete'

/** What they do, for the help. */
export const LINE_KEYS: readonly (readonly [string, string])[] = [
	['Enter', 'sends the line; what is sent while a run goes on steers it'],
	['Esc', 'stops the run'],
	['Ctrl+C', 'stops the run or empties the line; twice leaves'],
	['Ctrl+D', 'leaves, on an empty line'],
	['Ctrl+L', 'says the last message or question again'],
	['Up, Down', 'earlier prompts, later ones'],
	['Tab', 'completes @ and the letters of a file, / and a command'],
	['Shift+Tab', 'the next approval mode'],
	['Ctrl+Z', 'suspends the program'],
]

export class LineEditor {
	readonly #write: (text: string) => void
	readonly #events: LineEvents
	#text = ''
	#isShown = false
	#label = 'You: '

	constructor(write: (text: string) => void, events: LineEvents) {
		this.#write = write
		this.#events = events
	}

	get text(): string {
		return this.#text
	}

	/** The place to type at, when there is none. */
	show(label = this.#label): void {
		this.#label = label
		if (this.#isShown) return
		this.#isShown = true
		this.#write(label + spoken(this.#text))
	}

	/** Lines of somebody else's come below what is being typed. */
	leave(): void {
		if (this.#isShown) this.#write('\r\n')
		this.#isShown = false
	}

	set(text: string, label = this.#label): void {
		this.leave()
		this.#text = text
		this.show(label)
	}

	/** @returns what had been typed */
	take(): string {
		const text = this.#text
		this.#text = ''
		return text
	}

	/** @param read - whole keys and pastes, as the terminal's input delivers them */
	read(read: string): void {
		for (const [whole, paste] of read.matchAll(PIECES)) {
			if (paste !== undefined) this.#insert(paste.replace(/\r\n?/g, '\n'))
			else if (whole.startsWith('\x1b')) this.#sequence(whole)
			else this.#character(whole)
		}
	}

	#sequence(sequence: string): void {
		if (sequence === '\x1b[27u' || sequence === '\x1b') this.#events.key('interrupt')
		else if (sequence === '\x1b[Z') this.#events.key('mode')
		else if (/^\x1b(?:\[|O)A$/.test(sequence)) this.#events.key('older')
		else if (/^\x1b(?:\[|O)B$/.test(sequence)) this.#events.key('newer')
		// A new line in the prompt, where the terminal knows the key.
		else if (/^\x1b(?:\r|\[13;[2-8]u)$/.test(sequence)) this.#insert('\n')
	}

	#character(character: string): void {
		switch (character) {
			case '\r': {
				const text = this.take()
				this.leave()
				return this.#events.line(text)
			}
			case '\n':
				return this.#insert('\n')
			case '\x7f':
			case '\b':
				return this.#delete()
			case '\x15':
				while (this.#text !== '') this.#delete()
				return
			case '\x03':
				return this.#events.key('cancel')
			case '\x04':
				return this.#events.key('end')
			case '\x10':
				return this.#events.key('older')
			case '\x0e':
				return this.#events.key('newer')
			case '\t':
				return this.#events.key('complete')
			case '\x0c':
				return this.#events.key('repeat')
			case '\x1a':
				return this.#events.key('suspend')
			default:
				if (character >= ' ') this.#insert(character)
		}
	}

	#insert(text: string): void {
		const clean = text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
		if (clean === '') return
		this.show()
		this.#text += clean
		this.#write(spoken(clean))
	}

	#delete(): void {
		const last = [...graphemesOf(this.#text)].at(-1)
		if (last === undefined) return
		this.#text = this.#text.slice(0, -last.length)
		if (!this.#isShown) return
		// A line end cannot be taken back from the screen.
		if (last === '\n') return this.set(this.#text)
		const cells = Math.max(0, cellsOf(last))
		this.#write('\b'.repeat(cells) + ' '.repeat(cells) + '\b'.repeat(cells))
	}
}

function spoken(text: string): string {
	return text.replaceAll('\n', '\r\n').replaceAll('\t', ' ')
}

/** A paste, a sequence, or one character. */
const PIECES = /\x1b\[200~([\s\S]*?)\x1b\[201~|\x1b(?:\[[\d;:<>?]*[ -/]*[@-~]|O[A-Z]|[^[])?|[^\x1b]/gu
