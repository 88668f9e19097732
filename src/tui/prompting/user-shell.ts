// Commands of the user's own, behind `!`: run one at a time, shown, and put into words for a model.

import type { TextPart } from '../../core/messages.ts'
import type { TuiOptions } from '../state/tui-options.ts'
import type { Block } from '../state/view-block.ts'
import { sanitize } from '../text/sanitize.ts'

export class UserShell {
	readonly #run: TuiOptions['runShell']
	readonly #show: (block: Block) => void
	#active: AbortController | undefined

	/** @param run - left out, there is no shell */
	constructor(run: TuiOptions['runShell'], show: (block: Block) => void) {
		this.#run = run
		this.#show = show
	}

	get isRunning(): boolean {
		return this.#active !== undefined
	}

	stop(): void {
		this.#active?.abort()
	}

	/** @returns what a model may be told of it */
	async run(command: string): Promise<TextPart | undefined> {
		if (!this.#run) {
			this.#show({ kind: 'notice', level: 'error', text: 'There is no shell here.' })
			return undefined
		}
		this.#active = new AbortController()
		const { text, exitCode } = await this.#run(command, this.#active.signal)
		this.#active = undefined
		this.#show({ kind: 'output', command: sanitize(command), text: sanitize(text), exitCode })
		return {
			type: 'text',
			text: `I ran \`${command}\` (exit code ${exitCode ?? 'none'}):\n${middleCut(text)}`,
		}
	}
}

/** As much of an output as one prompt should carry. */
function middleCut(text: string): string {
	const half = OUTPUT_CHARACTERS / 2
	if (text.length <= OUTPUT_CHARACTERS) return text
	return `${text.slice(0, half)}\n[… ${text.length - OUTPUT_CHARACTERS} characters removed here …]\n${text.slice(-half)}`
}

const OUTPUT_CHARACTERS = 20_000
