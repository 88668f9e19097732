// Rewinding in words: what going back would do and what it did, as the user is told. A repository is one thing in it,
// however many files git has put there.

import { isAbsolute, relative } from 'node:path'
import type { RewindPoint } from '../../core/runtime-port.ts'
import { shownName } from '../../core/text/byte-names.ts'
import type { LogRewindPoint } from '../../sessions/folds/active-events.ts'
import type { RewindPlan } from '../../workspace/checkpoints/plan.ts'
import { gitOf } from '../../workspace/checkpoints/repositories.ts'
import type { Left, RestoreStep } from '../../workspace/checkpoints/steps.ts'
import type { Rewound, Taken } from '../../workspace/checkpoints/store.ts'

export function uncountedPoint({ toSeq, at, prompt, name }: LogRewindPoint): RewindPoint {
	return {
		toSeq,
		at,
		prompt,
		...(name !== undefined && { name }),
		changedFiles: undefined,
		isUncounted: true,
	}
}

export function rewindPoint(
	{ toSeq, at, prompt, checkpointId, unkept, isUndo, name }: LogRewindPoint,
	plan: RewindPlan | undefined,
	cwd: string,
): RewindPoint {
	const point = { toSeq, at, prompt, ...(isUndo && { isUndo }), ...(name !== undefined && { name }) }
	const isLost = checkpointId !== undefined || unkept !== undefined
	if (!plan) return { ...point, changedFiles: undefined, ...(isLost && { isLost: true }) }
	const changes = countedSteps(plan.steps).map(step => ({
		path: displayPath(step.path, cwd),
		what: whatOf(step),
		...(step.isChangedByHand && { isChangedByHand: true as const }),
	}))
	const left = leftByUnit(plan.left).map(each => `${displayPath(each.path, cwd)}: ${REASONS[each.why]}`)
	const count = changes.length + left.length
	return {
		...point,
		changedFiles: count === 0 ? undefined : changes.length,
		...(count > 0 && {
			preview: { changes: changes.sort(byPath).slice(0, SHOWN), left: left.sort().slice(0, SHOWN) },
		}),
	}
}

/** Those of files, of which a folder is there for what is in it, and one for each repository. */
export function countedSteps(steps: readonly RestoreStep[]): readonly RestoreStep[] {
	const counted: RestoreStep[] = []
	const repositories = new Map<string, RestoreStep>()
	for (const step of steps) {
		const git = gitOf(step.path)
		if (git === undefined) {
			if ((step.to ?? step.from)?.kind !== 'folder') counted.push(step)
			continue
		}
		const isWhole = step.path === git
		const known = repositories.get(git)
		const isChangedByHand = step.isChangedByHand || (known?.isChangedByHand ?? false)
		// What is done to the folder itself is done to the repository; anything else is a change in it.
		const { from, to } = isWhole ? step : (known ?? { from: SOMETHING, to: SOMETHING })
		repositories.set(git, { path: git, from, to, isChangedByHand })
	}
	return [...counted, ...repositories.values()]
}

/** What is said once and holds for the session: files that no checkpoint of it has. */
export function createLimitNotices(): { notices(taken: Taken, cwd: string): readonly string[] } {
	let [isLargeSaid, isUnkeptSaid] = [false, false]
	return {
		notices({ isTooLarge, notKept }, cwd) {
			const said: string[] = []
			if (isTooLarge && !isLargeSaid)
				said.push('There are too many files here to keep them all: /rewind brings back those edited by name.')
			if (notKept.length > 0 && !isUnkeptSaid)
				said.push(`Could not be kept, so /rewind does not bring back: ${listPaths(notKept, cwd)}.`)
			isLargeSaid ||= isTooLarge
			isUnkeptSaid ||= notKept.length > 0
			return said
		},
	}
}

export function rewindNotices({ steps, left, skipped, unnoted }: Rewound, cwd: string): readonly string[] {
	const done = countedSteps(steps)
	const byHand = done.filter(step => step.isChangedByHand).map(({ path }) => path)
	const notices: string[] = []
	if (byHand.length > 0)
		notices.push(`Also changed by hand since, and kept for /undo: ${listPaths(byHand, cwd)}.`)
	for (const [why, paths] of byReason(leftByUnit(left).map(each => ({ ...each, why: REASONS[each.why] }))))
		notices.push(
			paths.length === 1
				? `${listPaths(paths, cwd)} ${why}.`
				: `Each of these ${why}: ${listAll(paths, cwd)}.`,
		)
	for (const [why, paths] of byReason(skipped))
		notices.push(
			paths.length === 1
				? `${listPaths(paths, cwd)} was left as it is: ${why}.`
				: `These were left as they are: ${listAll(paths, cwd)}: ${why}.`,
		)
	if (skipped.length > 0)
		notices.push(
			`Only a part went back: ${done.length} done, ${skipped.length} not. /rewind to the same prompt tries the rest again, /undo takes back what was done.`,
		)
	if (unnoted !== undefined)
		notices.push(
			`The files went back, but that could not be written down (${unnoted}). It is tried again before anything else is kept.`,
		)
	return notices
}

export function listPaths(paths: readonly string[], cwd: string): string {
	return listed(paths, cwd, 5)
}

function listAll(paths: readonly string[], cwd: string): string {
	return listed(paths, cwd, SHOWN)
}

function listed(paths: readonly string[], cwd: string, most: number): string {
	const names = paths.map(path => displayPath(path, cwd))
	return names.length <= most
		? names.join(', ')
		: `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

function displayPath(path: string, cwd: string): string {
	const short = relative(cwd, path)
	return shownName(short.startsWith('..') || isAbsolute(short) ? path : short)
}

function byReason(each: readonly { path: string; why: string }[]): ReadonlyMap<string, readonly string[]> {
	const reasons = new Map<string, string[]>()
	// The reason of the system names the path once more.
	for (const { path, why } of each) {
		const reason = why.replace(/,? \w+ '.*'$/s, '')
		reasons.set(reason, [...(reasons.get(reason) ?? []), path])
	}
	return reasons
}

function leftByUnit(left: readonly Left[]): readonly Left[] {
	const units = new Map<string, Left>()
	for (const each of left) {
		const path = gitOf(each.path) ?? each.path
		units.set(`${path} ${each.why}`, { ...each, path })
	}
	return [...units.values()]
}

const SOMETHING: RestoreStep['to'] = {
	kind: 'folder',
	mode: 0o755,
	content: '',
	stamp: { sizeBytes: 0, modifiedMs: 0, changedMs: 0, inode: 0, links: 1, isSettled: false },
}

const SHOWN = 500

const REASONS: Record<Left['why'], string> = {
	'not-kept': 'was not kept, so it stays as it is',
	'would-be-lost': 'is too large or cannot be read to be kept, so it stays',
	'unknown-maker': 'may not have been made by a run, so it stays',
	special: 'is or was a pipe, a socket or a device, so it stays as it is',
	'git-by-hand': 'was changed by somebody else since, so the repository stays as it is',
	'other-work-tree': 'belongs to work trees elsewhere too, so the repository stays as it is',
}

function whatOf({ from, to }: RestoreStep): 'back' | 'removed' | 'changed' {
	return !to ? 'removed' : from ? 'changed' : 'back'
}

function byPath(a: { path: string }, b: { path: string }): number {
	return a.path < b.path ? -1 : 1
}
