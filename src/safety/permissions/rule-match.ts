// How far a rule fits a call.

/** `crosses`: it looks through a folder that holds, or may hold, what the rule names. */
export type Match = 'yes' | 'maybe' | 'crosses' | 'no'

export function strongest(matches: readonly Match[]): Match {
	if (matches.includes('yes')) return 'yes'
	if (matches.includes('maybe')) return 'maybe'
	return matches.includes('crosses') ? 'crosses' : 'no'
}
