// The memory contract: a store of what was said, findable again, and an embedder that turns text into vectors.

import type { UnixMs } from './ids.ts'
import type { UserMessage } from './messages.ts'
import type { RateLimits, Usage } from './usage.ts'

export type PassageKind = 'prompt' | 'answer' | 'thought' | 'call' | 'result' | 'error' | 'note'

/** A piece of one message, short enough to be shown whole. */
export type Passage = {
	/** The envelope's number; for a note its place in the file. */
	seq: number
	/** Which piece of the message, from 0. */
	part: number
	kind: PassageKind
	at: UnixMs
	text: string
	/** Left out where it is no part of a file. */
	file?: PassageFile
}

/** The lines of a file that a passage was when it was read or written. */
export type PassageFile = {
	path: string
	/** From 1, both included. */
	firstLine: number
	lastLine: number
	/** Of the whole file as it was then, where that is known. */
	sha256?: string
}

/** One place where a text stands. The same text is kept once, with all of them. */
export type Occurrence = Omit<Passage, 'text'> & {
	source: MemorySource
	/** The user went back on it. */
	isUndone: boolean
}

/** Where passages come from: a session's log, or a file of notes. */
export type MemorySource = {
	/** The session's id, or what the notes are about: `project notes`. */
	name: string
	kind: 'session' | 'notes'
	/** The file it can be read from. What is no longer there is no longer found. */
	path: string
	/** What the project is known by: its git origin, or its root folder. Empty for notes that belong to none. */
	project: string
}

/** How far a source is in the store. */
export type MemoryMark = {
	source: MemorySource
	/** Of a log that is no file: the place of the last line that is covered. */
	coveredBytes: number
	/** Of a file that is written anew each time: another one means other content. */
	stamp: string
}

export type MemoryBatch = {
	mark: MemoryMark
	passages: readonly Passage[]
	/** What the store has of this source is void: the file is not the one it was. */
	resets: boolean
	/**
	 * The user went back on what has a number between these two; it is not found unless asked for. Where there is any, it
	 * is all there is: what was gone back on before and is not named counts again.
	 */
	undone: readonly { after: number; before: number }[]
}

export type MemoryQuery = {
	text: string
	/** Made by the embedder of this id from the same text. */
	vector?: { embedder: string; values: Float32Array }
	/** Left out: of every project. Notes that belong to none are always in. */
	project?: string
	/** Only of this source. */
	source?: string
	/**
	 * In scope wherever they are: first the session that asks, whose own word counts where it has a copy of what another
	 * one holds, then what it was copied from, up to the number where it left.
	 */
	own?: readonly OwnSource[]
	/** `all`: only what holds every word. `some`: whatever is near enough to be about the same. */
	words: 'all' | 'some'
	/** The share of what is asked about that a passage must hold, by weight: 0 to 1. */
	leastCoverage: number
	/** The same with how unlikely it is that so much is there by chance; left out, it may be. */
	leastEvidence?: number
	withUndone: boolean
	limit: number
	/** For what is new to count more. */
	now: UnixMs
}

export type OwnSource = { name: string; upToSeq?: number }

/** `source` and number are those of the first of its occurrences: one that still holds, own ones first, then the newest. */
export type MemoryHit = Passage & {
	source: MemorySource
	isUndone: boolean
	/** Those that were looked at, in that order; there may be more. */
	occurrences: readonly Occurrence[]
	/** Which lists it was found by. */
	lists: readonly ListPlace[]
	/** Higher is better; only comparable within one answer. */
	score: number
	/** The share of what was asked about, by weight, that it holds: 0 to 1. */
	coverage: number
	/** How far that is from chance, by its words or by its vector: 0 to 1. */
	evidence: number
	/** Nothing is in it that the question has not, but everyday words: it may be an answer, and may be the same question. */
	isHollow: boolean
	/** Where the words were found, as offsets in `text`. */
	matches: readonly HitMatch[]
}

/** `asked`: which word of the question it stands for; `worth`: what it tells. Left out, each is its own and all tell as much. */
export type HitMatch = { start: number; end: number; asked?: number; worth?: number }

/** A hit with what has become of it since. */
export type DatedHit = MemoryHit & {
	/** What the user said afterwards that may make it untrue, newest first. `session`: left out where it is the same. */
	corrections: readonly (Passage & { session?: string })[]
	/** Of the file that it shows; left out where it shows none. */
	fileNow?: FileNow
}

/**
 * `same`: as it was. `moved`: the file has changed, and the passage stands at these lines now. `changed`: it stands there
 * no longer. `gone`: there is no such file any more.
 */
export type FileNow =
	| { state: 'same' | 'changed' | 'gone' }
	| { state: 'moved'; firstLine: number; lastLine: number }

