// Changes under review: which files have changed since when, both sides of one of them, and what of it is put back.

export type ChangeScope = 'run' | 'session' | 'uncommitted' | 'branch'

/** In the order in which a person goes through them. */
export const CHANGE_SCOPES: readonly ChangeScope[] = ['run', 'session', 'uncommitted', 'branch']

/** Questions about changes; `list` is asked first, the others are about files it has told of. */
export type ChangeQueries = {
	list(scope: ChangeScope): Promise<ChangeList>
	/** As it is now; undefined when there is no change any more. @param path - of a file in the list */
	file(scope: ChangeScope, path: string): Promise<ReviewedFile | undefined>
	/** In the order of the paths; undefined for one that is no longer changed. */
	counts(scope: ChangeScope, paths: readonly string[]): Promise<readonly (ChangeCounts | undefined)[]>
	/** Keys of hunks and files that the user has seen in this session. */
	seen(): Promise<readonly string[]>
}

export type ChangeList = {
	scope: ChangeScope
	/** What the files are compared with, in words. Foreign text. */
	since: string
	/** Sorted by name. */
	files: readonly ChangedFile[]
	/** Files that are too many to be listed. */
	moreFiles: number
	/** Why nothing can be told, as a sentence; there are no files then. Foreign text. */
	problem?: string
}

export type ChangedFile = {
	/** Absolute, and as the disk has it. */
	path: string
	/** From the session's folder, to be read. Foreign text. */
	name: string
	what: 'added' | 'changed' | 'removed'
	/** No run has touched it: somebody else changed it meanwhile. Told where that is known. */
	isByHand?: true
}

export type ChangeCounts = {
	/** Lines. */
	added: number
	removed: number
	/** Of the whole change, for the mark that it was seen; another one when anything of it is different. */
	key: string
}

export type ReviewedFile = ChangedFile &
	ChangeCounts & {
		before: FileSide
		after: FileSide
		/** Empty where a side is no text; such a change is put back as a whole. */
		hunks: readonly ChangeHunk[]
	}

/** `other`: what is no text, or more of it than is shown, in words. `mode`: permission bits, octal, where they count. */
export type FileSide =
	| { kind: 'missing' }
	| { kind: 'text'; text: string; mode?: string }
	| { kind: 'other'; words: string; mode?: string }

/** What lies between two places where nothing has changed for more than six lines. */
export type ChangeHunk = {
	before: LineRange
	after: LineRange
	/** The lines that differ, in order. */
	spans: readonly { before: LineRange; after: LineRange }[]
	/** For the mark that it was seen: of the file's name and of the lines that differ. */
	key: string
}

/** Lines that end with a line feed or with the text, counted from 0. */
export type LineRange = { from: number; count: number }

/**
 * `key`: of the change as it was shown; another one on the disk is not touched. `hunk`: left out, the whole file
 * becomes what it was, its mode and its being there included.
 */
export type PutBack = {
	scope: ChangeScope
	path: string
	key: string
	hunk?: Pick<ChangeHunk, 'before' | 'after'>
}
