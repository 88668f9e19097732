// `agent sessions search`: where something was said, in everything that is stored. Exits like grep: 1 when nothing was found.

import { dayOf } from '../../../memory/prompt-text.ts'
import { wordsOf } from '../../../memory/text/words.ts'
import { existingHits } from '../../../runtime/memory/existing-hits.ts'
import { openIndex } from '../../../runtime/memory/open-memory.ts'
import { sessionHits } from '../../../runtime/memory/session-hits.ts'
import { createJsonlStore } from '../../../sessions/store/jsonl-store.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { keysIn } from '../../startup/keys-in.ts'
import { currentFolders } from '../../startup/start.ts'
import { catchUpWithProgress } from '../memory/index-progress.ts'

export async function searchSessions(options: {
	words: string
	all: boolean
	json: boolean
	limit: string
	output: Output
}): Promise<number> {
	const { words, all, json, output } = options
	const limit = positiveInteger('--limit', options.limit) ?? 20
	const folders = currentFolders()
	const tell = (text: string) => output.error(`${text}\n`)
	const { index, project } = openIndex(folders, process.cwd(), tell, () => keysIn(process.env))
	await catchUpWithProgress(index, output)
	const scope = all ? {} : { project: await project() }
	const query = {
		text: words,
		words: 'all' as const,
		leastCoverage: 0,
		withUndone: true,
		limit: 3 * limit,
		now: Date.now(),
	}
	const found = existingHits(await index.use(store => store.search({ ...query, ...scope })))
	await index.close()
	const summaries = found.length > 0 ? await createJsonlStore({ folder: folders.sessions }).list() : []
	const hits = sessionHits(found, summaries).slice(0, limit)
	for (const hit of hits) {
		const { sessionId, seq, at, role, snippet } = hit
		if (json) output.out(`${JSON.stringify(hit)}\n`)
		else output.out(`${sessionId}:${seq}  ${dayOf(at)}  ${role.padEnd(9)}  ${sanitizeLine(snippet)}\n`)
	}
	if (hits.length > 0) return 0
	if (wordsOf(words).length === 0) {
		output.error(`${sanitizeLine(words)}: marks are not looked for; add a word or a number\n`)
		return 1
	}
	const where = all ? '' : ' in this project (--all looks everywhere)'
	output.error(`no message holds all of: ${sanitizeLine(words)}${where}\n`)
	return 1
}
