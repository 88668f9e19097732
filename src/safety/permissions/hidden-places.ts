// Paths a file tool must leave out of a folder it was allowed into, because a deny or ask rule covers them.
//
// Names count as much as content: list and glob are `read` tools too, a rule refuses them on the place itself, and the
// name of a customer or a project can be what is secret. Nor may the number tell anything: it does not depend on what
// was searched for. The built-in protection for credentials is another thing: their names are no secret, so list and
// glob show them, and only grep leaves the files out.

import type { Files } from '../../core/host.ts'
import type { ResolvedPath, Workspace } from '../paths/paths.ts'
import type { HiddenPlaces } from './denied-files.ts'
import type { StandingRule } from './rule.ts'

/** `root`: where relative paths in rules start, links resolved. */
export type PermissionRules = { rules(): readonly StandingRule[]; root: string }

export type HidingDeps = { workspace: Workspace; permissions?: PermissionRules | undefined }

/**
 * @param place - a folder that may be looked into
 * @returns undefined when no rule stands before reading, so that looking costs nothing
 */
export async function hiddenPlaces(
	place: ResolvedPath,
	{ workspace, permissions }: HidingDeps,
	files: Files,
): Promise<HiddenPlaces | undefined> {
	const rules = readRules(permissions)
	if (!permissions || rules.length === 0) return undefined
	const { openHiddenPlaces } = await import('./denied-files.ts')
	return openHiddenPlaces(place, { rules, base: { root: permissions.root, home: workspace.home }, files })
}

/** @returns the rule that denies reading the file to everybody, also to a prompt that points at it */
export async function denialOf(
	path: string,
	{ workspace, permissions }: HidingDeps,
	files: Files,
): Promise<StandingRule | undefined> {
	const rules = readRules(permissions).filter(({ list }) => list === 'deny')
	if (!permissions || rules.length === 0) return undefined
	const { denyRuleBefore } = await import('./denied-files.ts')
	return denyRuleBefore(path, { rules, workspace, root: permissions.root, files })
}

/** Those that stand before reading. */
function readRules(permissions: PermissionRules | undefined): readonly StandingRule[] {
	const rules = permissions?.rules() ?? []
	return rules.filter(({ list, rule }) => list !== 'allow' && rule.kind === 'files' && rule.use === 'read')
}
