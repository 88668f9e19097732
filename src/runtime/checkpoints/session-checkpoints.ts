// Checkpoints of a session: each run's own (`run-checkpoint.ts`), those with a name, what there is to go back to, and going
// back.

import { resolve } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import { checkpointNameProblem } from '../../core/text/checkpoint-name.ts'
import { rulesAbove } from '../../safety/paths/ignore-rules.ts'
import { activeEvents, logRewindPoints, REWIND_EVENT_TYPES } from '../../sessions/folds/active-events.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { Checkpoints, Rewound } from '../../workspace/checkpoints/store.ts'
import type { RuntimeOptions } from '../options.ts'
import type { ActorCheckpoints } from '../session/actor-deps.ts'
import type { EarlierLog } from '../session/earlier-log.ts'
import type { RunContext } from '../session/run-capabilities.ts'
import {
	countedSteps,
	createLimitNotices,
	rewindNotices,
	rewindPoint,
	uncountedPoint,
} from './rewind-words.ts'
import { RunCheckpoint } from './run-checkpoint.ts'

export type SessionCheckpoints = ActorCheckpoints & {
	/** Does a run with a context that keeps the tree when it has to. */
	during<End>(context: RunContext, run: (context: RunContext) => Promise<End>): Promise<End>
	/** @param toSeq - only that one; without it the files of the oldest ones are not counted */
	points(stored: readonly StoredEnvelope[], toSeq?: number): Promise<readonly RewindPoint[]>
	/** All that is kept of the files; a sentence where nothing is. */
	kept(): Promise<Checkpoints | string>
	/** The state before the first change of the last run that counts; undefined when it has made none. */
	lastRun(stored: readonly StoredEnvelope[]): Promise<string | undefined>
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
			const kept = new RunCheckpoint(context, { cwd, open, limits })
			try {
				return await run(kept.context())
			} finally {
				await kept.close()
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
