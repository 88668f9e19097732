// How much of a window a request may take: where history is compacted, down to what, and where nothing helps.

export type WindowLimits = {
	/** Prompt and reply together. */
	windowTokens: number
	/** The longest reply. */
	replyTokens: number
}

export type WindowBudget = {
	windowTokens: number
	/** No request is larger than this. */
	limitTokens: number
	/** A request that would be larger sets off a compaction. */
	compactAtTokens: number
	/** What a compaction brings the request down to. */
	targetTokens: number
}

/** @param compactAt - a share of the window; undefined: never before the limit itself */
export function windowBudget(
	{ windowTokens, replyTokens }: WindowLimits,
	compactAt: number | undefined,
): WindowBudget {
	const buffer = Math.ceil(windowTokens * COUNTING_ERROR)
	const reply = Math.min(replyTokens, Math.floor(windowTokens * REPLY_SHARE))
	const limitTokens = windowTokens - buffer - reply
	const wanted = compactAt === undefined ? limitTokens : Math.floor(windowTokens * compactAt)
	const compactAtTokens = Math.min(limitTokens, wanted)
	// A compaction that leaves as much as sets it off would be the first of many.
	const targetTokens = Math.min(Math.floor(windowTokens * TARGET_SHARE), Math.floor(compactAtTokens / 2))
	return { windowTokens, limitTokens, compactAtTokens, targetTokens }
}

const COUNTING_ERROR = 0.05
const REPLY_SHARE = 0.1
const TARGET_SHARE = 0.4
