// What has become of what was found: corrected by the user's next words, of a file that has changed since.

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { DatedHit, FileNow, MemoryHit, MemoryStore, PassageFile } from '../../core/memory.ts'
import { correctionsOf, NEXT_PROMPTS, takesBackElsewhere } from '../../memory/corrections.ts'

/**
 * @param found - what was found as well: of what the user said long after, these may correct a hit
 * @param nearby - whatever has words of the question: of that, what takes a hit back in a later session stands beside it
 */
export function datedHits(
	hits: readonly MemoryHit[],
	store: Pick<MemoryStore, 'promptsAfter'>,
	{ found = [], nearby = [] }: { found?: readonly MemoryHit[]; nearby?: readonly MemoryHit[] } = {},
): Promise<readonly DatedHit[]> {
	const prompts = nearby.filter(({ kind, isUndone }) => kind === 'prompt' && !isUndone)
	return Promise.all(
		hits.map(async (hit): Promise<DatedHit> => {
			const { source, seq, file, text, at } = hit
			const next = source.kind === 'notes' ? [] : await store.promptsAfter(source.name, seq, NEXT_PROMPTS)
			const later = found.filter(
				each =>
					each.kind === 'prompt' && each.source.name === source.name && each.seq > (next.at(-1)?.seq ?? seq),
			)
			const elsewhere = prompts
				.filter(
					each => each.source.name !== source.name && each.at > at && takesBackElsewhere(hit, each.text),
				)
				.toSorted((a, b) => b.at - a.at)
				.slice(0, MOST_ELSEWHERE)
				.map(each => ({ ...each, session: each.source.name }))
			const here = correctionsOf(hit, [...next, ...later.toSorted((a, b) => a.seq - b.seq)])
			const corrections = [...elsewhere, ...here]
			return file ? { ...hit, corrections, fileNow: await fileNow(file, text, at) } : { ...hit, corrections }
		}),
	)
}

/** @param at - when it was read or written */
async function fileNow(file: PassageFile, text: string, at: number): Promise<FileNow> {
	const found = await stat(file.path).catch(() => undefined)
	if (!found?.isFile()) return { state: 'gone' }
	if (file.sha256 === undefined || found.size > MOST_BYTES)
		return { state: found.mtimeMs > at ? 'changed' : 'same' }
	const bytes = await readFile(file.path).catch(() => undefined)
	if (!bytes) return { state: 'gone' }
	if (createHash('sha256').update(bytes).digest('hex') === file.sha256) return { state: 'same' }
	const now = bytes.toString('utf8').replaceAll('\r\n', '\n')
	const start = now.indexOf(text)
	// A diff is more than the file's own text.
	if (start === -1) return { state: 'changed' }
	const firstLine = now.slice(0, start).split('\n').length
	return { state: 'moved', firstLine, lastLine: firstLine + text.split('\n').length - 1 }
}

const MOST_ELSEWHERE = 2
/** A larger one is not read for a remark. */
const MOST_BYTES = 2_000_000
