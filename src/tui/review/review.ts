// The review of changes without its drawing: which scope and file is looked at, what keys do, and what comes of them.

import { errorInfo } from '../../core/errors.ts'
import { CHANGE_SCOPES, type ChangedFile, type ChangeScope } from '../../core/review/changes.ts'
import type { DiffStyle } from '../diff/diff-row.ts'
import type { CodeColours } from '../diff/file-colours.ts'
import { keyHint } from '../input/key-names.ts'
import type { Bindings, KeyPress } from '../input/key-press.ts'
import { type ActionOf, actionOf, goesThroughList, KEYMAP } from '../input/keymap.ts'
import { countWithUnit } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { LineComment } from './comments.ts'
import type { DiffPane } from './diff-pane.ts'
import { LineComments } from './line-comments.ts'
import { PutBacks } from './put-backs.ts'
import type { ReviewMessage, ReviewPlace, ReviewReach } from './review-reach.ts'
import { ReviewTravel } from './review-travel.ts'
import type { ReviewedFiles } from './reviewed-files.ts'
import { SeenHunks } from './seen-hunks.ts'
import { ShownChanges } from './shown-changes.ts'
import type { TreeRow } from './tree/file-tree.ts'

export class ReviewScreen {
	message: ReviewMessage | undefined
	isHelpShown = false
	/** What becomes of lines that are longer than there is room. */
	long: 'fold' | 'cut' = 'fold'
	readonly #comments = new LineComments()
	colours: CodeColours | undefined
	readonly #reach: ReviewReach
	readonly #listeners = new Set<() => void>()
	readonly #shown: ShownChanges
	readonly #travel = new ReviewTravel(() => this.files)
	readonly #seen = new SeenHunks()
	readonly #putBacks: PutBacks
	#version = 0
	#isBusy = false
	/** Something may have changed since it was listed. */
	#isStale = false
	#isRefreshing = false
	#isClosed = false
	#unfollow: (() => void) | undefined
	#paneColumns = 80
	#treeRowsShown = 20

