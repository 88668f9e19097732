// Checkpoints of a session: taken before a run's first call that may change the work tree and again at the run's end,
// so that what the run did can be told from what the user did. And rewinding to them.

import { isAbsolute, relative, resolve } from 'node:path'
import type { Command } from '../../core/commands.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import type { Files } from '../../core/host.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import { rulesAbove } from '../../safety/paths/ignore-rules.ts'
import {
	type LogRewindPoint,
	logRewindPoints,
	REWIND_EVENT_TYPES,
} from '../../sessions/folds/active-events.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { Left, RestoreStep, RewindPlan } from '../../workspace/checkpoints/plan.ts'
import type { Checkpoints, Rewound } from '../../workspace/checkpoints/store.ts'
import type { RuntimeOptions } from '../options.ts'
import type { EarlierLog } from './earlier-log.ts'
import type { RunContext } from './run-capabilities.ts'

export type SessionCheckpoints = {
	/** Does a run with a context that keeps the tree when it has to. */
	during<End>(context: RunContext, run: (context: RunContext) => Promise<End>): Promise<End>
	/** @param toSeq - only that one; without it the files of the oldest ones are not counted */
	points(stored: readonly StoredEnvelope[], toSeq?: number): Promise<readonly RewindPoint[]>
	/**
	 * @param store - for what has to be in the log before a file changes
	 * @throws AgentError `rejected` when there is no such place to go back to, or its files are no longer kept
	 */
	rewind(
		command: Extract<Command, { type: 'rewind' }>,
		stored: readonly StoredEnvelope[],
		store: (event: StoredEvent) => Promise<void> | undefined,
	): Promise<RewindResult>
}

/**
 * `needed`: what has to be at hand before the event is stored.
 * `told`: what the user has to know, in whole sentences.
 */
export type RewindResult = {
	event: Extract<StoredEvent, { type: 'rewind' }>
	needed: readonly StoredEnvelope[]
	notices: readonly string[]
}

