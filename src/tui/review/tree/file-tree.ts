// The tree of changed files: folders above the files in them, those with nothing but one folder in one row.

import type { ChangedFile } from '../../../core/review/changes.ts'

export type TreeRow =
	| { kind: 'folder'; depth: number; path: string; label: string; isFolded: boolean }
	| { kind: 'file'; depth: number; label: string; file: ChangedFile }

/** @param folded - paths of folders whose files are not shown */
export function treeRows(files: readonly ChangedFile[], folded: ReadonlySet<string>): readonly TreeRow[] {
	const root: TreeFolder = { folders: new Map(), files: [] }
	for (const file of files) {
		// A name in quotes holds what no row can show; it stays whole.
		const steps = file.name.startsWith('"') ? [file.name] : file.name.split('/')
		let folder = root
		for (const step of steps.slice(0, -1)) {
			const next = folder.folders.get(step) ?? { folders: new Map(), files: [] }
			folder.folders.set(step, next)
			folder = next
		}
		folder.files.push({ label: steps.at(-1) ?? file.name, file })
	}
	const rows: TreeRow[] = []
	addRows(root, { depth: 0, path: '', folded, rows })
	return rows
}

type TreeFolder = { folders: Map<string, TreeFolder>; files: { label: string; file: ChangedFile }[] }

function addRows(
	folder: TreeFolder,
	{
		depth,
		path,
		folded,
		rows,
	}: { depth: number; path: string; folded: ReadonlySet<string>; rows: TreeRow[] },
): void {
	for (const [name, inner] of folder.folders) {
		let label = name
		let last = inner
		while (last.files.length === 0 && last.folders.size === 1) {
			const [[step, only] = ['', last]] = last.folders
			label += `/${step}`
			last = only
		}
		const own = `${path}${label}/`
		const isFolded = folded.has(own)
		rows.push({ kind: 'folder', depth, path: own, label: `${label}/`, isFolded })
		if (!isFolded) addRows(last, { depth: depth + 1, path: own, folded, rows })
	}
	for (const { label, file } of folder.files) rows.push({ kind: 'file', depth, label, file })
}
