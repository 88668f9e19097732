// What reaches beyond the review, and what is said in it.

import type { Command } from '../../core/commands.ts'
import type { ChangeQueries, ChangeScope } from '../../core/review/changes.ts'
import type { DiffStyle } from '../diff/diff-row.ts'

/** What reaches beyond the review. */
export type ReviewReach = {
	changes: ChangeQueries
	send(command: Command): Promise<void>
	/** Opens a file in the user's editor. Left out where there is none. */
	edit?(path: string, line: number): Promise<void>
	/** Sends comments to the model. */
	prompt(text: string): void
	/** How diffs stand. `next`: the other way than now in so many columns; says so. */
	style: { now(): DiffStyle; next(columns: number): string }
	/** Calls whenever work that may have changed files is done, until what it returns is called. */
	follow?(onWork: () => void): () => void
	/** Puts a text on the clipboard. @returns what to say of it */
	copy(text: string): Promise<string>
	/** Comments that were not sent, when it is closed: nothing that was written is lost. */
	keep(text: string): void
	close(): void
}

/** `at`: of the rows of the tree, or of the diff. */
export type ReviewPlace = { kind: 'scope'; scope: ChangeScope } | { kind: 'tree' | 'diff'; at: number }

export type ReviewMessage = { text: string; isProblem: boolean }
