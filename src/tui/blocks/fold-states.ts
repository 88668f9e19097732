// Fold states: which blocks of a session are folded to a line or opened, as the user has left them.

import { type BlockId, isOpenId } from '../state/block-ids.ts'
import { type FoldServices, isFold, type StoredFolds } from '../state/fold-services.ts'
import type { Fold } from './folded-rows.ts'

export class FoldStates {
	#usual: Fold = 'shown'
	readonly #folds = new Map<string, Fold>()
	/** Opened for somebody who was led there, and forgotten. */
	readonly #shown = new Map<string, Fold>()
	readonly #onChange: (stored: StoredFolds) => void

	/** @param onChange - the user has folded or opened something */
	constructor(onChange: (stored: StoredFolds) => void = () => {}) {
		this.#onChange = onChange
	}

	of(id: BlockId): Fold {
		return this.#shown.get(foldKey(id)) ?? this.#folds.get(foldKey(id)) ?? this.#usual
	}

	set(id: BlockId, fold: Fold): void {
		this.#shown.delete(foldKey(id))
		// Changed last, forgotten last.
		this.#folds.delete(foldKey(id))
		if (fold !== this.#usual) this.#folds.set(foldKey(id), fold)
		this.#onChange(this.#stored())
	}

	/** Not as the user's own doing: nothing of it is kept. */
	show(id: BlockId, fold: Fold): void {
		this.#shown.set(foldKey(id), fold)
	}

	setAll(fold: Fold): void {
		this.#usual = fold
		this.#folds.clear()
		this.#shown.clear()
		this.#onChange(this.#stored())
	}

	/** As they were left. What has been folded meanwhile stays as it is. */
	restore({ usual, blocks }: StoredFolds): void {
		const meanwhile = [...this.#folds]
		if (this.#usual === 'shown' && isFold(usual)) this.#usual = usual
		for (const [key, fold] of Object.entries(blocks)) if (isFold(fold)) this.#folds.set(key, fold)
		for (const [key, fold] of meanwhile) this.#folds.set(key, fold)
	}

	#stored(): StoredFolds {
		const settled = [...this.#folds].filter(([key]) => !key.startsWith(OPEN))
		return { usual: this.#usual, blocks: Object.fromEntries(settled.slice(-MOST_FOLDS)) }
	}
}

/** The fold states of the sessions this process has shown, those of each the same for whoever asks. */
export class SessionFolds {
	readonly #services: FoldServices | undefined
	readonly #known = new Map<string, { states: FoldStates; restored: Promise<boolean> }>()
	#writing: Promise<unknown> = Promise.resolve()

	/** @param services - left out, nothing outlives the process */
	constructor(services: FoldServices | undefined) {
		this.#services = services
	}

	/** `restored`: resolves when they are as they were left, with whether anything was kept of them; never rejects. */
	of(sessionId: string | undefined): { states: FoldStates; restored: Promise<boolean> } {
		if (sessionId === undefined) return { states: new FoldStates(), restored: Promise.resolve(false) }
		const known = this.#known.get(sessionId)
		if (known) return known
		const states = new FoldStates(stored => this.#write(sessionId, stored))
		const restored = (async () => {
			const stored = await this.#services?.read(sessionId)
			if (stored) states.restore(stored)
			return stored !== undefined
		})().catch(() => false)
		const entry = { states, restored }
		this.#known.set(sessionId, entry)
		return entry
	}

	/** One after the other. That it cannot be kept is no reason to disturb anybody: it is only how things are looked at. */
	#write(sessionId: string, stored: StoredFolds): void {
		this.#writing = this.#writing.then(() => this.#services?.write(sessionId, stored)).catch(() => {})
	}
}

function foldKey({ seq, index }: BlockId): string {
	return isOpenId(seq) ? `${OPEN}${index}` : `${seq}.${index}`
}

/** Of what is not finished: it has no number yet. */
const OPEN = 'open.'
/** Of one session. */
const MOST_FOLDS = 200
