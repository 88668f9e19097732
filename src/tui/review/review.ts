// The review of changes without its drawing: which scope and file is looked at, what keys do, and what comes of them.

import type { Command } from '../../core/commands.ts'
import { errorInfo } from '../../core/errors.ts'
import {
	CHANGE_SCOPES,
	type ChangedFile,
	type ChangeQueries,
	type ChangeScope,
} from '../../core/review/changes.ts'
import {
	EMPTY_BUFFER,
	edit,
	insert,
	isEditAction,
	setText,
	type TextBuffer,
} from '../composer/text-buffer.ts'
import type { DiffStyle } from '../diff/diff-row.ts'
import { SPLIT_COLUMNS } from '../diff/diff-rows.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import type { KeyPress } from '../input/key-press.ts'
import { type ActionOf, actionOf, goesThroughList } from '../input/keymap.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { commentsPrompt, isSameLine, type LineComment, withComment } from './comments.ts'
import { DiffPane } from './diff-pane.ts'
import { type TreeRow, treeRows } from './file-tree.ts'
import { ReviewedFiles } from './reviewed-files.ts'

/** What reaches beyond the review. */
export type ReviewReach = {
	changes: ChangeQueries
	send(command: Command): Promise<void>
	/** Opens a file in the user's editor. Left out where there is none. */
	edit?(path: string, line: number): Promise<void>
	/** Sends comments to the model. */
	prompt(text: string): void
	/** Comments that were not sent, when it is closed: nothing that was written is lost. */
	keep(text: string): void
	close(): void
}

export type ReviewMessage = { text: string; isProblem: boolean }

export class ReviewScreen {
	files: ReviewedFiles
	message: ReviewMessage | undefined
	/** Where the keys go in a window that shows both. */
	focus: 'tree' | 'diff' = 'diff'
	isHelpShown = false
	style: DiffStyle = 'auto'
	/** What becomes of lines that are longer than there is room. */
	long: 'fold' | 'cut' = 'fold'
	comments: readonly LineComment[] = []
	/** A comment that is being written. */
	draft: { about: LineComment; buffer: TextBuffer } | undefined
	colours: CodeColours | undefined
	/** How many files the other scopes have, once this one has none. */
	elsewhere: ReadonlyMap<ChangeScope, number> | undefined
	readonly #reach: ReviewReach
	readonly #listeners = new Set<() => void>()
	readonly #panes = new Map<string, DiffPane>()
	readonly #folded = new Set<string>()
	#seen: ReadonlySet<string> = new Set()
	#selected: string | undefined
	/** The folder of the tree that the cursor is on, if it is on one. */
	#onFolder: string | undefined
	#tree: { files: readonly ChangedFile[]; rows: readonly TreeRow[] } | undefined
	/** The last one at the end; they are taken back in this order. */
	readonly #putBacks: { path: string; name: string; hunk: number }[] = []
	/** Where the file that is looked at was come to from. */
	#comesFrom: 'above' | 'below' = 'above'
	#version = 0
	#isBusy = false
	#isClosed = false
	#paneColumns = 80
	#treeRowsShown = 20

