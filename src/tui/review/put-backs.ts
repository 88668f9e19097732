// What was put back from the review, and how it is taken back: the last one first.

import type { Command } from '../../core/commands.ts'
import { errorInfo } from '../../core/errors.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { DiffPane } from './diff-pane.ts'
import type { ReviewedFiles } from './reviewed-files.ts'

/** `hunk`: its index in the file. */
export type DonePutBack = { path: string; name: string; hunk: number }

export class PutBacks {
	readonly #send: (command: Command) => Promise<void>
	/** The last one at the end. */
	readonly #done: DonePutBack[] = []

	constructor(send: (command: Command) => Promise<void>) {
		this.#send = send
	}

	/** @param isHunk - the one under the cursor, where there is one; otherwise the whole file @returns what is said of it */
	async put(pane: DiffPane, isHunk: boolean, files: ReviewedFiles): Promise<string> {
		const { path, name, key } = pane.change
		const hunk = isHunk ? pane.hunk() : undefined
		const at = pane.hunkIndex() ?? 0
		const what = hunk && { before: hunk.before, after: hunk.after }
		await this.#send({
			type: 'put-back',
			scope: files.scope,
			path,
			key,
			...(what && { hunk: what }),
		}).catch(async (error: unknown) => {
			await files.readAgain(path)
			const now = files.read(path)
			const isOther = now?.kind !== 'change' || now.change.key !== key
			const said = errorInfo(error).message
			throw new Error(isOther ? `${said}. It is shown here as it is now.` : said)
		})
		this.#done.push({ path, name, hunk: at })
		return `Put back${hunk ? ` a hunk of ${sanitizeLine(name)}` : `: ${sanitizeLine(name)}`}`
	}

	/** @returns undefined where it was put back before this review was opened */
	async takeBack(): Promise<DonePutBack | undefined> {
		await this.#send({ type: 'take-back-put-back' })
		return this.#done.pop()
	}
}
