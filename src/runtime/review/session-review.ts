// The review of a session: what has changed since when, what the user has seen of it, and putting some of it back, which
// is kept like going back and can be taken back.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import type {
	ChangeCounts,
	ChangeQueries,
	ChangeScope,
	PutBack,
	ReviewedFile,
} from '../../core/review/changes.ts'
import { shownName } from '../../core/text/byte-names.ts'
import { diskContent } from '../../workspace/changes/disk-content.ts'
import {
	type ComparedSides,
	changeKey,
	compareSides,
	isSameContent,
	withHunkPutBack,
} from '../../workspace/changes/file-change.ts'
import type { FileContent } from '../../workspace/changes/file-content.ts'
import { branchBase, type GitBase, sinceHead } from '../../workspace/changes/git-bases.ts'
import { sha256Of } from '../../workspace/checkpoints/contents.ts'
import { createSlices } from '../../workspace/checkpoints/slices.ts'
import type { Checkpoints } from '../../workspace/checkpoints/store.ts'
import { changesInGit, checkpointChanges, type ListedChanges, nothingListed } from './listed-changes.ts'
import type { ReviewGit } from './review-git.ts'
import type { SeenMarks } from './seen-marks.ts'

export type StoreEvent = (event: StoredEvent) => Promise<void> | undefined

export type SessionReview = {
	changes: ChangeQueries
	/**
	 * @returns what was done, for the user
	 * @throws AgentError `rejected` when the file is another one than was shown, or cannot be kept as it is
	 */
	putBack(wish: PutBack, store: StoreEvent): Promise<string>
	/** Takes the last one back that has not been. Returns and throws like `putBack`. */
	takeBack(store: StoreEvent): Promise<string>
	markSeen(keys: readonly string[], isSeen: boolean): Promise<void>
}

export type ReviewParts = {
	/** Of the session, real. */
	cwd: string
	/** Undefined where this session keeps no files; a sentence says why. */
	checkpoints(): Promise<Checkpoints | string>
	/** The state before the last run's first change. */
	lastRun(): Promise<string | undefined>
	git(): Promise<ReviewGit | string>
	seen: SeenMarks
	/** Going back makes files that a sandboxed command in the background may not. @returns to be called afterwards */
	standBack?: (() => () => void) | undefined
}

export function createSessionReview(parts: ReviewParts): SessionReview {
	return new Review(parts)
}

class Review implements SessionReview {
	readonly changes: ChangeQueries
	private readonly parts: ReviewParts
	private readonly listed = new Map<ChangeScope, ListedChanges>()
	/** What was put back, the last one at the end. */
	private readonly done: {
		path: string
		name: string
		from: FileContent
		to: FileContent
		folders: readonly string[]
	}[] = []

	constructor(parts: ReviewParts) {
		this.parts = parts
		this.changes = {
			list: async scope => (await this.look(scope)).list,
			file: async (scope, path) => this.file(await this.known(scope), path),
			counts: async (scope, paths) => {
				const listed = await this.known(scope)
				const sides = await listed.sides(paths)
				const counts: (ChangeCounts | undefined)[] = []
				const slices = createSlices()
				for (const [at, path] of paths.entries()) {
					counts.push(countsOf(path, sides[at]))
					await slices.pause()
				}
				return counts
			},
			seen: () => parts.seen.list(),
		}
	}

	async putBack({ scope, path, key, hunk }: PutBack, store: StoreEvent): Promise<string> {
		const listed = await this.known(scope)
		const name = this.nameOf(listed, path)
		const [sides] = await listed.sides([path])
		if (!sides || changeKey(path, sides) !== key)
			throw new AgentError('rejected', `${name} is not what was shown any more; it was left as it is`)
		const to = hunk ? hunkPutBack(sides, hunk, name) : sides.before
		if (to.kind === 'closed')
			throw new AgentError('rejected', `${name} cannot be put back from here: what it was is ${to.words}`)
		if (sides.after.kind === 'closed')
			throw new AgentError('rejected', `${name} cannot be put back from here: it is ${sides.after.words}`)
		await this.replace({ path, name, from: sides.after, to, folders: listed.foldersFor(path) }, store)
		this.done.push({ path, name, from: sides.after, to, folders: listed.foldersFor(path) })
		return hunk ? `Put back in ${name}: ${placeOf(hunk)}.` : `Put back: ${name}.`
	}

	async takeBack(store: StoreEvent): Promise<string> {
		const last = this.done.at(-1)
		if (!last) throw new AgentError('rejected', 'nothing that was put back is left to be taken back')
		const { from, to, name } = last
		await this.replace({ ...last, from: to, to: from }, store)
		this.done.pop()
		return `Taken back: ${name} is as it was before something was put back in it.`
	}

	markSeen(keys: readonly string[], isSeen: boolean): Promise<void> {
		return this.parts.seen.mark(keys, isSeen)
	}

