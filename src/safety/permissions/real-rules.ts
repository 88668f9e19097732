// Rules with their links resolved: a rule that names a link means what it leads to as well.

import { join, relative } from 'node:path'
import type { Files } from '../../core/host.ts'
import { type PathPattern, patternFrom } from './file-rule.ts'
import { baseOf, type PathBase } from './file-rules.ts'
import { asPattern } from './path-overlap.ts'
import type { StandingRule } from './rule.ts'

/** @returns the same rules, and behind each wall whose path goes through a link another one for where it leads */
export async function withRealNames(
	rules: readonly StandingRule[],
	base: PathBase,
	files: Pick<Files, 'realPath'>,
): Promise<readonly StandingRule[]> {
	const all = await Promise.all(
		rules.map(async standing => [standing, ...(await ruleWithLinksFollowed(standing, base, files))]),
	)
	return all.flat()
}

/** A rule that allows goes by real names only. */
async function ruleWithLinksFollowed(
	standing: StandingRule,
	base: PathBase,
	files: Pick<Files, 'realPath'>,
): Promise<readonly StandingRule[]> {
	const { list, rule } = standing
	if (list === 'allow' || rule.kind !== 'files' || !rule.pattern) return []
	const { plain, open } = stepsOf(rule.pattern)
	const written = join(baseOf(rule.pattern, base), ...plain)
	const real = await files.realPath(written)
	if (real === written) return []
	const glob = [asPattern(relative('/', real)), ...open].filter(step => step !== '').join('/')
	const pattern = patternFrom('root', glob)
	return pattern ? [{ ...standing, rule: { ...rule, pattern } }] : []
}

/** Up to the first step that may be many names, and from there on. */
export function stepsOf({ text }: Pick<PathPattern, 'text'>): {
	plain: readonly string[]
	open: readonly string[]
} {
	const steps = text.split('/')
	const firstOpen = steps.findIndex(step => /[*?[{\\]/.test(step))
	const count = firstOpen === -1 ? steps.length : firstOpen
	return { plain: steps.slice(0, count), open: steps.slice(count) }
}
