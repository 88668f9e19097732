// The artifacts of a task: the value of its structured answer, and what its calls have left, such as pictures. In the run's
// log a picture is a reference; in the task it is its bytes, up to a bound for all of them.

import type { Media } from '../../core/host.ts'
import { jsonAnswer } from '../../core/json.ts'
import type { Artifact, Task } from '../../core/services/tasks.ts'
import type { CallArtifact } from '../../core/tool.ts'
import type { TaskProgress } from './task-fold.ts'

/** What a task has at its end. What is too much, or not on this machine, is told by its name in a text. */
export async function artifactsOf(
	{ outputSchema }: Pick<Task, 'outputSchema'>,
	{ state, text, artifacts }: Pick<TaskProgress, 'state' | 'text' | 'artifacts'>,
	media: Pick<Media, 'get'>,
): Promise<readonly Artifact[]> {
	const answer = outputSchema && state === 'completed' ? jsonAnswer(text) : undefined
	const all: Artifact[] = answer
		? [{ id: 'value', name: 'value', mediaType: 'application/json', content: { value: answer.value } }]
		: []
	let room = MOST_BYTES
	for (const { id, ...artifact } of artifacts) {
		const sizeBytes = sizeOf(artifact)
		const content = sizeBytes > room ? undefined : await contentOf(artifact, media)
		if (content) room -= sizeBytes
		all.push(content ? { id, ...artifact, content } : leftOut(id, artifact, sizeBytes))
	}
	return all
}

async function contentOf(
	{ content }: CallArtifact,
	media: Pick<Media, 'get'>,
): Promise<Artifact['content'] | undefined> {
	if (!('uri' in content)) return content
	const bytes = await media.get(content.uri)
	return bytes && { base64: Buffer.from(bytes).toString('base64') }
}

function sizeOf({ content }: CallArtifact): number {
	if ('uri' in content) return content.sizeBytes
	return Buffer.byteLength('text' in content ? content.text : JSON.stringify(content.value))
}

function leftOut(id: string, { name, mediaType }: CallArtifact, sizeBytes: number): Artifact {
	const why =
		sizeBytes > MOST_BYTES
			? `the artifacts of a task have at most ${MOST_BYTES} bytes`
			: `it did not fit with the others, or its bytes are gone`
	const text = `${name} (${mediaType}, ${sizeBytes} bytes) is left out: ${why}.`
	return { id, name, mediaType: 'text/plain', content: { text } }
}

/** As bytes; a third more as base64. */
const MOST_BYTES = 4 * 1024 * 1024
