// Matchers of hooks, as Claude reads them: nothing or `*` is everything, plain words between bars are names, anything
// else is a regular expression that may be found anywhere in a name.

/** @param names - all that the thing is called: one of them is enough */
export function fitsMatcher(matcher: string, names: readonly string[]): boolean {
	const wanted = matcher.trim()
	if (wanted === '' || wanted === '*') return true
	if (PLAIN.test(wanted)) {
		const listed = wanted.split(/[|,]/).map(name => name.trim())
		return names.some(name => listed.includes(name))
	}
	const pattern = new RegExp(wanted)
	return names.some(name => pattern.test(name))
}

const PLAIN = /^[\w\s|,-]+$/

/** @returns what is wrong with it, to be read behind "the matcher" */
export function matcherProblem(matcher: string): string | undefined {
	try {
		fitsMatcher(matcher, [''])
		return undefined
	} catch {
		return `${JSON.stringify(matcher)} is no regular expression`
	}
}