	constructor(reach: ReviewReach, scope: ChangeScope) {
		this.#reach = reach
		this.files = this.#filesOf(scope)
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly version = (): number => this.#version

	/** @param isChosen - the scope was asked for; otherwise the first one that has something is shown */
	async open(isChosen: boolean): Promise<void> {
		const seen = this.#reach.changes.seen().then(
			keys => {
				this.#seen = new Set(keys)
			},
			() => undefined,
		)
		await Promise.all([seen, this.#show(this.files)])
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
		if (this.comments.length > 0) this.#reach.keep(commentsPrompt(this.comments))
		this.comments = []
	}

	setColours(colours: CodeColours): void {
		this.colours = colours
		this.#changed()
	}

	/** What there is room for. Asked for with each frame. */
	fit({ paneColumns, treeRows }: { paneColumns: number; treeRows: number }): void {
		this.#paneColumns = paneColumns
		this.#treeRowsShown = treeRows
	}

	get selected(): ChangedFile | undefined {
		const files = this.files.files()
		return files.find(({ path }) => path === this.#selected) ?? this.#inTreeOrder()[0]
	}

	tree(): readonly TreeRow[] {
		const files = this.files.files()
		if (this.#tree?.files !== files) this.#tree = { files, rows: treeRows(files, this.#folded) }
		return this.#tree.rows
	}

	/** The place of the cursor in the tree; of a file in a folded folder, the folder. */
	treeCursor(): number {
		const rows = this.tree()
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

	/** Of the file that is looked at; a word where there is none. */
	pane(): DiffPane | { words: string } {
		const file = this.selected
		if (!file) return { words: this.#emptyWords() }
		const read = this.files.read(file.path)
		if (!read) return this.#panes.get(file.path) ?? { words: 'Reading…' }
		if (read.kind === 'failed') return { words: sanitizeLine(errorInfo(read.error).message) }
		if (read.kind === 'gone') return { words: 'It is no change any more.' }
		const known = this.#panes.get(file.path)
		if (known) {
			known.replace(read.change)
			return known
		}
		const pane = new DiffPane(read.change, this.#comesFrom === 'below' ? 'end' : 'top')
		this.#panes.set(file.path, pane)
		return pane
	}

	isSeen(key: string | undefined): boolean {
		return key !== undefined && this.#seen.has(key)
	}

	isFileSeen({ path }: ChangedFile): boolean {
		return this.isSeen(this.files.counts(path)?.key)
	}

	/** @returns whether the key was for it */
	press(press: KeyPress): boolean {
		if (this.draft) return this.#write(this.draft, press)
		// What came in one read are as many keys.
		if (press.kind === 'text' && [...press.text].length > 1) {
			for (const text of press.text) this.press({ ...press, text })
			return true
		}
		const action = actionOf('review', press)
		if (action === undefined) return !goesThroughList(press)
		this.message = undefined
		if (this.isHelpShown) {
			this.isHelpShown = false
			if (action === 'close' || action === 'keys') return this.#changed()
		}
		this.#act(action)
		return this.#changed()
	}

	#act(action: ActionOf<'review'>): void {
		const pane = this.#diffPane()
		if (!pane && this.selected && NEEDS_LINES.has(action)) return this.#say('Not read yet.', false)
		switch (action) {
			case 'close':
				return this.#reach.close()
			case 'keys':
				this.isHelpShown = true
				return
			case 'next-hunk':
			case 'previous-hunk':
				return this.#toHunk(action === 'next-hunk' ? 1 : -1)
			case 'next-file':
			case 'previous-file':
				this.#byFile(action === 'next-file' ? 1 : -1)
				return
			case 'down':
			case 'up':
				return this.#by(action === 'down' ? 1 : -1)
			case 'page-down':
			case 'page-up': {
				const direction = action === 'page-down' ? 1 : -1
				if (this.focus === 'tree') return this.#byTreeRow(direction * Math.max(1, this.#treeRowsShown - 1))
				return pane?.page(direction)
			}
			case 'first':
			case 'last': {
				const far = (action === 'first' ? -1 : 1) * FAR
				return this.focus === 'tree' ? this.#byTreeRow(far) : pane?.by(far)
			}
			case 'to-tree':
				return this.#toTree()
			case 'to-diff':
				return this.#toDiff()
			case 'open':
				return this.#open()
			case 'seen':
				return this.#markSeen()
			case 'put-back':
				return this.#putBack()
			case 'take-back':
				return this.#takeBack()
			case 'comment':
				return this.#comment()
			case 'send':
				return this.#send()
			case 'edit':
				return this.#edit()
			case 'style': {
				const isSplit =
					this.style === 'split' || (this.style === 'auto' && this.#paneColumns >= SPLIT_COLUMNS)
				this.style = isSplit ? 'unified' : 'split'
				return
			}
			case 'wrap':
				this.long = this.long === 'fold' ? 'cut' : 'fold'
				return
			case 'refresh':
				return this.#do(() => this.#again('Looked again.'))
			case 'next-scope':
			case 'previous-scope':
				return this.#toScope(action === 'next-scope' ? 1 : -1)
		}
	}

	#filesOf(scope: ChangeScope): ReviewedFiles {
		return new ReviewedFiles(scope, this.#reach.changes, () => void this.#changed())
	}

	async #show(files: ReviewedFiles): Promise<void> {
		this.files = files
		this.#panes.clear()
		this.#onFolder = undefined
		this.elsewhere = undefined
		this.#changed()
		if (!files.list)
			await files.load().catch((error: unknown) => {
				if (this.files === files) this.#say(errorInfo(error).message, true)
			})
		if (this.files !== files) return
		void this.#count(files)
		if (files.list && files.files().length === 0) void this.#lookElsewhere(files)
		this.#changed()
	}

	async #count(files: ReviewedFiles): Promise<void> {
		const shown = this.tree().slice(0, this.#treeRowsShown)
		const first = shown.flatMap(row => (row.kind === 'file' ? [row.file.path] : []))
		const selected = this.selected
		if (selected) await files.whenRead(selected.path)
		await files.count(first).catch((error: unknown) => this.#say(errorInfo(error).message, true))
	}

	async #lookElsewhere(files: ReviewedFiles): Promise<void> {
		const found = new Map<ChangeScope, number>()
		for (const scope of CHANGE_SCOPES) {
			if (scope === files.scope || this.#isClosed) continue
			const list = await this.#reach.changes.list(scope).catch(() => undefined)
			if (this.files !== files) return
			if (list && list.problem === undefined) found.set(scope, list.files.length + list.moreFiles)
			this.elsewhere = new Map(found)
			this.#changed()
		}
	}

	#emptyWords(): string {
		const { list } = this.files
		if (!list) return 'Looking…'
		if (list.problem !== undefined) return sanitizeLine(list.problem)
		return `Nothing has changed since ${sanitizeLine(list.since)}.`
	}

	#toScope(by: number): void {
		const at = CHANGE_SCOPES.indexOf(this.files.scope)
		const scope = CHANGE_SCOPES[(at + by + CHANGE_SCOPES.length) % CHANGE_SCOPES.length]
		if (!scope) return
		this.files.close()
		void this.#show(this.#filesOf(scope))
	}

	#by(rows: number): void {
		if (this.focus === 'tree') this.#byTreeRow(rows)
		else this.#diffPane()?.by(rows)
	}

	#byTreeRow(by: number): void {
		const rows = this.tree()
		const at = Math.max(0, Math.min(rows.length - 1, this.treeCursor() + by))
		const row = rows[at]
		if (row?.kind === 'folder') this.#onFolder = row.path
		else if (row) this.#select(row.file)
	}

	#select(file: ChangedFile): void {
		this.#onFolder = undefined
		this.#selected = file.path
		this.#comesFrom = 'above'
		// What is looked at next is there by then.
		const files = this.#inTreeOrder()
		const at = files.indexOf(file)
		for (const near of [files[at + 1], files[at - 1]]) if (near) this.files.read(near.path)
	}

	/** @returns false at either end */
	#byFile(by: 1 | -1): boolean {
		const files = this.#inTreeOrder()
		const at = files.findIndex(({ path }) => path === this.selected?.path)
		const next = files[at + by]
		if (next) this.#select(next)
		return next !== undefined
	}

	#inTreeOrder(): readonly ChangedFile[] {
		const rows = this.#folded.size === 0 ? this.tree() : treeRows(this.files.files(), new Set())
		return rows.flatMap(row => (row.kind === 'file' ? [row.file] : []))
	}

