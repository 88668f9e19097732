// The changes that a review shows: the files of one scope, how many the others have where it has none, and the same
// scope again once something has been done to it.

import { CHANGE_SCOPES, type ChangeQueries, type ChangeScope } from '../../core/review/changes.ts'
import { ReviewedFiles } from './reviewed-files.ts'

export type ShownChangesReach = {
	changes: Pick<ChangeQueries, 'list' | 'file' | 'counts'>
	onNews(): void
	onProblem(problem: unknown): void
	/** Paths that are seen now, the one that is looked at first. */
	inView(): readonly string[]
}

export class ShownChanges {
	files: ReviewedFiles
	/** How many files the other scopes have, once this one has none. */
	elsewhere: ReadonlyMap<ChangeScope, number> | undefined
	readonly #reach: ShownChangesReach
	#isClosed = false

	constructor(reach: ShownChangesReach, scope: ChangeScope) {
		this.#reach = reach
		this.files = this.#filesOf(scope)
	}

	/** @param isChosen - the scope was asked for; otherwise the first one that has something is shown */
	async open(isChosen: boolean): Promise<void> {
		await this.#show(this.files)
		if (isChosen || this.files.files().length > 0) return
		for (const scope of CHANGE_SCOPES.filter(each => each !== this.files.scope)) {
			if (this.#isClosed) return
			const files = this.#filesOf(scope)
			await files.load().catch(() => undefined)
			if (files.files().length === 0) continue
			this.files.close()
			return this.#show(files)
		}
	}

	close(): void {
		this.#isClosed = true
		this.files.close()
	}

	byScopes(by: number): Promise<void> {
		const at = CHANGE_SCOPES.indexOf(this.files.scope)
		const scope = CHANGE_SCOPES[(at + by + CHANGE_SCOPES.length) % CHANGE_SCOPES.length] ?? this.files.scope
		this.files.close()
		return this.#show(this.#filesOf(scope))
	}

	/**
	 * Lists the scope anew. What was counted before stands until it is counted again.
	 * @returns false where another scope has been chosen meanwhile
	 * @throws what the runtime does
	 */
	async again(): Promise<boolean> {
		const before = this.files
		const next = this.#filesOf(before.scope, before)
		await next.load()
		if (this.files !== before || this.#isClosed) return false
		before.close()
		this.files = next
		this.elsewhere = undefined
		return true
	}

	/** Reads what is in view and counts everything; where there is nothing, looks at the other scopes. */
	async look(): Promise<void> {
		const { files } = this
		if (files.list && files.files().length === 0) void this.#lookElsewhere(files)
		const inView = this.#reach.inView()
		const [first] = inView
		if (first !== undefined) await files.whenRead(first)
		await files.count(inView).catch(problem => this.#reach.onProblem(problem))
	}

	#filesOf(scope: ChangeScope, before?: ReviewedFiles): ReviewedFiles {
		return new ReviewedFiles(scope, this.#reach.changes, () => this.#reach.onNews(), before)
	}

	async #show(files: ReviewedFiles): Promise<void> {
		this.files = files
		this.elsewhere = undefined
		this.#reach.onNews()
		if (!files.list)
			await files.load().catch((error: unknown) => {
				if (this.files === files) this.#reach.onProblem(error)
			})
		if (this.files !== files) return
		void this.look()
		// By then the first file is being read, which goes on while the list is drawn.
		await new Promise(resolve => setImmediate(resolve))
		if (this.files === files) this.#reach.onNews()
	}

	async #lookElsewhere(files: ReviewedFiles): Promise<void> {
		const found = new Map<ChangeScope, number>()
		for (const scope of CHANGE_SCOPES) {
			if (scope === files.scope || this.#isClosed) continue
			const list = await this.#reach.changes.list(scope).catch(() => undefined)
			if (this.files !== files) return
			if (list && list.problem === undefined) found.set(scope, list.files.length + list.moreFiles)
			this.elsewhere = new Map(found)
			this.#reach.onNews()
		}
	}
}