	constructor(reach: ReviewReach, scope: ChangeScope) {
		this.#reach = reach
		this.#putBacks = new PutBacks(command => reach.send(command))
		this.#shown = new ShownChanges(
			{
				changes: reach.changes,
				onNews: () => void this.#changed(),
				onProblem: problem => this.#say(errorInfo(problem).message, true),
				inView: () => this.#pathsInView(),
			},
			scope,
		)
	}

	get files(): ReviewedFiles {
		return this.#shown.files
	}

	/** How many files the other scopes have, once this one has none. */
	get elsewhere(): ReadonlyMap<ChangeScope, number> | undefined {
		return this.#shown.elsewhere
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	readonly version = (): number => this.#version

	/**
	 * @param isChosen - the scope was asked for; otherwise the first one that has something is shown
	 * @param file - that it begins with, where it is one of those
	 */
	async open(isChosen: boolean, file?: string): Promise<void> {
		const seen = this.#reach.changes.seen().then(
			keys => this.#seen.take(keys),
			() => undefined,
		)
		this.#unfollow = this.#reach.follow?.(() => void this.refresh())
		await this.#shown.open(isChosen)
		const wanted = this.files.files().find(({ path, name }) => path === file || name === file)
		if (wanted) {
			this.#travel.tree.select(wanted)
			this.#changed()
		}
		await seen
	}

	/** Files may have changed: they are looked at again, one time after the other, and the cursor stays where it is. */
	async refresh(): Promise<void> {
		this.#isStale = true
		if (this.#isRefreshing || this.#isBusy) return
		this.#isRefreshing = true
		while (this.#isStale && !this.#isBusy && !this.#isClosed) {
			this.#isStale = false
			// What cannot be told now is told by the next time, or by the key that asks for it.
			if (await this.#again().catch(() => false)) await this.#shown.look()
		}
		this.#isRefreshing = false
	}

	close(): void {
		this.#isClosed = true
		this.#unfollow?.()
		this.#shown.close()
		const text = this.#comments.take()
		if (text !== undefined) this.#reach.keep(text)
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

	get style(): DiffStyle {
		return this.#reach.style.now()
	}

	/** Where the keys go in a window that shows both. */
	get focus(): ReviewTravel['focus'] {
		return this.#travel.focus
	}

	get selected(): ChangedFile | undefined {
		return this.#travel.selected
	}

	tree(): readonly TreeRow[] {
		return this.#travel.tree.rows()
	}

	treeCursor(): number {
		return this.#travel.tree.at()
	}

	get comments(): readonly LineComment[] {
		return this.#comments.all
	}

	get draft(): LineComments['draft'] {
		return this.#comments.draft
	}

	/** Of the file that is looked at; a word where there is none. */
	pane(): DiffPane | { words: string } {
		return this.#travel.pane()
	}

	isSeen(key: string | undefined): boolean {
		return this.#seen.has(key)
	}

	isFileSeen({ path }: ChangedFile): boolean {
		return this.isSeen(this.files.counts(path)?.key)
	}

	/** @returns whether the key was for it */
	press(press: KeyPress): boolean {
		if (this.draft) return this.#write(press)
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
		this.#act(action, (press.kind === 'paste' ? undefined : press.bindings) ?? KEYMAP)
		return this.#changed()
	}

	click(place: ReviewPlace): void {
		// What is written is about the line that the cursor is on.
		if (this.draft) return
		this.message = undefined
		if (place.kind === 'scope')
			this.#toScope(CHANGE_SCOPES.indexOf(place.scope) - CHANGE_SCOPES.indexOf(this.files.scope))
		else this.#travel.click(place)
		this.#changed()
	}

	/** @param text - of lines of the diff */
	copy(text: string): void {
		const lines = text.split('\n').length
		const said = lines > 1 ? ` ${lines} lines` : ''
		this.#reach.copy(text).then(
			words => this.#say(`${words.replace(/^Copied/, `Copied${said}`)}.`, false),
			() => undefined,
		)
	}

	/** The mouse has selected something else. */
	redraw(): void {
		this.#changed()
	}

	#act(action: ActionOf<'review'>, bindings: Bindings): void {
		const travel = this.#travel
		if (!travel.diffPane() && this.selected && NEEDS_LINES.has(action))
			return this.#say('Not read yet.', false)
		switch (action) {
			case 'close':
				return this.#reach.close()
			case 'keys':
				this.isHelpShown = true
				return
			case 'next-hunk':
			case 'previous-hunk':
				return travel.toHunk(action === 'next-hunk' ? 1 : -1)
			case 'next-file':
			case 'previous-file':
				return void travel.byFile(action === 'next-file' ? 1 : -1)
			case 'down':
			case 'up':
				return travel.by(action === 'down' ? 1 : -1)
			case 'page-down':
			case 'page-up':
				return travel.page(action === 'page-down' ? 1 : -1, this.#treeRowsShown)
			case 'first':
			case 'last':
				return travel.by((action === 'first' ? -1 : 1) * FAR)
			case 'to-tree':
				return travel.toTree()
			case 'to-diff':
				return travel.toDiff()
			case 'open':
				return this.#open()
			case 'seen':
				return this.#markSeen()
			case 'put-back':
				return this.#putBack()
			case 'take-back':
				return this.#takeBack()
			case 'comment':
				return this.#comment(bindings)
			case 'send':
				return this.#send()
			case 'edit':
				return this.#edit()
			case 'style':
				return this.#say(this.#reach.style.next(this.#paneColumns), false)
			case 'wrap':
				this.long = this.long === 'fold' ? 'cut' : 'fold'
				return
			case 'refresh':
				return this.#do(() => this.#lookAgain('Looked again.'))
			case 'next-scope':
			case 'previous-scope':
				return this.#toScope(action === 'next-scope' ? 1 : -1)
		}
	}

	#pathsInView(): readonly string[] {
		const rows = this.tree().slice(0, this.#treeRowsShown)
		const paths = rows.flatMap(row => (row.kind === 'file' ? [row.file.path] : []))
		const selected = this.selected
		return selected ? [selected.path, ...paths] : paths
	}

	#toScope(by: number): void {
		this.#travel.leave()
		void this.#shown.byScopes(by)
	}

	/** Enter: opens what the cursor is on, and sends comments where there is nothing to open. */
	#open(): void {
		if (!this.#travel.open() && this.comments.length > 0) this.#send()
	}

	#markSeen(): void {
		const file = this.selected
		const pane = this.#travel.diffPane()
		if (!file || !pane || this.#travel.tree.isOnFolder) return
		const hunk = this.focus === 'diff' ? pane.hunk() : undefined
		const { keys, isSeen } = this.#seen.turn(pane.change, hunk)
		this.#do(() => this.#reach.send({ type: 'mark-seen', keys, isSeen }), false)
		if (!isSeen) return
		const next = this.#seen.unseenAfter(pane.change.hunks, pane.hunkIndex() ?? 0)
		if (!hunk) this.#travel.byFile(1)
		else if (next !== -1) pane.toHunk(next)
		else this.#travel.toHunk(1)
	}

	#putBack(): void {
		const pane = this.#travel.diffPane()
		if (!pane || this.#travel.tree.isOnFolder) return
		const isHunk = this.focus === 'diff'
		this.#do(async () => {
			const said = await this.#putBacks.put(pane, isHunk, this.files)
			await this.#lookAgain(`${said} · u takes it back`)
		})
	}

	#takeBack(): void {
		this.#do(async () => {
			const last = await this.#putBacks.takeBack()
			await this.#lookAgain(last ? `Taken back: ${sanitizeLine(last.name)}` : 'Taken back.')
			const file = this.files.files().find(({ path }) => path === last?.path)
			if (!file || !last) return
			this.#travel.select(file)
			await this.files.readAgain(file.path)
			this.#travel.diffPane()?.toHunk(last.hunk)
		})
	}

	/** Reads all anew, says so, and stays where it is. */
	async #lookAgain(said: string): Promise<void> {
		if (!(await this.#again())) return
		this.#say(said, false)
		void this.#shown.look()
	}

	/** @returns false where something else is looked at by now */
	async #again(): Promise<boolean> {
		const selected = this.selected
		const at = this.#travel.tree.inOrder().findIndex(({ path }) => path === selected?.path)
		if (!(await this.#shown.again())) return false
		this.#travel.staysAt(at, selected)
		if (this.selected) await this.files.whenRead(this.selected.path)
		this.#changed()
		return true
	}

	#comment(bindings: Bindings): void {
		const pane = this.#travel.diffPane()
		const line = this.focus === 'diff' ? pane?.line() : undefined
		if (!pane || !line) {
			const goes = keyHint(bindings, 'review', 'to-diff', 'goes to the lines')
			return this.#say(`A comment is about a line${goes === '' ? '' : `: ${goes}`}.`, false)
		}
		const { path, name } = pane.change
		this.#comments.begin({ path, name: sanitizeLine(name), ...line })
	}

	#write(press: KeyPress): boolean {
		const { isTaken, isDone } = this.#comments.write(press)
		const count = this.comments.length
		if (isDone && count > 0)
			this.#say(`${countWithUnit(count, 'comment')} · S sends ${count === 1 ? 'it' : 'them'}`, false)
		if (isTaken) this.#changed()
		return isTaken
	}

	#send(): void {
		const text = this.#comments.take()
		if (text === undefined) return this.#say('There is no comment yet: c writes one on a line.', false)
		this.#reach.prompt(text)
		this.#reach.close()
	}

	#edit(): void {
		const { edit: openEditor } = this.#reach
		const file = this.selected
		if (!file || this.#travel.tree.isOnFolder) return
		if (!openEditor) return this.#say('There is no editor here.', true)
		const pane = this.#travel.diffPane()
		if (pane?.change.after.kind === 'missing') return this.#say('There is no such file any more.', true)
		const line = pane?.line()
		const at = line && !line.isRemoved ? line.line : (pane?.hunk()?.after.from ?? 0) + 1
		this.#do(async () => {
			await openEditor(file.path, at)
			await this.#lookAgain('')
		})
	}

	/** One thing at a time: what the next one is about is known when this one is done. */
	#do(work: () => Promise<void>, isAlone = true): void {
		if (isAlone && this.#isBusy) return
		if (isAlone) this.#isBusy = true
		work()
			.catch((error: unknown) => this.#say(errorInfo(error).message, true))
			.finally(() => {
				if (isAlone) this.#isBusy = false
				if (this.#isStale) void this.refresh()
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
