// Help at the line: earlier prompts with up and down, and with Tab the files and commands that what was typed may mean, as
// numbered choices.

import type { RuntimeQueries } from '../../core/runtime-port.ts'
import { createFileSearch } from '../composer/file-search.ts'
import { historyOf, type PromptHistory, remember, step, withOlder } from '../composer/prompt-history.ts'
import type { SlashCommandInfo } from '../composer/submission.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { NumberedChoice } from './choices.ts'
import { listChoice } from './list-choice.ts'

export type LineHelpDeps = {
	queries: Pick<RuntimeQueries, 'files' | 'promptHistory'>
	commands: readonly SlashCommandInfo[]
	text(): string
	/** Writes another text in its place. */
	set(text: string): void
	say(lines: readonly string[]): void
	ask(choice: NumberedChoice): void
	close(id: string): void
}

export class LineHelp {
	readonly #deps: LineHelpDeps
	#history: PromptHistory = historyOf([])
	#isRead = false

	constructor(deps: LineHelpDeps) {
		this.#deps = deps
	}

	sent(text: string): void {
		this.#history = remember(this.#history, text)
	}

	/** @param by - -1 is an earlier prompt, 1 a later one, or what was being typed */
	async step(by: -1 | 1): Promise<void> {
		const { queries, text, set, say } = this.#deps
		if (!this.#isRead) {
			const older = await queries.promptHistory()
			if (!this.#isRead) this.#history = withOlder(this.#history, older)
			this.#isRead = true
		}
		const stepped = step(this.#history, text(), by)
		if (!stepped) return say([by === -1 ? 'No earlier prompt.' : 'No later prompt.'])
		this.#history = stepped.history
		set(stepped.text)
	}

	/** Of what stands at the end of the line: `@` and letters of a path, or `/` and the beginning of a command. */
	async complete(): Promise<void> {
		const { text, say } = this.#deps
		const [whole, before = '', query] = /^([\s\S]*(?:^|\s))@(\S*)$/.exec(text()) ?? []
		if (whole !== undefined && query !== undefined) return this.#offerFiles(before, query)
		if (/^\/\S*$/.test(text())) return this.#offerCommands(text().slice(1))
		say(['Tab completes @ and the letters of a file, or / and a command.'])
	}

	async #offerFiles(before: string, query: string): Promise<void> {
		const { queries, text } = this.#deps
		const asked = text()
		const found = await createFileSearch(await queries.files()).find(query)
		// What has been typed since is about something else.
		if (text() !== asked) return
		this.#offer(
			`Files for @${query}`,
			found.map(path => ({ label: path, detail: '', text: `${before}@${path} ` })),
		)
	}

	#offerCommands(begun: string): void {
		const found = this.#deps.commands.filter(({ name }) => name.startsWith(begun))
		this.#offer(
			`Commands for /${begun}`,
			found.map(({ name, description }) => ({ label: `/${name}`, detail: description, text: `/${name} ` })),
		)
	}

	#offer(title: string, found: readonly { label: string; detail: string; text: string }[]): void {
		const { say, ask, close, set } = this.#deps
		const [only, ...others] = found
		if (!only) return say([`${title}: nothing.`])
		if (others.length === 0) return set(only.text)
		const items = found.slice(0, MOST_OFFERED).map(({ label, detail, text }) => ({
			label: sanitizeLine(label),
			detail,
			value: () => set(text),
		}))
		const more = found.length - items.length
		const named = more > 0 ? `${title}, ${more} more with more letters` : title
		ask(listChoice(named, items, () => close(`list ${named}`)))
	}
}

const MOST_OFFERED = 9