	#toHunk(by: 1 | -1): void {
		const pane = this.#diffPane()
		const index = pane?.hunkIndex()
		if (pane && index !== undefined && pane.toHunk(index + by)) return
		if (!this.#byFile(by)) return
		this.#comesFrom = by === 1 ? 'above' : 'below'
		const next = this.#diffPane()
		next?.toHunk(by === 1 ? 0 : next.change.hunks.length - 1)
	}

	#toTree(): void {
		if (this.focus === 'diff') {
			this.focus = 'tree'
			return
		}
		const rows = this.tree()
		const at = this.treeCursor()
		const row = rows[at]
		if (row?.kind === 'folder' && !row.isFolded) return this.#fold(row.path, true)
		const above = rows.findLastIndex(
			(each, place) => place < at && each.kind === 'folder' && row && each.depth < row.depth,
		)
		const folder = rows[above]
		if (folder?.kind === 'folder') this.#onFolder = folder.path
	}

	#toDiff(): void {
		const row = this.focus === 'tree' ? this.tree()[this.treeCursor()] : undefined
		if (row?.kind === 'folder') {
			if (row.isFolded) return this.#fold(row.path, false)
			return this.#byTreeRow(1)
		}
		if (this.selected) this.focus = 'diff'
	}

	#fold(path: string, isFolded: boolean): void {
		if (isFolded) this.#folded.add(path)
		else this.#folded.delete(path)
		this.#tree = undefined
	}

	/** Enter: opens what the cursor is on, and sends comments where there is nothing to open. */
	#open(): void {
		if (this.focus === 'tree') {
			const row = this.tree()[this.treeCursor()]
			return row?.kind === 'folder' ? this.#fold(row.path, !row.isFolded) : this.#toDiff()
		}
		if (this.#diffPane()?.expand()) return
		if (this.comments.length > 0) this.#send()
	}

	#markSeen(): void {
		const file = this.selected
		const pane = this.#diffPane()
		if (!file || !pane || this.#onFolder !== undefined) return
		const { change } = pane
		const hunk = this.focus === 'diff' ? pane.hunk() : undefined
		const keys = hunk ? [hunk.key] : [change.key, ...change.hunks.map(({ key }) => key)]
		const isSeen = !(hunk ? this.isSeen(hunk.key) : this.isSeen(change.key))
		const all = new Set(this.#seen)
		for (const key of keys) {
			if (isSeen) all.add(key)
			else all.delete(key)
		}
		// A file is seen when all of its hunks are.
		const isWhole = change.hunks.length > 0 ? change.hunks.every(({ key }) => all.has(key)) : isSeen
		if (isWhole) all.add(change.key)
		else all.delete(change.key)
		this.#seen = all
		const marked = [...new Set([...keys, ...(isWhole || !isSeen ? [change.key] : [])])]
		this.#do(() => this.#reach.send({ type: 'mark-seen', keys: marked, isSeen }), false)
		if (!isSeen) return
		if (!hunk) this.#byFile(1)
		else if (change.hunks.some(({ key }) => !all.has(key))) this.#toUnseen(pane, all)
		else this.#toHunk(1)
	}

	#toUnseen(pane: DiffPane, seen: ReadonlySet<string>): void {
		const { hunks } = pane.change
		const from = pane.hunkIndex() ?? 0
		const next = hunks.findIndex(({ key }, index) => index > from && !seen.has(key))
		pane.toHunk(next === -1 ? hunks.findIndex(({ key }) => !seen.has(key)) : next)
	}

	#putBack(): void {
		const pane = this.#diffPane()
		if (!pane || this.#onFolder !== undefined) return
		const { scope } = this.files
		const { path, name, key } = pane.change
		const hunk = this.focus === 'diff' ? pane.hunk() : undefined
		const at = pane.hunkIndex() ?? 0
		this.#do(async () => {
			const what = hunk && { before: hunk.before, after: hunk.after }
			await this.#reach
				.send({ type: 'put-back', scope, path, key, ...(what && { hunk: what }) })
				.catch(async (error: unknown) => {
					await this.files.readAgain(path)
					const now = this.files.read(path)
					const isOther = now?.kind !== 'change' || now.change.key !== key
					const said = errorInfo(error).message
					throw new Error(isOther ? `${said}. It is shown here as it is now.` : said)
				})
			this.#putBacks.push({ path, name, hunk: at })
			await this.#again(
				`Put back${hunk ? ` a hunk of ${sanitizeLine(name)}` : `: ${sanitizeLine(name)}`} · u takes it back`,
			)
		})
	}

	#takeBack(): void {
		this.#do(async () => {
			await this.#reach.send({ type: 'take-back-put-back' })
			const last = this.#putBacks.pop()
			await this.#again(last ? `Taken back: ${sanitizeLine(last.name)}` : 'Taken back.')
			const file = this.files.files().find(({ path }) => path === last?.path)
			if (!file || !last) return
			this.#select(file)
			await this.files.readAgain(file.path)
			this.#diffPane()?.toHunk(last.hunk)
		})
	}

	/** Reads all anew, and stays where it is. */
	async #again(said: string): Promise<void> {
		const before = this.files
		const next = this.#filesOf(before.scope)
		await next.load()
		if (this.files !== before) return
		const selected = this.selected
		const at = this.#inTreeOrder().findIndex(({ path }) => path === selected?.path)
		before.close()
		this.files = next
		this.#tree = undefined
		const files = this.#inTreeOrder()
		const isThere = files.some(({ path }) => path === selected?.path)
		const instead = isThere ? undefined : files[Math.min(Math.max(0, at), files.length - 1)]
		if (instead) this.#select(instead)
		if (this.selected) await next.readAgain(this.selected.path)
		this.#say(said, false)
		void this.#count(next)
		if (files.length === 0) void this.#lookElsewhere(next)
	}

	#comment(): void {
		const pane = this.#diffPane()
		const line = this.focus === 'diff' ? pane?.line() : undefined
		if (!pane || !line) return this.#say('A comment is about a line: → goes to the lines.', false)
		const { path, name } = pane.change
		const place = { path, name: sanitizeLine(name), ...line }
		const known = this.comments.find(each => isSameLine(each, place))
		const about: LineComment = { ...place, quote: known?.quote ?? line.quote, text: known?.text ?? '' }
		this.draft = { about, buffer: setText(EMPTY_BUFFER, about.text) }
	}

	#write({ about, buffer }: { about: LineComment; buffer: TextBuffer }, press: KeyPress): boolean {
		const into = (next: TextBuffer) => {
			this.draft = { about, buffer: next }
			return this.#changed()
		}
		if (press.kind !== 'key') return into(insert(buffer, sanitizeLine(press.text)))
		const action = actionOf('composer', press)
		if (action === 'submit' || action === 'escape' || (action === 'clear' && buffer.text === '')) {
			if (action === 'submit') this.comments = withComment(this.comments, { ...about, text: buffer.text })
			this.draft = undefined
			const count = this.comments.length
			if (count > 0)
				this.#say(`${countWithUnit(count, 'comment')} · S sends ${count === 1 ? 'it' : 'them'}`, false)
			return this.#changed()
		}
		if (action === 'clear') return into(setText(buffer, ''))
		if (action !== undefined && isEditAction(action)) return into(edit(buffer, action))
		return !goesThroughList(press)
	}

	#send(): void {
		if (this.comments.length === 0)
			return this.#say('There is no comment yet: c writes one on a line.', false)
		const text = commentsPrompt(this.comments)
		this.comments = []
		this.#reach.prompt(text)
		this.#reach.close()
	}

	#edit(): void {
		const { edit: openEditor } = this.#reach
		const file = this.selected
		if (!file || this.#onFolder !== undefined) return
		if (!openEditor) return this.#say('There is no editor here.', true)
		const pane = this.#diffPane()
		if (pane?.change.after.kind === 'missing') return this.#say('There is no such file any more.', true)
		const line = pane?.line()
		const at = line && !line.isRemoved ? line.line : (pane?.hunk()?.after.from ?? 0) + 1
		this.#do(async () => {
			await openEditor(file.path, at)
			await this.#again('')
		})
	}

	#diffPane(): DiffPane | undefined {
		const pane = this.pane()
		return pane instanceof DiffPane ? pane : undefined
	}

	/** One thing at a time: what the next one is about is known when this one is done. */
	#do(work: () => Promise<void>, isAlone = true): void {
		if (isAlone && this.#isBusy) return
		if (isAlone) this.#isBusy = true
		work()
			.catch((error: unknown) => this.#say(errorInfo(error).message, true))
			.finally(() => {
				if (isAlone) this.#isBusy = false
				this.#changed()
			})
	}

	#say(text: string, isProblem: boolean): void {
		this.message = text === '' ? undefined : { text: sanitizeLine(text), isProblem }
		this.#changed()
	}

	#changed(): true {
		this.#version++
		for (const listener of this.#listeners) listener()
		return true
	}
}

const FAR = 1_000_000

const NEEDS_LINES: ReadonlySet<ActionOf<'review'>> = new Set(['seen', 'put-back', 'comment'])

function isAbove(row: TreeRow, file: ChangedFile | undefined): boolean {
	return row.kind === 'folder' && file !== undefined && file.name.startsWith(row.path)
}
