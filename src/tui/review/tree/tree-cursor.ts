// The cursor in the tree of changed files: which file is looked at, and the folder it stands on if it is on one.

import type { ChangedFile } from '../../../core/review/changes.ts'
import { type TreeRow, treeRows } from './file-tree.ts'

export class TreeCursor {
	readonly #files: () => readonly ChangedFile[]
	readonly #folded = new Set<string>()
	#selected: string | undefined
	#onFolder: string | undefined
	#tree: { files: readonly ChangedFile[]; rows: readonly TreeRow[] } | undefined

	/** @param files - the same array until there are others */
	constructor(files: () => readonly ChangedFile[]) {
		this.#files = files
	}

	get selected(): ChangedFile | undefined {
		return this.#files().find(({ path }) => path === this.#selected) ?? this.inOrder()[0]
	}

	/** Keys are about a folder, not about the file that is looked at. */
	get isOnFolder(): boolean {
		return this.#onFolder !== undefined
	}

	rows(): readonly TreeRow[] {
		const files = this.#files()
		if (this.#tree?.files !== files) this.#tree = { files, rows: treeRows(files, this.#folded) }
		return this.#tree.rows
	}

	/** The place of the cursor; of a file in a folded folder, the folder. */
	at(): number {
		const rows = this.rows()
		const selected = this.selected
		const at = rows.findIndex(row =>
			this.#onFolder !== undefined
				? row.kind === 'folder' && row.path === this.#onFolder
				: row.kind === 'file' && row.file === selected,
		)
		return at === -1
			? Math.max(
					0,
					rows.findLastIndex(row => isAbove(row, selected)),
				)
			: at
	}

	row(): TreeRow | undefined {
		return this.rows()[this.at()]
	}

	/** All files as the tree has them, those of folded folders too. */
	inOrder(): readonly ChangedFile[] {
		const rows = this.#folded.size === 0 ? this.rows() : treeRows(this.#files(), new Set())
		return rows.flatMap(row => (row.kind === 'file' ? [row.file] : []))
	}

	/** @returns the file it is on now; undefined on a folder */
	byRows(by: number): ChangedFile | undefined {
		const rows = this.rows()
		const row = rows[Math.max(0, Math.min(rows.length - 1, this.at() + by))]
		if (row?.kind === 'folder') this.#onFolder = row.path
		return row?.kind === 'file' ? row.file : undefined
	}

	select(file: ChangedFile): void {
		this.#onFolder = undefined
		this.#selected = file.path
	}

	leaveFolder(): void {
		this.#onFolder = undefined
	}

	/** To the folder that a row is in. */
	up(): void {
		const rows = this.rows()
		const at = this.at()
		const row = rows[at]
		const above = rows.findLastIndex(
			(each, place) => place < at && each.kind === 'folder' && row && each.depth < row.depth,
		)
		const folder = rows[above]
		if (folder?.kind === 'folder') this.#onFolder = folder.path
	}

	fold(path: string, isFolded: boolean): void {
		if (isFolded) this.#folded.add(path)
		else this.#folded.delete(path)
		this.#tree = undefined
	}
}

function isAbove(row: TreeRow, file: ChangedFile | undefined): boolean {
	return row.kind === 'folder' && file !== undefined && file.name.startsWith(row.path)
}
