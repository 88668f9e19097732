// What a repository map is asked for with, and what comes of it: plain values, because a thread of its own makes it.

import type { RuleList } from '../../safety/permissions/rule.ts'

export type MapPlace = {
	/** The working folder: absolute, links resolved. */
	root: string
	/** The user's home folder, for rules that name it. */
	home: string
	/** Where what was found out about files is kept. Left out, nowhere. */
	cacheFolder?: string
	/** Rules that stand before reading, as they are written, and where their relative paths start. */
	rules: readonly { list: RuleList; text: string; scope: string }[]
	rulesRoot: string
	/** Folders of the program's own, which are nobody's work: real paths. */
	own: readonly string[]
}

export type MapWish = { prompt: string; limitTokens: number; now: number }

export type RepositoryMap = {
	/** Undefined for a folder with nothing in it that could be shown. */
	text: string | undefined
	files: number
	/** Of them, those that had to be read. */
	read: number
	/** The best files, in the order of the map. */
	best: readonly string[]
}
