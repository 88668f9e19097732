// What the viewer asks for in its bottom rows, one thing at a time, and what is done with the answer.

import { partsOf } from '../blocks/whole-block.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { sanitize } from '../text/sanitize.ts'
import type { Theme } from '../text/theme.ts'
import { codesOfAnswer, opensOfCurrent, pipedText } from './block-actions.ts'
import { BottomInput } from './bottom-input.ts'
import type { ViewerHost } from './host.ts'
import type { Pane } from './pane.ts'
import type { PaneSearch } from './pane-search.ts'
import type { ViewerReach } from './reach.ts'
import { wholeTranscript } from './transcript.ts'
import type { Travel } from './travel.ts'

export class Questions {
	readonly #host: ViewerHost
	readonly #reach: ViewerReach
	#input: BottomInput | undefined
	/** A command that runs on what was piped into it. */
	#piping: AbortController | undefined

	constructor(host: ViewerHost, reach: ViewerReach) {
		this.#host = host
		this.#reach = reach
	}

	/** What stands in the row at the bottom; undefined: nothing is asked. */
	get line(): string | undefined {
		return this.#input?.line(this.#host.bindings)
	}

	/** What stands above it. */
	rows(columns: number, theme: Theme): readonly string[] {
		return this.#input?.rows(columns, theme) ?? []
	}

	/** Of several things, those that stand above it. */
	get choices(): readonly string[] {
		return this.#input?.choices ?? []
	}

	markChoice(row: number): void {
		this.#input?.mark(row)
	}

	choose(row: number): void {
		const input = this.#input
		input?.choose(row)
		// What it answers may ask for something else.
		if (this.#input === input) this.#input = undefined
	}

	/** @returns whether the key was for what is asked */
	press(press: KeyPress): boolean {
		const input = this.#input
		if (!input) return false
		// What it answers may ask for something else.
		if (input.press(press) && this.#input === input) this.#input = undefined
		return true
	}

	/** Ends a command that runs. @returns whether one did */
	stop(): boolean {
		this.#piping?.abort()
		return this.#piping !== undefined
	}

	search({ search, travel }: { search: PaneSearch; travel: Travel }, direction: -1 | 1): void {
		const accept = (query: string) => {
			travel.remember()
			search.start(query, direction)
		}
		this.#input = new BottomInput({ kind: 'line', sign: direction > 0 ? '/' : '?', accept })
	}

	/** To pipe something into. */
	command(pane: Pane): void {
		const { runShell } = this.#reach
		if (!runShell) return this.#host.say('There is no shell here.')
		this.#input = new BottomInput({
			kind: 'line',
			sign: '| ',
			accept: command => {
				if (command.trim() !== '') this.#host.told(() => this.#pipe(pane, command.trim(), runShell))
			},
		})
	}

	async #pipe(pane: Pane, command: string, runShell: NonNullable<ViewerReach['runShell']>): Promise<string> {
		const piping = new AbortController()
		this.#piping = piping
		const ends = keyHint(this.#host.bindings, 'viewer', 'close', 'ends it')
		this.#host.say(joinedHints([`Running ${sanitize(command)}`, ends]))
		try {
			const stdin = await pipedText(pane, this.#reach)
			const { text, exitCode } = await runShell(command, piping.signal, stdin)
			const end = exitCode === undefined ? 'killed' : `exit ${exitCode}`
			if (this.#host.isClosed) return ''
			const shown = text.trim() === '' ? '(no output)' : sanitize(text).trimEnd()
			this.#host.push(wholeTranscript(partsOf(shown)), `| ${sanitize(command)} · ${end}`)
			return ''
		} finally {
			this.#piping = undefined
		}
	}

	/** Which of what the block names is opened. */
	place(pane: Pane): void {
		this.#host.told(async () => {
			const opens = await opensOfCurrent(pane, this.#reach)
			const [only] = opens
			if (!only) return 'It names no file and no page.'
			if (opens.length === 1) return only.open()
			const choices = opens.map(({ label, open }) => ({ label, choose: () => this.#host.told(open) }))
			this.#input = new BottomInput({ kind: 'choice', title: 'Open', choices })
			return ''
		})
	}

	/** Which code of the answer is copied. */
	code(pane: Pane): void {
		const codes = codesOfAnswer(pane)
		const [only] = codes
		if (only === undefined) return this.#host.say('There is no code in the answer.')
		if (codes.length === 1) return this.#host.told(() => this.#reach.copy(only))
		const choices = codes.map(code => ({
			label: code.trim().split('\n')[0] ?? '',
			choose: () => this.#host.told(() => this.#reach.copy(code)),
		}))
		this.#input = new BottomInput({ kind: 'choice', title: `Which of ${codes.length}?`, choices })
	}

	/** In which form the session is written. */
	form(): void {
		const { exportSession } = this.#reach
		if (!exportSession) return this.#host.say('Sessions cannot be exported here.')
		const choices = EXPORTS.map(([ending, label]) => ({
			label,
			choose: () => this.#host.told(async () => `Written to ${sanitize(await exportSession(ending))}`),
		}))
		this.#input = new BottomInput({ kind: 'choice', title: 'Export', choices })
	}
}

const EXPORTS = [
	['md', 'Markdown, to read'],
	['html', 'HTML, one page to look at in a browser'],
	['jsonl', 'JSON, every event, for programs'],
] as const
