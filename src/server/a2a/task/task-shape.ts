// A task as A2A has it: state, what it waits for, what was said, and what has come out of it.

import {
	type Artifact,
	type Part,
	type Task as ProtocolTask,
	Role,
	TaskState,
	type TaskStatus,
} from '@a2a-js/sdk'
import { isObject, type JsonObject, jsonAnswer } from '../../../core/json.ts'
import type { MediaUri } from '../../../core/messages.ts'
import type { Task, Artifact as TaskArtifact } from '../../../core/services/tasks.ts'
import type { StoredEnvelope } from '../../../sessions/session-store.ts'
import { dataPart, filePart, textPart } from './part-content.ts'
import { waitingId } from './standing.ts'
import { historyOf, message } from './task-history.ts'
import { waitingParts } from './waiting-parts.ts'

export type ShownTask = {
	task: Task
	contextId: string
	/** Of the task alone. */
	envelopes: readonly StoredEnvelope[]
	/** What somebody has just answered: it is waited for no more, whether or not whoever works on it has heard. */
	answered?: string | undefined
}

export type ShapeOptions = {
	/** Left out, all of it. */
	historyLength?: number | undefined
	/** Left out, none. */
	pictures?: (uri: MediaUri) => Promise<Uint8Array | undefined>
}

export async function taskShape(shown: ShownTask, options: ShapeOptions): Promise<ProtocolTask> {
	const { task, contextId, envelopes } = shown
	const { historyLength } = options
	const history = historyOf(task, contextId, envelopes)
	return {
		id: task.id,
		contextId,
		status: statusOf(shown),
		artifacts: [...(await artifactsOf(shown, options))],
		history:
			historyLength === undefined ? [...history] : historyLength > 0 ? history.slice(-historyLength) : [],
		metadata: metadataOf(task),
	}
}

export function statusOf({ task, contextId, answered }: Omit<ShownTask, 'envelopes'>): TaskStatus {
	const { state, waiting, error } = task
	const isAnswered = answered !== undefined && waitingId(waiting) === answered
	const by = (id: string, parts: readonly Part[]) =>
		message({ task, contextId, id, role: Role.ROLE_AGENT }, parts)
	return {
		state: isAnswered ? TaskState.TASK_STATE_WORKING : STATES[state],
		timestamp: new Date(task.updatedAt).toISOString(),
		message:
			waiting && !isAnswered
				? by(waitingId(waiting) ?? 'waiting', waitingParts(waiting))
				: error && state === 'failed'
					? by('error', [textPart(error.message), dataPart({ error: error.code })])
					: undefined,
	}
}

/** Its answer first. */
export async function artifactsOf(
	{ task, envelopes }: Pick<ShownTask, 'task' | 'envelopes'>,
	{ pictures }: ShapeOptions,
): Promise<readonly Artifact[]> {
	const answer = task.result === undefined ? [] : [artifact(ANSWER, 'answer', answerParts(task.result))]
	const drawn = pictures ? await picturesIn(envelopes, pictures) : []
	return [...answer, ...task.artifacts.map(ownArtifact), ...drawn]
}

export function artifact(artifactId: string, name: string, parts: readonly Part[]): Artifact {
	return { artifactId, name, description: '', parts: [...parts], metadata: undefined, extensions: [] }
}

/** What was used, for whoever pays. */
export function metadataOf({ usage, costMicroUsd, server }: Task): JsonObject {
	return {
		usage: { ...usage },
		...(costMicroUsd !== undefined && { costMicroUsd }),
		...(server !== undefined && { server }),
	}
}

/** An answer that is JSON is told as data, too. */
function answerParts(text: string): readonly Part[] {
	const json = jsonAnswer(text)?.value
	const isData = isObject(json) || Array.isArray(json)
	return isData ? [textPart(text), dataPart(json)] : [textPart(text)]
}

function ownArtifact({ id, name, mediaType, content }: TaskArtifact): Artifact {
	if ('text' in content) return artifact(id, name, [{ ...textPart(content.text), mediaType }])
	if ('value' in content) return artifact(id, name, [{ ...dataPart(content.value), mediaType }])
	return artifact(id, name, [filePart({ bytes: Buffer.from(content.base64, 'base64'), name, mediaType })])
}

async function picturesIn(
	envelopes: readonly StoredEnvelope[],
	read: NonNullable<ShapeOptions['pictures']>,
): Promise<readonly Artifact[]> {
	const found: Artifact[] = []
	// What was only looked at was there before.
	const looked = new Set(
		envelopes.flatMap(({ event }) =>
			event.type === 'tool-start' && event.tier === 'read-only' ? [event.callId] : [],
		),
	)
	for (const { event } of envelopes) {
		if (event.type !== 'tool-end' || looked.has(event.callId)) continue
		for (const [index, part] of event.result.content.entries()) {
			if (part.type !== 'image') continue
			const bytes = await read(part.uri)
			// Another server may have it.
			if (!bytes) continue
			const { mediaType } = part
			const name = `picture.${mediaType.split('/')[1] ?? 'png'}`
			found.push(artifact(`picture-${event.callId}-${index}`, name, [filePart({ bytes, name, mediaType })]))
		}
	}
	return found
}

/** The artifact that the final answer is, and that grows while it is written. */
export const ANSWER = 'answer'

const STATES: Record<Task['state'], TaskState> = {
	submitted: TaskState.TASK_STATE_SUBMITTED,
	working: TaskState.TASK_STATE_WORKING,
	'input-required': TaskState.TASK_STATE_INPUT_REQUIRED,
	completed: TaskState.TASK_STATE_COMPLETED,
	failed: TaskState.TASK_STATE_FAILED,
	canceled: TaskState.TASK_STATE_CANCELED,
}

/** @returns undefined for a state that no task of ours is ever in */
export function stateOf(state: TaskState): Task['state'] | undefined {
	const found = Object.entries(STATES).find(([, each]) => each === state)
	return found?.[0] as Task['state'] | undefined
}
