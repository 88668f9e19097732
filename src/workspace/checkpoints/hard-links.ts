// Hard links: several names of one file. Which names of a state belong together, and what a rewind has to link anew or
// to part so that they do again.

import { hasSameContent, type Tree, type TreeEntry } from './entry.ts'
import type { RestoreStep } from './steps.ts'

/** Whether a change has made other names belong together, with the content the same. */
export function isRelinked(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	if (a?.kind !== 'file' || b?.kind !== 'file') return false
	return a.stamp.inode !== b.stamp.inode && (a.stamp.links > 1 || b.stamp.links > 1)
}

/**
 * The steps with those to link and to part added, and each told how its file is to be put back.
 * @param candidates - paths that a run gave another file of the same content
 * @param targetTree - asked for only where there are links
 */
export function withLinks(
	steps: readonly RestoreStep[],
	{ candidates, now, targetTree }: { candidates: readonly RestoreStep[]; now: Tree; targetTree(): Tree },
): readonly RestoreStep[] {
	const all = [...steps, ...candidates]
	if (!all.some(({ from, to }) => hasLinks(from) || hasLinks(to))) return steps
	const groupsThen = linkGroups(targetTree())
	const groupsNow = linkGroups(now)
	const planned = new Map(steps.map(step => [step.path, step]))
	const possible = new Map(candidates.map(step => [step.path, step]))

	for (const { path, from, to } of candidates) {
		const isParted = !groupsThen.has(path) && groupsNow.has(path) && to?.notKept === undefined
		if (isParted && from?.stamp.inode !== to?.stamp.inode) planned.set(path, possible.get(path)!)
	}
	const groups = new Set(all.flatMap(({ path }) => [groupsThen.get(path) ?? []]))
	for (const group of groups) {
		const leader = leaderOf(group, { planned, possible, now })
		const lead = planned.get(leader) ?? partedLeader(leader, group, groupsNow, possible)
		if (lead) planned.set(leader, lead)
		for (const path of group) {
			const step = planned.get(path) ?? possible.get(path)
			if (path === leader || !step?.to) continue
			const isLinked = !planned.has(path) && now.get(path)?.stamp.inode === now.get(leader)?.stamp.inode
			if (!lead && isLinked) continue
			if (step.to.notKept === undefined || !lead) planned.set(path, { ...step, linkTo: leader })
		}
	}
	return [...planned.values()].map(step => withPlace(step, groupsNow))
}

type LinkGroups = ReadonlyMap<string, readonly string[]>

/** For each path with other names in the tree: all of them, one list for all. */
function linkGroups(tree: Tree): LinkGroups {
	const byFile = new Map<string, string[]>()
	for (const [path, entry] of tree) {
		if (!hasLinks(entry)) continue
		// The number of a file is good on one disk only. Two names of one file have the rest in common as well.
		const key = `${entry.stamp.inode} ${entry.mode} ${entry.content} ${entry.stamp.sizeBytes}`
		const paths = byFile.get(key)
		if (paths) paths.push(path)
		else byFile.set(key, [path])
	}
	const groups = new Map<string, readonly string[]>()
	for (const paths of byFile.values())
		if (paths.length > 1) for (const path of paths.sort()) groups.set(path, paths)
	return groups
}

function hasLinks(entry: TreeEntry | undefined): boolean {
	return entry?.kind === 'file' && entry.stamp.links > 1
}

/** The name that the others are linked to: one that need not be put back, if there is one, and has kept its file. */
function leaderOf(
	group: readonly string[],
	{ planned, possible, now }: { planned: StepsByPath; possible: StepsByPath; now: Tree },
): string {
	const [first = ''] = group
	const staying = group.filter(path => now.has(path) && !planned.has(path))
	return staying.find(path => !possible.has(path)) ?? staying[0] ?? first
}

type StepsByPath = ReadonlyMap<string, RestoreStep>

/** A name that would lead, but has come to belong to names of another file. */
function partedLeader(
	leader: string,
	group: readonly string[],
	groupsNow: LinkGroups,
	possible: StepsByPath,
): RestoreStep | undefined {
	const isShared = groupsNow.get(leader)?.some(path => !group.includes(path)) ?? false
	const step = possible.get(leader)
	return isShared && step?.to?.notKept === undefined ? step : undefined
}

/**
 * A file that still has all its names, some of them out of the tree, is written where it is: any other way would leave
 * those with what the run wrote. Not where somebody wrote after it, who may have meant the other name.
 */
function withPlace(step: RestoreStep, groupsNow: LinkGroups): RestoreStep {
	const { path, from, to, isChangedByHand, linkTo } = step
	if (linkTo !== undefined || isChangedByHand || !from || !to || !hasLinks(from)) return step
	const isSameFile = from.stamp.inode === to.stamp.inode && !hasSameContent(from, to)
	const isBeyond = from.stamp.links > (groupsNow.get(path)?.length ?? 1)
	return isSameFile && isBeyond ? { ...step, isInPlace: true } : step
}