/** What memory did about a prompt, and would do again: for whoever asks why. */
export type MemoryTrace = {
	prompt: string
	/** What stood in front of it, in that order. */
	put: readonly DatedHit[]
	/** What came close, best first. */
	missed: readonly TracedMiss[]
	tokens: number
	limitTokens: number
	/** Why nothing was looked for, where nothing was. */
	skipped?: string
	/** Left out, the index had everything. */
	lag?: IndexLag
}

/**
 * `visible`: the model sees it anyway. `weak`: far behind the best. `budget`: there was no room. `gone`: its session was
 * deleted.
 */
export type TracedMiss = {
	hit: MemoryHit
	reason: MemoryMiss['reason'] | 'visible' | 'weak' | 'budget' | 'gone'
}

/** `trace` left out: there was no prompt yet. `lag` left out: the index has everything. */
export type MemoryState = { trace?: MemoryTrace; lag?: IndexLag }

/** What the index has not read yet. */
export type IndexLag = { sessions: number; ofSessions: number; bytes: number }

/** Where a hit stood in one of the lists that were fused. `rank` is from 1; `score` by that list's own measure. */
export type ListPlace = { list: string; rank: number; score: number }

/** What was nearly found. `threshold`: it holds too little of what was asked about. */
export type MemoryMiss = { hit: MemoryHit; reason: 'threshold' | 'duplicate' | 'limit' }

export type MemoryFindings = { hits: readonly MemoryHit[]; missed: readonly MemoryMiss[] }

/** `below`: with a smaller id. `of`: only what is worth it (`memory/worth-embedding.ts`). */
export type UnembeddedChoice = { below?: number | undefined; of?: 'said' | 'results' | 'rest' }

export type Unembedded = { id: number; text: string }

export type MemoryStore = {
	marks(): Promise<readonly MemoryMark[]>
	/** All of it or nothing of it. */
	write(batches: readonly MemoryBatch[]): Promise<void>
	forget(source: string): Promise<void>
	/** Takes the last words of what was forgotten out of the file, which takes a while where that is large. */
	scour(): Promise<void>
	/** Best first, near-duplicates left out. */
	search(query: MemoryQuery): Promise<readonly MemoryHit[]>
	/** The same search, with what came close, best first. */
	explain(query: MemoryQuery): Promise<MemoryFindings>
	/** What was known by its folder is known by its origin, from now on. */
	renameProject(from: string, to: string): Promise<void>
	/**
	 * What the user said next in a source, and did not take back, in order.
	 * @param after - numbers of envelopes
	 */
	promptsAfter(source: string, after: number, limit: number): Promise<readonly Passage[]>
	/** Texts, newest first, that this embedder has not seen. */
	unembedded(embedder: string, limit: number, only?: UnembeddedChoice): Promise<readonly Unembedded[]>
	/** @param vectors - `parts`: of each of a text's windows, in order */
	embed(embedder: string, vectors: readonly { id: number; parts: readonly Float32Array[] }[]): Promise<void>
	/** There is something in the project, or in what belongs to none, that a question could be compared with. */
	hasVectors(embedder: string, project: string): Promise<boolean>
	status(): Promise<MemoryStatus>
	close(): Promise<void>
}

export type MemoryStatus = {
	kind: 'sqlite' | 'scan' | 'postgres'
	sources: number
	/** Texts that differ. */
	passages: number
	/** Where they stand. */
	occurrences: number
	vectors: readonly { embedder: string; count: number }[]
	/** Texts that are worth a vector. */
	worthEmbedding: number
	sizeBytes: number
}

export type Embedder = {
	/** Stored with each vector: vectors of two embedders are never compared. */
	readonly id: string
	/** @throws AgentError */
	embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>
}

export type Embedded = {
	/** One for each text, in order. */
	vectors: readonly Float32Array[]
	/** Left out, the server does not say. */
	usage?: Usage
	rateLimits?: RateLimits
}

/** How what was found begins, in front of a prompt. */
export const MEMORY_OPENING = 'Relevant context from memory:'

/** How many passages were put in front of what the user typed. */
export function memoryPassages({ content }: UserMessage): number {
	const [first] = content
	if (content.length < 2 || first?.type !== 'text' || !first.text.startsWith(MEMORY_OPENING)) return 0
	return first.text.split(PASSAGE_MARK).length - 1
}

/** Only for a message that has passages in front. */
export function withoutMemory(message: UserMessage): UserMessage {
	return { ...message, content: message.content.slice(1) }
}

/** Begins each passage; text that was found never holds it. */
export const PASSAGE_MARK = '\n<passage '
