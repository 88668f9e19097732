// Where one is in a review: in the tree or in the lines of a file, and how one gets from one place to the next.

import type { ChangedFile } from '../../core/review/changes.ts'
import { DiffPane } from './diff-pane.ts'
import { DiffPanes } from './diff-panes.ts'
import type { ReviewPlace } from './review-reach.ts'
import type { ReviewedFiles } from './reviewed-files.ts'
import { TreeCursor } from './tree/tree-cursor.ts'

export class ReviewTravel {
	/** Where the keys go in a window that shows both. */
	focus: 'tree' | 'diff' = 'diff'
	readonly tree = new TreeCursor(() => this.#files().files())
	readonly #panes = new DiffPanes()
	readonly #files: () => ReviewedFiles

	constructor(files: () => ReviewedFiles) {
		this.#files = files
	}

	get selected(): ChangedFile | undefined {
		return this.tree.selected
	}

	/** Of the file that is looked at; a word where there is none. */
	pane(): DiffPane | { words: string } {
		return this.#panes.of(this.selected, this.#files())
	}

	diffPane(): DiffPane | undefined {
		const pane = this.pane()
		return pane instanceof DiffPane ? pane : undefined
	}

	/** What is looked at is of another scope from now on. */
	leave(): void {
		this.#panes.forget()
		this.tree.leaveFolder()
	}

	by(rows: number): void {
		if (this.focus === 'tree') this.byTreeRow(rows)
		else this.diffPane()?.by(rows)
	}

	/** @param treeRows - of the tree that can be seen */
	page(direction: 1 | -1, treeRows: number): void {
		if (this.focus === 'tree') this.byTreeRow(direction * Math.max(1, treeRows - 1))
		else this.diffPane()?.page(direction)
	}

	byTreeRow(by: number): void {
		const file = this.tree.byRows(by)
		if (file) this.select(file)
	}

	select(file: ChangedFile): void {
		this.tree.select(file)
		this.#panes.comesFrom = 'above'
		// What is looked at next is there by then.
		const files = this.tree.inOrder()
		const at = files.indexOf(file)
		for (const near of [files[at + 1], files[at - 1]]) if (near) this.#files().read(near.path)
	}

	/** @returns false at either end */
	byFile(by: 1 | -1): boolean {
		const files = this.tree.inOrder()
		const at = files.findIndex(({ path }) => path === this.selected?.path)
		const next = files[at + by]
		if (next) this.select(next)
		return next !== undefined
	}

	toHunk(by: 1 | -1): void {
		const pane = this.diffPane()
		const index = pane?.hunkIndex()
		if (pane && index !== undefined && pane.toHunk(index + by)) return
		if (!this.byFile(by)) return
		this.#panes.comesFrom = by === 1 ? 'above' : 'below'
		const next = this.diffPane()
		next?.toHunk(by === 1 ? 0 : next.change.hunks.length - 1)
	}

	toTree(): void {
		if (this.focus === 'diff') {
			this.focus = 'tree'
			return
		}
		const row = this.tree.row()
		if (row?.kind === 'folder' && !row.isFolded) this.tree.fold(row.path, true)
		else this.tree.up()
	}

	toDiff(): void {
		const row = this.focus === 'tree' ? this.tree.row() : undefined
		if (row?.kind === 'folder') {
			if (row.isFolded) return this.tree.fold(row.path, false)
			return this.byTreeRow(1)
		}
		if (this.selected) this.focus = 'diff'
	}

	/** @returns whether there was something to open where the cursor is */
	open(): boolean {
		if (this.focus === 'diff') return this.diffPane()?.expand() ?? false
		const row = this.tree.row()
		if (row?.kind === 'folder') this.tree.fold(row.path, !row.isFolded)
		else this.toDiff()
		return true
	}

	/** The cursor goes there. A file is opened, a folder folded or opened; what is hidden in a gap is a second click's. */
	click(place: Exclude<ReviewPlace, { kind: 'scope' }>): void {
		if (place.kind === 'tree') {
			this.byTreeRow(place.at - this.tree.at())
			const row = this.tree.row()
			this.focus = row?.kind === 'file' ? 'diff' : 'tree'
			if (row?.kind === 'folder') this.tree.fold(row.path, !row.isFolded)
			return
		}
		const pane = this.diffPane()
		const isAgain = this.focus === 'diff' && pane?.cursor === place.at
		this.focus = 'diff'
		this.tree.leaveFolder()
		pane?.by(place.at - pane.cursor)
		if (isAgain) pane?.expand()
	}

	/**
	 * The files are others: where the one that was looked at is gone, the next one is.
	 * @param at - where it was among them
	 */
	staysAt(at: number, before: ChangedFile | undefined): void {
		const files = this.tree.inOrder()
		const isThere = files.some(({ path }) => path === before?.path)
		const instead = isThere ? undefined : files[Math.min(Math.max(0, at), files.length - 1)]
		if (instead) this.select(instead)
	}
}
