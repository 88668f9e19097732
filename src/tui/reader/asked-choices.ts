// What is asked of somebody who hears the screen, one thing after the other; what was being typed waits meanwhile.

import type { NumberedChoice } from './choices.ts'

export type ChoiceLine = {
	/** Below what is being typed, which comes again below it. */
	say(lines: readonly string[]): void
	ring(): void
	/** @returns what was being typed, which is gone then */
	take(): string
	/** Puts it back where one types. */
	give(text: string): void
	/** Nothing is asked any more. */
	ready(): void
}

export class AskedChoices {
	readonly #line: ChoiceLine
	/** The newest last. */
	#choices: readonly NumberedChoice[] = []
	#aside = ''

	constructor(line: ChoiceLine) {
		this.#line = line
	}

	/** What an answer is for. */
	get first(): NumberedChoice | undefined {
		return this.#choices[0]
	}

	ask(choice: NumberedChoice): void {
		if (this.#choices.some(({ id }) => id === choice.id)) return
		const isFirst = this.#choices.length === 0
		this.#choices = [...this.#choices, choice]
		if (!isFirst) return
		// What was being typed is no answer.
		this.#aside = this.#line.take()
		const kept = this.#aside === '' ? [] : ['What you were typing is kept for afterwards.']
		this.#line.say([...choice.lines, ...kept])
		this.#line.ring()
	}

	answer(asked: NumberedChoice, text: string): void {
		const outcome = asked.answer(text)
		if (outcome !== true) return this.#line.say(outcome)
		this.close(asked.id)
	}

	close(id: string): void {
		const wasFirst = this.first?.id === id
		this.#choices = this.#choices.filter(each => each.id !== id)
		if (!wasFirst) return
		if (this.first) return this.#line.say(this.first.lines)
		const kept = this.#aside
		this.#aside = ''
		if (kept !== '') this.#line.give(kept)
		else this.#line.ready()
	}

	/** Those of the session that are not among `open` have been answered elsewhere, or are no longer asked. */
	keepOnly(open: ReadonlySet<string>): void {
		for (const { id, isList } of this.#choices)
			if (!open.has(id) && !isList && !id.startsWith('trust ')) this.close(id)
	}
}