	private async known(scope: ChangeScope): Promise<ListedChanges> {
		return this.listed.get(scope) ?? this.look(scope)
	}

	private async look(scope: ChangeScope): Promise<ListedChanges> {
		const listed = await this.changesOf(scope).catch(error =>
			nothingListed({ scope, since: '' }, `It cannot be told: ${messageOf(error)}`),
		)
		this.listed.set(scope, listed)
		return listed
	}

	private async changesOf(scope: ChangeScope): Promise<ListedChanges> {
		const { cwd } = this.parts
		switch (scope) {
			case 'run': {
				const since = { scope, since: 'the last prompt', cwd }
				const state = await this.parts.lastRun()
				return state === undefined ? nothingListed(since) : this.sinceState(since, state)
			}
			case 'session':
				return this.sinceState({ scope, since: 'the session began', cwd }, undefined)
			case 'uncommitted':
			case 'branch': {
				const repository = await this.parts.git()
				if (typeof repository === 'string') return nothingListed({ scope, since: '' }, repository)
				const look = ({ commit, since }: GitBase) => changesInGit({ scope, since, cwd }, commit, repository)
				if (scope === 'uncommitted') return sinceHead(repository.git, look)
				const base = await branchBase(repository.git)
				return typeof base === 'string' ? nothingListed({ scope, since: '' }, base) : look(base)
			}
		}
	}

	private async sinceState(
		since: { scope: ChangeScope; since: string; cwd: string },
		state: string | undefined,
	): Promise<ListedChanges> {
		const checkpoints = await this.parts.checkpoints()
		if (typeof checkpoints === 'string') return nothingListed(since, checkpoints)
		const changes = await checkpoints.changesSince(state)
		return changes
			? checkpointChanges(since, changes, checkpoints)
			: nothingListed(since, 'How the files were then is no longer kept.')
	}

	private async file(listed: ListedChanges, path: string): Promise<ReviewedFile | undefined> {
		const [sides] = await listed.sides([path])
		const file = listed.list.files.find(each => each.path === path)
		if (!sides || !file || isSameContent(sides.before, sides.after)) return undefined
		return { ...file, ...compareSides(path, sides) }
	}

	private nameOf({ list }: ListedChanges, path: string): string {
		return list.files.find(each => each.path === path)?.name ?? shownName(path)
	}

	private async replace({ path, name, from, to, folders }: Replaced, store: StoreEvent): Promise<void> {
		const checkpoints = await this.parts.checkpoints()
		if (typeof checkpoints === 'string')
			throw new AgentError('rejected', `nothing can be put back: ${checkpoints}`)
		if (!isSameContent(await diskContent(path), from))
			throw new AgentError('rejected', `${name} has changed on the disk since; it was left as it is`)
		const over = this.parts.standBack?.()
		const emptied = to.kind === 'missing' ? folders : []
		try {
			await checkpoints.replace({ path, expected: entryOf(from), to: entryOf(to), emptied }, async undo =>
				store({ type: 'checkpoint', checkpointId: undo }),
			)
		} catch (error) {
			if (error instanceof AgentError) throw error
			throw new AgentError('rejected', `${name} was left as it is: ${messageOf(error)}`, { cause: error })
		} finally {
			over?.()
		}
	}
}

function countsOf(path: string, sides: ComparedSides | undefined): ChangeCounts | undefined {
	if (!sides || isSameContent(sides.before, sides.after)) return undefined
	const { added, removed, key } = compareSides(path, sides)
	return { added, removed, key }
}

type Replaced = { path: string; name: string; from: FileContent; to: FileContent; folders: readonly string[] }

function hunkPutBack(
	{ before, after }: ComparedSides,
	hunk: NonNullable<PutBack['hunk']>,
	name: string,
): FileContent {
	// All of a file that was not there, or is no longer, is one hunk.
	if (before.kind === 'missing' || after.kind === 'missing') return before
	if (before.kind !== 'file' || after.kind !== 'file')
		throw new AgentError('rejected', `${name} has no lines; it can only be put back as a whole`)
	try {
		return {
			kind: 'file',
			bytes: withHunkPutBack({ before: before.bytes, after: after.bytes }, hunk),
			mode: after.mode,
		}
	} catch (error) {
		throw new AgentError('usage', `${name}: ${messageOf(error)}`, { cause: error })
	}
}

function placeOf({ after }: NonNullable<PutBack['hunk']>): string {
	return after.count <= 1 ? `line ${after.from + 1}` : `lines ${after.from + 1}–${after.from + after.count}`
}

function entryOf(content: FileContent) {
	const empty = new Uint8Array()
	switch (content.kind) {
		case 'file':
			return {
				kind: 'file' as const,
				mode: content.mode ?? 0o644,
				content: sha256Of(content.bytes),
				bytes: content.bytes,
			}
		case 'link':
			return { kind: 'link' as const, mode: 0, content: content.target, bytes: empty }
		case 'missing':
		case 'closed':
			return undefined
	}
}
