// What the terminal can show of pictures: asked once, when there is the first one to be shown, and never guessed.

import type { TerminalEnvironment } from '../outside/terminal-kind.ts'
import type { Size } from './pixels.ts'

export type PictureWay =
	| { way: 'kitty'; cell: Size }
	/** `readsWebp`: it is known to read that as well, beside PNG, JPEG and GIF. */
	| { way: 'iterm2'; cell: Size; readsWebp: boolean }
	/** `most`: pixels of one picture, where the terminal says so. */
	| { way: 'sixel'; cell: Size; colours: number; most: Size | undefined }

/** What it has answered so far. */
type Answers = {
	kitty?: boolean
	iterm2?: boolean
	readsWebp?: boolean
	sixel?: boolean
	cell?: Size
	window?: Size
	colours?: number
	most?: Size
	isXterm?: boolean
}

/** Everything understands the last one, the primary device attributes (DA1), and answers in order. */
export function pictureQuestions({ TMUX }: TerminalEnvironment): string {
	const sizes = '\x1b[16t\x1b[14t\x1b[?1;1;0S\x1b[?2;1;0S'
	// tmux takes an APC for a title and hands no picture on but sixel, which it draws itself.
	if (TMUX !== undefined) return `${sizes}\x1b[c`
	return `\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b]1337;Capabilities\x1b\\\x1b[>0q${sizes}\x1b[c`
}

/** GNU screen hands strings on to the terminal around it and draws nothing itself. */
export function canBeAsked({ TERM = '', STY, TMUX }: TerminalEnvironment): boolean {
	return TMUX !== undefined || (STY === undefined && !TERM.startsWith('screen'))
}

export class TerminalPictures {
	readonly #ask: () => void
	readonly #window: () => { columns: number; rows: number }
	readonly #answers: Answers = {}
	#asked: { done: Promise<void>; resolve(): void } | undefined

	/** @param window - in cells */
	constructor({ ask, window }: { ask(): void; window(): { columns: number; rows: number } }) {
		this.#ask = ask
		this.#window = window
	}

	/** @returns undefined where it shows none, or has not said so in `PATIENCE_MS`; what comes later counts for the next one */
	async way(): Promise<PictureWay | undefined> {
		this.#asked ??= this.#begin()
		await this.#asked.done
		return this.#known()
	}

	/** How files go to it that it reads by itself, whatever else it shows. To be asked once `way` is known. */
	fileWay(): Extract<PictureWay, { way: 'iterm2' }> | undefined {
		const { iterm2, readsWebp = false } = this.#answers
		const cell = this.#cell()
		return iterm2 && cell ? { way: 'iterm2', cell, readsWebp } : undefined
	}

	takeReply(reply: string): void {
		const answers = this.#answers
		const attributes = /^\x1b\[\?([\d;]*)c$/.exec(reply)?.[1]
		const size = /^\x1b\[([46]);(\d+);(\d+)t$/.exec(reply)
		const graphics = /^\x1b\[\?([12]);0;(\d+)(?:;(\d+))?S$/.exec(reply)
		if (reply.startsWith('\x1b_Gi=31;')) answers.kitty = reply.startsWith('\x1b_Gi=31;OK')
		// Features are a capital with small letters and a number: F is files, Fo would be something else.
		else if (reply.startsWith('\x1b]1337;Capabilities='))
			answers.iterm2 ||= /F(?![a-z])/.test(reply.slice(20))
		else if (reply.startsWith('\x1bP>|')) {
			answers.iterm2 ||= TAKES_FILES.test(reply.slice(4))
			answers.readsWebp = READS_WEBP.test(reply.slice(4))
			answers.isXterm = reply.startsWith('XTerm(', 4)
		} else if (size) {
			const told = { width: Number(size[3]), height: Number(size[2]) }
			if (told.width > 0 && told.height > 0) answers[size[1] === '6' ? 'cell' : 'window'] = told
		} else if (graphics?.[1] === '1') answers.colours = Number(graphics[2])
		else if (graphics?.[3] !== undefined)
			answers.most = { width: Number(graphics[2]), height: Number(graphics[3]) }
		else if (attributes !== undefined) {
			answers.sixel = attributes.split(';').slice(1).includes('4')
			this.#asked?.resolve()
		}
	}

	#begin(): { done: Promise<void>; resolve(): void } {
		let resolve = () => {}
		const done = new Promise<void>(answered => {
			const patience = setTimeout(answered, PATIENCE_MS)
			resolve = () => {
				clearTimeout(patience)
				answered()
			}
		})
		this.#ask()
		return { done, resolve }
	}

	#known(): PictureWay | undefined {
		const { kitty, sixel, colours = 256, most } = this.#answers
		const cell = this.#cell()
		if (!cell) return undefined
		if (kitty) return { way: 'kitty', cell }
		return this.fileWay() ?? (sixel ? { way: 'sixel', cell, colours, most } : undefined)
	}

	#cell(): Size | undefined {
		const { cell, most, isXterm } = this.#answers
		// xterm tells no sizes unless it is allowed to. Its largest picture is its window, or less where that is wider than
		// allowed: then cells are taken for smaller than they are, and a picture for no smaller than it is.
		const window = this.#answers.window ?? (isXterm ? most : undefined)
		if (cell || !window) return cell
		const { columns, rows } = this.#window()
		return { width: Math.max(1, window.width / columns), height: Math.max(1, window.height / rows) }
	}
}

/** Programs by the name they give themselves (XTVERSION), whose documentation says that they show iTerm2's pictures. */
const TAKES_FILES = /^(?:iTerm2|WezTerm|mintty)\b/
/** mintty reads what the system does, which need not have WebP. */
const READS_WEBP = /^(?:iTerm2|WezTerm)\b/
/** A link round half the world takes a third of it. Until then the transcript waits. */
const PATIENCE_MS = 1_000
