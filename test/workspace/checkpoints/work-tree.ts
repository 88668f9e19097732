// A throw-away work tree with checkpoints of it, and the whole of it as values to compare.

import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { rulesAbove } from '../../../src/safety/paths/ignore-rules.ts'
import {
	type CheckpointOptions,
	type Checkpoints,
	createCheckpoints,
} from '../../../src/workspace/checkpoints/store.ts'

export type WorkTree = {
	root: string
	store: string
	path(name: string): string
	write(name: string, content: string | Uint8Array, mode?: number): void
	read(name: string): string
	/** Another session on the same tree, or the same one in another process. */
	open(sessionId?: string, options?: Partial<CheckpointOptions>): Checkpoints
}

/** Relative path → what is there: `file 644 …`, `folder 755`, `link → …`. */
export type Picture = ReadonlyMap<string, string>

export function makeWorkTree(content: Readonly<Record<string, string | Uint8Array>> = {}): WorkTree {
	const tree = bareWorkTree()
	onTestFinished(() => rmSync(dirname(tree.root), { recursive: true, force: true }))
	for (const [name, text] of Object.entries(content)) tree.write(name, text)
	return tree
}

/** Whoever makes one removes the folder it is in. */
export function bareWorkTree(): WorkTree {
	const base = realpathSync(mkdtempSync(join(tmpdir(), 'checkpoints-')))
	return workTreeIn(base)
}

export function workTreeIn(base: string): WorkTree {
	const root = join(base, 'work')
	const store = join(base, 'store')
	mkdirSync(root, { recursive: true })
	const path = (name: string) => join(root, name)
	const files = createNodeFiles()
	return {
		root,
		store,
		path,
		write(name, content, mode) {
			mkdirSync(dirname(path(name)), { recursive: true })
			writeFileSync(path(name), content, mode === undefined ? {} : { mode })
		},
		read: name => readFileSync(path(name), 'utf8'),
		open: (sessionId = 'session-1', options = {}) =>
			createCheckpoints({
				folder: store,
				sessionId,
				roots: [root],
				excluded: [],
				rulesAbove: async folder => (await rulesAbove(folder, files)).rules,
				maxFileBytes: 1_000_000,
				maxTotalBytes: 100_000_000,
				maxEntries: 10_000,
				now: Date.now,
				...options,
			}),
	}
}

export function pictureOf(root: string): Picture {
	const picture = new Map<string, string>()
	const visit = (folder: string) => {
		for (const name of readdirSync(folder)) {
			const path = join(folder, name)
			const stats = lstatSync(path)
			const mode = (stats.mode & 0o7777).toString(8)
			const shown = relative(root, path)
			if (stats.isSymbolicLink()) picture.set(shown, `link → ${readlinkSync(path)}`)
			else if (stats.isDirectory()) {
				picture.set(shown, `folder ${mode}`)
				visit(path)
			} else if (stats.isFile()) picture.set(shown, `file ${mode} ${readFileSync(path, 'latin1')}`)
		}
	}
	visit(root)
	return picture
}

export const FILLED = 60

/** Many files, each of which says the number many times, so that one that is not whole can be told. */
export function fill(tree: WorkTree, number: number): void {
	for (let index = 0; index < FILLED; index++) tree.write(fileName(index), filledWith(number))
}

export function fileName(index: number): string {
	return `folder-${index % 7}/file-${index}.txt`
}

export function filledWith(number: number): string {
	return `${number}\n`.repeat(2_000)
}
