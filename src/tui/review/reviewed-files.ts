// The files of one scope under review: listed at once, counted and read when they are looked at, and those that the user
// has seen.

import type {
	ChangeCounts,
	ChangedFile,
	ChangeList,
	ChangeQueries,
	ChangeScope,
	ReviewedFile,
} from '../../core/review/changes.ts'

/** `gone`: it is no change any more. */
export type ReviewFileReader =
	| { kind: 'change'; change: ReviewedFile }
	| { kind: 'gone' }
	| { kind: 'failed'; error: unknown }

export class ReviewedFiles {
	readonly scope: ChangeScope
	list: ChangeList | undefined
	readonly #queries: Pick<ChangeQueries, 'list' | 'file' | 'counts'>
	readonly #onNews: () => void
	readonly #counts = new Map<string, ChangeCounts>()
	/** As they were before, until they are counted again. */
	readonly #older: ReadonlyMap<string, ChangeCounts>
	readonly #read = new Map<string, ReviewFileReader>()
	readonly #reading = new Map<string, Promise<void>>()
	readonly #gone = new Set<string>()
	#files: readonly ChangedFile[] | undefined
	#isCounting = false
	#isClosed = false

	/** @param before - the same scope as it was listed before */
	constructor(
		scope: ChangeScope,
		queries: Pick<ChangeQueries, 'list' | 'file' | 'counts'>,
		onNews: () => void,
		before?: ReviewedFiles,
	) {
		this.scope = scope
		this.#queries = queries
		this.#onNews = onNews
		this.#older = new Map(before ? [...before.#older, ...before.#counts] : [])
	}

	/** @throws what the runtime does */
	async load(): Promise<void> {
		const list = await this.#queries.list(this.scope)
		if (this.#isClosed) return
		this.list = list
		this.#files = undefined
	}

	/** The same array until there are others. */
	files(): readonly ChangedFile[] {
		this.#files ??= (this.list?.files ?? []).filter(({ path }) => !this.#gone.has(path))
		return this.#files
	}

	counts(path: string): ChangeCounts | undefined {
		return this.#counts.get(path) ?? this.#older.get(path)
	}

	/** @returns undefined until it has been read */
	read(path: string): ReviewFileReader | undefined {
		const known = this.#read.get(path)
		if (!known) void this.whenRead(path)
		return known
	}

	/** Resolves when it has been read once. */
	async whenRead(path: string): Promise<void> {
		if (!this.#read.has(path)) await (this.#reading.get(path) ?? this.#readNow(path))
	}

	/** As it is on the disk by now; what was read before is shown until then. */
	readAgain(path: string): Promise<void> {
		return this.#readNow(path)
	}

	/** One portion after the other, so that the keys are not kept waiting. @param first - paths that are seen now */
	async count(first: readonly string[]): Promise<void> {
		if (this.#isCounting) return
		this.#isCounting = true
		try {
			const all = [...new Set([...first, ...this.files().map(({ path }) => path)])]
			const left = all.filter(path => !this.#counts.has(path))
			let some = FIRST
			for (let at = 0; at < left.length && !this.#isClosed; at += some) {
				some = at === 0 ? FIRST : AT_ONCE
				await this.#countSome(left.slice(at, at + some))
			}
		} finally {
			this.#isCounting = false
		}
	}

	close(): void {
		this.#isClosed = true
	}

	async #countSome(paths: readonly string[]): Promise<void> {
		const counts = await this.#queries.counts(this.scope, paths)
		if (this.#isClosed) return
		for (const [index, path] of paths.entries()) {
			const found = counts[index]
			if (found) this.#counts.set(path, found)
			else this.#isGone(path, true)
		}
		this.#onNews()
		await new Promise(resolve => setImmediate(resolve))
	}

	#isGone(path: string, isGone: boolean): void {
		if (this.#gone.has(path) === isGone) return
		if (isGone) this.#gone.add(path)
		else this.#gone.delete(path)
		this.#files = undefined
	}

	#readNow(path: string): Promise<void> {
		const reading = this.#readFile(path).finally(() => {
			if (this.#reading.get(path) === reading) this.#reading.delete(path)
		})
		this.#reading.set(path, reading)
		return reading
	}

	async #readFile(path: string): Promise<void> {
		const read = await this.#queries.file(this.scope, path).then(
			(change): ReviewFileReader => (change ? { kind: 'change', change } : { kind: 'gone' }),
			(error: unknown): ReviewFileReader => ({ kind: 'failed', error }),
		)
		if (this.#isClosed) return
		if (this.#read.size >= MOST_HELD) this.#read.delete(this.#read.keys().next().value ?? '')
		this.#read.delete(path)
		this.#read.set(path, read)
		if (read.kind === 'change') this.#counts.set(path, read.change)
		if (read.kind === 'gone') {
			this.#isGone(path, true)
			this.#read.delete(path)
		} else this.#isGone(path, false)
		this.#onNews()
	}
}

/** Those that are seen come at once, the others in portions that are worth starting git for. */
const FIRST = 40
const AT_ONCE = 100
/** Files whose texts are kept at hand. */
const MOST_HELD = 30