export function createSessionCheckpoints(
	options: Pick<RuntimeOptions, 'cwd' | 'addDirs' | 'folders' | 'settings' | 'session'>,
	session: SessionParts,
): SessionCheckpoints {
	const { cwd } = options
	const { earlier } = session
	// A session that is not stored leaves nothing behind, contents of files least of all.
	const isPersisted = options.settings.checkpoints.enabled && options.session.isStored
	let opened: Promise<Checkpoints> | undefined
	const open = () => (opened ??= openCheckpoints(options, session))
	let isLargeNotified = false

	return {
		async during(context, run) {
			if (!isPersisted) return run(context)
			const { signal, store, show } = context
			let taken: Promise<string | undefined> | undefined
			let prepared: Promise<void> | undefined
			// Whoever lets one change happen that cannot be undone is not asked about the next one of the same run.
			let isAccepted = false
			const over = new AbortController()
			const warn = (text: string) => show({ type: 'notice', level: 'warning', text })
			/** @returns why it could not be taken */
			const take = async (): Promise<string | undefined> => {
				try {
					const { id, isTooLarge } = await (await open()).take('before', signal)
					await store({ type: 'checkpoint', checkpointId: id })
					if (isTooLarge && !isLargeNotified) {
						isLargeNotified = true
						warn('There are too many files here to keep them all: /rewind brings back those edited by name.')
					}
					return undefined
				} catch (error) {
					if (signal.aborted || (error instanceof AgentError && error.code === 'storage-failed')) throw error
					warn(`What this run changes cannot be undone: ${messageOf(error)}`)
					return `No checkpoint could be made (${messageOf(error)}), so this cannot be undone.`
				}
			}
			const keepNamed = async (changes: readonly string[]): Promise<string | undefined> => {
				try {
					await (await open()).keepNamed(changes)
					return undefined
				} catch (error) {
					const names = changes.map(path => displayPath(path, cwd)).join(', ')
					warn(`What changes in ${names} cannot be undone: ${messageOf(error)}`)
					return `${names} could not be kept (${messageOf(error)}), so this cannot be undone.`
				}
			}
			const end = run({
				...context,
				async keepFirst({ tier, changes }) {
					if (tier === 'read-only') return undefined
					taken ??= take()
					const why = (await taken) ?? (await keepNamed(changes))
					if (why === undefined || isAccepted) return undefined
					// Should this one be refused, the next one tries again.
					if (await taken) taken = undefined
					return {
						why,
						accepted() {
							isAccepted = true
						},
					}
				},
				approve(call, until) {
					// While somebody thinks about it there is time to read what has changed.
					if (!taken && call.permission.tier !== 'read-only')
						prepared ??= open()
							.then(checkpoints => checkpoints.prepare(AbortSignal.any([signal, over.signal])))
							.catch(() => undefined)
					return context.approve(call, until)
				},
			})
			try {
				return await end
			} finally {
				// What goes on behind the end of a run would write into a home that may be gone by then.
				over.abort()
				await prepared
				// Before anything else may change the tree.
				if (taken && (await taken.catch(() => '')) === undefined)
					await (await open())
						.take('after')
						.catch(error => warn(`What this run changed cannot be undone: ${messageOf(error)}`))
			}
		},

		async points(stored, toSeq) {
			const all = logRewindPoints(await earlier.withAll(REWIND_EVENT_TYPES, stored))
			const points = toSeq === undefined ? all : all.filter(point => point.toSeq === toSeq)
			// Each has to look at all that was kept since, so counting every one of a long session takes its time squared.
			const ids = [...new Set(points.flatMap(({ checkpointId }) => checkpointId ?? []))].slice(
				0,
				MOST_COUNTED,
			)
			const plans = ids.length === 0 || !isPersisted ? [] : await (await open()).preview(ids)
			const byId = new Map(ids.map((id, index) => [id, plans[index]]))
			return points.map(point => {
				const { checkpointId: id } = point
				const isUncounted = isPersisted && id !== undefined && !byId.has(id)
				return isUncounted ? uncountedPoint(point) : rewindPoint(point, byId.get(id ?? ''), cwd)
			})
		},

		async rewind({ toSeq, conversation, files: withFiles }, stored, store) {
			const points = logRewindPoints(await earlier.withAll(REWIND_EVENT_TYPES, stored))
			const point = points.find(each => each.toSeq === toSeq)
			if (!point) throw new AgentError('rejected', `there is no prompt after number ${toSeq} to go back to`)
			const event = { type: 'rewind' as const, toSeq, conversation }
			const needed = conversation ? await earlier.neededAt(toSeq, stored) : []
			if (!withFiles || point.checkpointId === undefined) {
				if (conversation) return { event, needed, notices: [] }
				throw new AgentError('rejected', 'no file was changed since; there is nothing to go back on')
			}
			if (!isPersisted) throw new AgentError('rejected', 'files are not kept in this session')
			// Should the process die in between, the tree as it is now can still be had again.
			const over = session.standBack?.()
			const done = await rewindFiles(await open(), point.checkpointId, async undo =>
				store({ type: 'checkpoint', checkpointId: undo }),
			).finally(over)
			const changed = done.steps.filter(isCounted).length
			const kept = { restored: point.checkpointId, undo: done.undo, changed }
			return { event: { ...event, files: kept }, needed, notices: rewindNotices(done, cwd) }
		},
	}
}

type SessionParts = {
	sessionId: string
	/** The session this one is a copy of, whose checkpoints are its own as well. */
	parentId: string | undefined
	files: Files
	now(): number
	earlier: EarlierLog
	/** Going back makes files that a sandboxed command in the background may not. @returns to be called afterwards */
	standBack?: (() => () => void) | undefined
}

