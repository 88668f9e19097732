// Prompts on their way to the runtime: one with a secret in it is asked about first, what the user's own commands have
// printed goes along, and one that is refused is given back.

import { promptText, type TextPart, type UserMessage } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import { secretsQuestion } from '../commands/as-is.ts'
import type { Bindings } from '../input/key-press.ts'

export type SentPromptsDeps = {
	port: RuntimePort
	/** The keys in force. */
	bindings(): Bindings
	/** Back to where it was written. */
	restore(message: UserMessage): void
	warn(text: string): void
}

export class SentPrompts {
	readonly #deps: SentPromptsDeps
	/** The prompt whose secrets the user was shown last: sent again, it goes out with them masked. */
	#shownSecrets: string | undefined
	/** Output of the user's own commands that has gone into no prompt yet. */
	#untold: readonly TextPart[] = []

	constructor(deps: SentPromptsDeps) {
		this.#deps = deps
	}

	/** Goes along with the next prompt. */
	tell(told: TextPart): void {
		this.#untold = [...this.#untold, told]
	}

	async send(message: UserMessage, whenBusy: 'steer' | 'queue'): Promise<void> {
		if (await this.#asksAboutSecrets(message)) return
		const before = this.#untold
		this.#untold = []
		try {
			const whole = { ...message, content: [...before, ...message.content] }
			await this.#deps.port.send({ type: 'prompt', message: whole, whenBusy })
		} catch (error) {
			this.#untold = [...before, ...this.#untold]
			this.#deps.restore(message)
			throw error
		}
	}

	/** @returns whether it has secrets that the user has not been shown: the prompt is back in the composer then */
	async #asksAboutSecrets(message: UserMessage): Promise<boolean> {
		const { port, bindings, restore, warn } = this.#deps
		const typed = promptText(message)
		if (typed === this.#shownSecrets) return false
		const masked = await port.queries.maskedPrompt?.(typed)
		if (masked === undefined) return false
		this.#shownSecrets = typed
		restore(message)
		warn(secretsQuestion(masked, bindings()))
		return true
	}
}
