// Paths a sandbox hides because a rule denies them: a program finds files that no text names.

import { join } from 'node:path'
import type { Files } from '../../core/host.ts'
import { contains } from '../paths/paths.ts'
import { baseOf, type PathBase } from './file-rules.ts'
import { stepsOf } from './real-rules.ts'
import type { StandingRule } from './rule.ts'

/** Real paths of files and folders, there or not. */
export type DeniedPlaces = { reading: readonly string[]; changing: readonly string[] }

/**
 * Only of rules whose path is plain, or plain but for `/**` at its end: a mount needs a place, and looking for what a
 * pattern may fit would take longer than most commands. A whole root is not walled off either, for nothing would run.
 */
export async function deniedPlaces(
	rules: readonly StandingRule[],
	base: PathBase,
	{ roots, files }: { roots: readonly string[]; files: Pick<Files, 'realPath'> },
): Promise<DeniedPlaces> {
	const places = await Promise.all(
		rules.map(async ({ list, rule }) => {
			if (list !== 'deny' || rule.kind !== 'files' || !rule.pattern) return []
			const { plain, open } = stepsOf(rule.pattern)
			if (open.length > 0 && open.join('/') !== '**') return []
			const path = await files.realPath(join(baseOf(rule.pattern, base), ...plain))
			return roots.some(root => contains(path, root)) ? [] : [{ path, use: rule.use }]
		}),
	)
	const of = (use: 'read' | 'edit') => places.flat().flatMap(place => (place.use === use ? [place.path] : []))
	return { reading: of('read'), changing: of('edit') }
}