async function openCheckpoints(
	{ cwd, addDirs, folders, settings }: Parameters<typeof createSessionCheckpoints>[0],
	{ sessionId, parentId, files, now }: SessionParts,
): Promise<Checkpoints> {
	const { createCheckpoints } = await import('../../workspace/checkpoints/store.ts')
	const real = (paths: readonly string[]) => Promise.all(paths.map(path => files.realPath(resolve(path))))
	return createCheckpoints({
		folder: folders.checkpoints,
		sessionId,
		parentId,
		roots: [...new Set(await real([cwd, ...addDirs]))],
		excluded: await real([...folders.own, folders.cache]),
		rulesAbove: async folder => (await rulesAbove(folder, files)).rules,
		maxFileBytes: settings.checkpoints.maxFileBytes,
		maxTotalBytes: MAX_TOTAL_BYTES,
		maxEntries: MAX_ENTRIES,
		now,
	})
}

/** Of all sessions about one folder together. */
const MAX_TOTAL_BYTES = 1 << 30

/** Somebody's whole home has more; looking through it all before each change would not be worth it. */
const MAX_ENTRIES = 250_000

async function rewindFiles(
	checkpoints: Checkpoints,
	id: string,
	kept: (undo: string) => Promise<void>,
): Promise<Rewound> {
	try {
		return await checkpoints.rewind(id, kept)
	} catch (error) {
		if (error instanceof AgentError) throw error
		throw new AgentError('rejected', messageOf(error), { cause: error })
	}
}

const MOST_COUNTED = 100

function uncountedPoint({ toSeq, at, prompt }: LogRewindPoint): RewindPoint {
	return { toSeq, at, prompt, changedFiles: undefined, isUncounted: true }
}

function rewindPoint(
	{ toSeq, at, prompt, checkpointId, isUndo }: LogRewindPoint,
	plan: RewindPlan | undefined,
	cwd: string,
): RewindPoint {
	const point = { toSeq, at, prompt, ...(isUndo && { isUndo }) }
	if (!plan) return { ...point, changedFiles: undefined, ...(checkpointId !== undefined && { isLost: true }) }
	const steps = plan.steps.filter(isCounted)
	const changes = steps.map(step => ({
		path: displayPath(step.path, cwd),
		what: whatOf(step),
		...(step.isChangedByHand && { isChangedByHand: true as const }),
	}))
	const left = plan.left.map(each => `${displayPath(each.path, cwd)}: ${REASONS[each.why]}`)
	const count = steps.length + plan.left.length
	return {
		...point,
		changedFiles: count === 0 ? undefined : steps.length,
		...(count > 0 && {
			preview: { changes: changes.sort(byPath).slice(0, SHOWN), left: left.sort().slice(0, SHOWN) },
		}),
	}
}

const SHOWN = 500

const REASONS: Record<Left['why'], string> = {
	'not-kept': 'was not kept, so it stays as it is',
	'would-be-lost': 'is too large to be kept, so it stays',
	'unknown-maker': 'may not have been made by a run, so it stays',
}

function whatOf({ from, to }: RestoreStep): 'back' | 'removed' | 'changed' {
	return !to ? 'removed' : from ? 'changed' : 'back'
}

/** A folder is there for what is in it. */
function isCounted({ from, to }: RestoreStep): boolean {
	return (to ?? from)?.kind !== 'folder'
}

function byPath(a: { path: string }, b: { path: string }): number {
	return a.path < b.path ? -1 : 1
}

function rewindNotices({ steps, left, skipped }: Rewound, cwd: string): readonly string[] {
	const byHand = steps.filter(step => step.isChangedByHand && isCounted(step)).map(({ path }) => path)
	return [
		...(byHand.length === 0
			? []
			: [`Also changed by hand since, and kept for /undo: ${listPaths(byHand, cwd)}.`]),
		...left.map(each => `${displayPath(each.path, cwd)} ${REASONS[each.why]}.`).slice(0, 10),
		...skipped.map(({ path, why }) => `${displayPath(path, cwd)} was left as it is: ${why}.`).slice(0, 10),
	]
}

function listPaths(paths: readonly string[], cwd: string): string {
	const names = paths.map(path => displayPath(path, cwd))
	return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}

function displayPath(path: string, cwd: string): string {
	const short = relative(cwd, path)
	return short.startsWith('..') || isAbsolute(short) ? path : short
}
