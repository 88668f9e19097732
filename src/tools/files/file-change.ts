// A file change, before and after, and what forbids it whatever the user says.

import type { Files } from '../../core/host.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import type { ResolvedPath } from '../../safety/paths/paths.ts'
import { masksIn } from '../../safety/redaction/scrub.ts'
import { type SeenFiles, sha256Of } from './seen-files.ts'
import { decodeText } from './text-file.ts'

/** `before` undefined creates the file, `after` undefined removes it; `movedFrom` is the path of the file it was. */
export type FileChange = {
	place: ResolvedPath
	before: Uint8Array | undefined
	after: Uint8Array | undefined
	movedFrom?: string
}

/** @returns undefined when the change may be made */
export async function checkChange(
	{ place, before, after }: FileChange,
	seen: SeenFiles,
	files: Files,
): Promise<Problem | undefined> {
	if (!before) {
		const stat = await files.stat(place.real)
		if (stat)
			return problem`${place.shown} is ${stat.kind === 'folder' ? 'a folder' : 'no regular file'}. Nothing was written.`
	}
	const unread = before && after && unreadProblem(place, before, seen)
	return unread ?? (after && maskProblem(place, before, after))
}

/** Nothing is overwritten that the model has not read as it is now. */
export function unreadProblem(place: ResolvedPath, before: Uint8Array, seen: SeenFiles): Problem | undefined {
	switch (seen.check(place.real, sha256Of(before))) {
		case 'current':
			return undefined
		case 'unread':
			return problem`${place.shown} exists and was not read in this session.${advice(' Read it first.')} Nothing was written.`
		case 'changed':
			return problem`${place.shown} changed on disk since it was read.${advice(' Read it again.')} Nothing was written.`
	}
}

/**
 * A mask stands for a secret the model was not shown, so writing it would destroy the secret. A mask the file has
 * itself, as the source of a scrubber does, may stay.
 */
function maskProblem(
	place: ResolvedPath,
	before: Uint8Array | undefined,
	after: Uint8Array,
): Problem | undefined {
	const had = countMasks(before)
	for (const [mask, count] of countMasks(after)) {
		if (count > (had.get(mask) ?? 0))
			return problem`the new text for ${place.shown} contains ${mask}, which stands for a secret that was hidden${advice(' from you')}. Nothing was written.${advice(' Leave the lines with secrets as they are, and edit around them.')}`
	}
	return undefined
}

function countMasks(bytes: Uint8Array | undefined): Map<string, number> {
	const counts = new Map<string, number>()
	for (const mask of masksIn((bytes && decodeText(bytes)) ?? ''))
		counts.set(mask, (counts.get(mask) ?? 0) + 1)
	return counts
}
