// Patterns that cost nothing until a text needs them.

/**
 * V8 reads a pattern when it is made, and one with classes of Unicode takes it up to a millisecond.
 * @returns always the same pattern; one that is global keeps its `lastIndex` as any other does
 */
export function latePattern(make: () => RegExp): () => RegExp {
	let made: RegExp | undefined
	return () => {
		made ??= make()
		return made
	}
}
