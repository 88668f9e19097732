// A slash command as a value: its names, what may follow it, its line of help, and what it does. Each one is a file
// here; `slash-commands.ts` lists them, and completion, `/help` and the reference are made from that list.

import type { Command } from '../../core/commands.ts'
import type { TextPart } from '../../core/messages.ts'
import type { SessionFolds } from '../blocks/fold-states.ts'
import type { SlashCommandInfo } from '../composer/submission.ts'
import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { TuiOptions } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import type { Block, NoticeLevel } from '../state/view-block.ts'
import type { ScreenTheme } from '../themes/screen-theme.ts'
import type { Surface } from './surface.ts'

export type SlashCommand = SlashCommandInfo & {
	/** @param argument - what was typed behind the name, trimmed. What it throws or rejects with is shown. */
	run(argument: string, context: SlashContext): void | Promise<void>
}

/** What commands work with. */
export type SlashContext = {
	options: TuiOptions
	preferences: ScreenPreferences
	/** All of them, for `/help`. */
	commands: readonly SlashCommand[]
	/** The newest state of the screen. */
	view(): View
	/** Calls whenever that is another one, until what it returns is called. */
	follow(onView: () => void): () => void
	/** Opens lists and whole texts as a page to read; anything else goes into the transcript. */
	show(...blocks: readonly Block[]): void
	/** Says it above the prompt until the next thing is sent; in the transcript it leaves no trace. */
	notify(level: NoticeLevel, text: string): void
	/** Says in the transcript what counts from now on. */
	record(text: string): void
	/** Sends it to the runtime, and says what goes wrong. */
	send(command: Command): void
	/** Says what goes wrong, for work that a choice of the user's begins. */
	attempt(work: Promise<unknown>): void
	/** Runs it as a command of the user's own and shows its output. Resolves with what a model may be told of it. */
	shell(command: string): Promise<TextPart | undefined>
	/** What only the components can do; undefined before they are there. */
	surface(): Surface | undefined
	/** The colours in force. */
	theme: ScreenTheme
	/** What is folded in each session. */
	folds: SessionFolds
	/** Puts a text on the clipboard. Never fails. @returns what to say of it */
	copy(text: string): Promise<string>
	exit(): void
}
