// Path overlap between a call and a rule, when either may hold patterns: inside, around, or apart.

import { compileGlob } from '../paths/glob-pattern.ts'

/** `inside`: it may be what is named, or lie in it. `above`: what is named may lie in it. */
export type Overlap = 'inside' | 'above' | 'apart'

/**
 * Errs on the side of an overlap.
 * @param named - the pattern of a rule
 * @param path - relative to where the pattern starts; may hold what a shell expands, and NUL for what nobody knows.
 * Both folded.
 */
export function overlap(named: string, path: string): Overlap {
	const found = withoutBraces(named).map(each => compare(steps(each), steps(path)))
	return strongest(found)
}

/** A path as the pattern that means it and nothing else. */
export function asPattern(path: string): string {
	return path.replaceAll(/[*?[\]{}\\]/g, '\\$&')
}

function strongest(found: readonly Overlap[]): Overlap {
	if (found.includes('inside')) return 'inside'
	return found.includes('above') ? 'above' : 'apart'
}

function steps(path: string): readonly string[] {
	return path.split('/').filter(step => step !== '')
}

function compare(named: readonly string[], path: readonly string[]): Overlap {
	const known = new Map<string, Overlap>()
	const from = (at: number, on: number): Overlap => {
		const key = `${at}/${on}`
		const before = known.get(key)
		if (before !== undefined) return before
		const found = look(at, on)
		known.set(key, found)
		return found
	}
	const look = (at: number, on: number): Overlap => {
		const [wanted, given] = [named[at], path[on]]
		if (wanted === undefined) return 'inside'
		if (given === undefined) return 'above'
		if (wanted === '**') return strongest([from(at + 1, on), from(at, on + 1)])
		// Such a step crosses folders, so nothing more can be said of what is below.
		if (wanted.includes('**')) return 'above'
		if (given.includes('**') || given.includes('\0')) return strongest([from(at, on + 1), from(at + 1, on)])
		return mayBeSame(wanted, given) ? from(at + 1, on + 1) : 'apart'
	}
	return from(0, 0)
}

function mayBeSame(wanted: string, given: string): boolean {
	const [isOpen, isGivenOpen] = [PATTERN.test(wanted), PATTERN.test(given)]
	if (!isGivenOpen) return isOpen ? (compileGlob(wanted)?.(given) ?? true) : wanted === given
	if (!isOpen) return compileGlob(given)?.(wanted) ?? true
	return fitTogether(ends(wanted), ends(given))
}

/** What a name begins and ends with for certain. */
function ends(pattern: string): { start: string; end: string } {
	const start = pattern.search(PATTERN)
	return { start: pattern.slice(0, start), end: /[^*?[\]{}\\]*$/.exec(pattern)?.[0] ?? '' }
}

function fitTogether(one: ReturnType<typeof ends>, other: ReturnType<typeof ends>): boolean {
	const startsFit = one.start.startsWith(other.start) || other.start.startsWith(one.start)
	return startsFit && (one.end.endsWith(other.end) || other.end.endsWith(one.end))
}

const PATTERN = /[*?[\]{}\\]/

/** Only braces can hold a slash, so without them a pattern can be taken step by step. */
function withoutBraces(pattern: string): readonly string[] {
	let done: readonly string[] = [pattern]
	while (done.some(each => INNERMOST.test(each))) {
		// So many ways are no rule anybody wrote by hand; anything may be meant.
		if (done.length > MAX_WAYS) return ['**']
		done = done.flatMap(each => {
			const braces = INNERMOST.exec(each)
			if (!braces) return [each]
			const [before, after] = [each.slice(0, braces.index), each.slice(braces.index + braces[0].length)]
			return braces[1]!.split(',').map(way => `${before}${way}${after}`)
		})
	}
	return done
}

const INNERMOST = /\{([^{}]*)\}/
const MAX_WAYS = 200
