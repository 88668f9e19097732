// Fold states as they are kept beside the sessions: no event, for nothing of it has been said.

/** `usual`: of all that are not named. `blocks`: by the number of their event and their place in it, such as `12.0`. */
export type StoredFolds = { usual: StoredFold; blocks: Readonly<Record<string, StoredFold>> }

export type StoredFold = 'line' | 'shown' | 'open'

export type FoldServices = {
	/** @returns undefined where nothing is kept of it */
	read(sessionId: string): Promise<StoredFolds | undefined>
	write(sessionId: string, folds: StoredFolds): Promise<void>
}

export function isFold(value: unknown): value is StoredFold {
	return value === 'line' || value === 'shown' || value === 'open'
}
