// Checkpoints of a session: taken before a run's first call that may change the work tree and again at the run's end,
// so that what the run did can be told from what the user did. And rewinding to them.

import { resolve } from 'node:path'
import type { Command } from '../../core/commands.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import type { Files } from '../../core/host.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import { checkpointNameProblem } from '../../core/text/checkpoint-name.ts'
import { rulesAbove } from '../../safety/paths/ignore-rules.ts'
import { activeEvents, logRewindPoints, REWIND_EVENT_TYPES } from '../../sessions/folds/active-events.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { Checkpoints, Rewound } from '../../workspace/checkpoints/store.ts'
import type { RuntimeOptions } from '../options.ts'
import type { EarlierLog } from './earlier-log.ts'
import {
	countedSteps,
	createLimitNotices,
	listPaths,
	rewindNotices,
	rewindPoint,
	uncountedPoint,
} from './rewind-words.ts'
import type { RunContext } from './run-capabilities.ts'

export type SessionCheckpoints = {
	/** Does a run with a context that keeps the tree when it has to. */
	during<End>(context: RunContext, run: (context: RunContext) => Promise<End>): Promise<End>
	/** @param toSeq - only that one; without it the files of the oldest ones are not counted */
	points(stored: readonly StoredEnvelope[], toSeq?: number): Promise<readonly RewindPoint[]>
	/**
	 * Keeps the work tree as it is now.
	 * @returns the event that gives the place a name, and what the user has to know
	 * @throws AgentError `usage` for what is no name, `rejected` for one that is taken
	 */
	name(
		name: string,
		stored: readonly StoredEnvelope[],
	): Promise<{ event: Extract<StoredEvent, { type: 'checkpoint' }>; notices: readonly string[] }>
	/**
	 * @param store - for what has to be in the log before a file changes
	 * @throws AgentError `rejected` when there is no such place to go back to, or its files are no longer kept
	 */
	rewind(
		command: Extract<Command, { type: 'rewind' }>,
		stored: readonly StoredEnvelope[],
		store: (event: StoredEvent) => Promise<void> | undefined,
	): Promise<RewindResult>
	/** All that is kept of the files; a sentence where nothing is. */
	kept(): Promise<Checkpoints | string>
	/** The state before the first change of the last run that counts; undefined when it has made none. */
	lastRun(stored: readonly StoredEnvelope[]): Promise<string | undefined>
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
	const limits = createLimitNotices()

	return {
		async during(context, run) {
			if (!isPersisted) return run(context)
			const { signal, store, show } = context
			let taken: Promise<Unmade | undefined> | undefined
			let prepared: Promise<void> | undefined
			// Whoever lets one change happen that cannot be undone is not asked about the next one of the same run.
			let isAccepted = false
			const over = new AbortController()
			const warn = (text: string) => show({ type: 'notice', level: 'warning', text })
			const failed = (reason: string, paths?: readonly string[]): Unmade => {
				const event = { type: 'checkpoint-failed' as const, reason, ...(paths && { paths }) }
				const stored = store({ ...event, isAccepted: false })
				return { event, stored: Promise.resolve(stored) }
			}
			/** @returns why it could not be taken */
			const take = async (): Promise<Unmade | undefined> => {
				try {
					const taken = await (await open()).take('before', signal)
					await store({ type: 'checkpoint', checkpointId: taken.id })
					for (const notice of limits.notices(taken, cwd)) warn(notice)
					return undefined
				} catch (error) {
					if (signal.aborted || (error instanceof AgentError && error.code === 'storage-failed')) throw error
					const reason = messageOf(error)
					warn(`What this run changes cannot be undone: ${reason}`)
					return failed(reason)
				}
			}
			const keepNamed = async (changes: readonly string[]): Promise<Unmade | undefined> => {
				try {
					await (await open()).keepNamed(changes)
					return undefined
				} catch (error) {
					const reason = messageOf(error)
					warn(`What changes in ${listPaths(changes, cwd)} cannot be undone: ${reason}`)
					return failed(reason, changes)
				}
			}
			const end = run({
				...context,
				async keepFirst({ tier, changes }) {
					if (tier === 'read-only') return undefined
					taken ??= take()
					const unmade = (await taken) ?? (await keepNamed(changes))
					if (unmade === undefined) return undefined
					await unmade.stored
					// Should this one be refused, the next one tries again.
					if ((await taken) && !isAccepted) taken = undefined
					if (isAccepted) return undefined
					return {
						why: whyUnmade(unmade, cwd),
						async accepted() {
							isAccepted = true
							taken ??= Promise.resolve(unmade)
							await store({ ...unmade.event, isAccepted: true })
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
				const isTaken =
					taken !== undefined &&
					(await taken.then(
						unmade => !unmade,
						() => false,
					))
				if (isTaken)
					await (await open())
						.take('after')
						.catch(error =>
							warn(
								`/rewind brings back what this run changed and deleted, but leaves what it made: ${messageOf(error)}`,
							),
						)
			}
		},

		kept: async () => (isPersisted ? open() : 'Files are not kept in this session.'),

		async lastRun(stored) {
			const all = await earlier.withAll(REWIND_EVENT_TYPES, stored)
			const start = activeEvents(all).findLast(({ event }) => event.type === 'run-start')
			const isItsOwn = ({ seq, runId }: StoredEnvelope) =>
				start !== undefined && seq > start.seq && runId === start.runId
			const first = all.find(each => each.event.type === 'checkpoint' && isItsOwn(each))?.event
			return first?.type === 'checkpoint' ? first.checkpointId : undefined
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

		async name(name, stored) {
			const problem = checkpointNameProblem(name)
			if (problem !== undefined) throw new AgentError('usage', problem)
			const points = logRewindPoints(await earlier.withAll(REWIND_EVENT_TYPES, stored))
			if (points.some(each => each.name === name))
				throw new AgentError(
					'rejected',
					`there is a checkpoint “${name}” already: choose another name, or go back to it with /checkpoint back ${name}`,
				)
			const event = { type: 'checkpoint' as const, name }
			if (!isPersisted) return { event, notices: [] }
			try {
				const taken = await (await open()).take('before')
				return { event: { ...event, checkpointId: taken.id }, notices: limits.notices(taken, cwd) }
			} catch (error) {
				const why = `The files could not be kept, so “${name}” is a place in the conversation alone: ${messageOf(error)}`
				return { event, notices: [why] }
			}
		},

		async rewind({ toSeq, conversation, files: withFiles }, stored, store) {
			const points = logRewindPoints(await earlier.withAll(REWIND_EVENT_TYPES, stored))
			const point = points.find(each => each.toSeq === toSeq)
			if (!point) throw new AgentError('rejected', `there is no prompt after number ${toSeq} to go back to`)
			if (withFiles && point.unkept !== undefined)
				throw new AgentError(
					'rejected',
					`the files cannot go back there: they could not be kept (${point.unkept}) and were changed all the same; the conversation alone can`,
				)
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
			const changed = countedSteps(done.steps).length
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

/** A checkpoint that could not be made. */
type Unmade = {
	event: Omit<Extract<StoredEvent, { type: 'checkpoint-failed' }>, 'isAccepted'>
	stored: Promise<void>
}

function whyUnmade({ event: { reason, paths } }: Unmade, cwd: string): string {
	return paths
		? `${listPaths(paths, cwd)} could not be kept (${reason}), so this cannot be undone.`
		: `No checkpoint could be made (${reason}), so this cannot be undone.`
}
