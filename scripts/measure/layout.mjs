// Figures about where files are and who imports whom. Folders count by the files that stand at their top.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** @returns {{ path: string; text: string }[]} every source below a folder, by its path there */
export function sourcesOf(folder) {
	if (!existsSync(folder)) return []
	return readdirSync(folder, { recursive: true })
		.map(name => name.replaceAll('\\', '/'))
		.filter(name => /\.tsx?$/.test(name))
		.sort()
		.map(path => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** @returns {Record<string, number>} */
export function filesAtTop(sources) {
	const counts = new Map()
	for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
	return Object.fromEntries(counts)
}

/** @returns {{ nested: [string, string][]; beside: [string, string][] }} `nested`: the second is below the first */
export function mutualPairs(sources) {
	const edges = new Set()
	for (const { path, text } of sources)
		for (const [, specifier] of text.matchAll(IMPORT)) {
			const [from, to] = [dirname(path), dirname(normalize(join(dirname(path), specifier)))]
			if (from !== to) edges.add(`${from} ${to}`)
		}
	const pairs = [...edges]
		.map(edge => edge.split(' '))
		.filter(([a, b]) => a < b && edges.has(`${b} ${a}`))
		.sort()
	const isNested = ([a, b]) => b.startsWith(`${a}/`)
	return { nested: pairs.filter(isNested), beside: pairs.filter(pair => !isNested(pair)) }
}

const IMPORT = /(?:from|import|import\(|require\() ?['"](\.[^'"]+)['"]/g

/**
 * The files that a typed prompt is handed through until its bytes are on a socket, in order: in each of them some
 * function takes the prompt, or the request that holds it, and gives it on. Kept by hand, because who hands what to whom
 * at run time is in no import: a change that puts a file between two of them adds it here. What is counted is those that
 * are there, by any of the names they have had. `NOT_ALWAYS`: those that another checkout need not have.
 */
const PROMPT_PATH = [
	['tui/composer/Composer.tsx'],
	['tui/composer/composer-state.ts'],
	['tui/composer/submission.ts'],
	['tui/actions.ts', 'tui/commands/actions.ts'],
	['cli/opening-port.ts', 'cli/commands/chat/opening-port.ts'],
	['runtime/port.ts', 'runtime/session/port.ts'],
	['runtime/session-actor.ts', 'runtime/session/session-actor.ts'],
	['runtime/prompt-queue.ts', 'runtime/session/prompt-queue.ts'],
	['runtime/prompt-images.ts', 'runtime/session/prompt-images.ts'],
	['runtime/masking/masked-prompt.ts'],
	['runtime/extensions/expand-prompt.ts'],
	['runtime/memory.ts', 'runtime/memory/memory.ts'],
	['runtime/context/session-preamble.ts'],
	['runtime/envelopes.ts', 'runtime/session/envelopes.ts'],
	['runtime/log-or-memory.ts', 'runtime/session/best-effort-log.ts'],
	['sessions/jsonl-store.ts', 'sessions/store/jsonl-store.ts'],
	['sessions/log-file.ts', 'sessions/store/log-file.ts'],
	['runtime/compose-session.ts', 'runtime/compose/open-actor.ts', 'runtime/compose/compose-session.ts'],
	['runtime/checkpoints.ts', 'runtime/checkpoints/session-checkpoints.ts', 'runtime/session/checkpoints.ts'],
	['runtime/checkpoints/run-checkpoint.ts'],
	['runtime/run-session.ts', 'runtime/compose/run-session.ts'],
	['loop/run.ts'],
	['loop/make-room.ts', 'loop/context/fit-window.ts'],
	['runtime/compaction.ts', 'runtime/context/context-window.ts'],
	['runtime/token-gauge.ts', 'runtime/context/token-gauge.ts'],
	['loop/turn.ts'],
	['loop/repair.ts', 'loop/context/repair.ts'],
	['runtime/masking/masked-replies.ts'],
	['runtime/replies.ts', 'runtime/compose/reply-streams.ts'],
	['providers/chain.ts', 'providers/routing/chain.ts'],
	['providers/silence.ts', 'providers/routing/idle-timeout.ts'],
	['providers/wire.ts', 'providers/wire/wire.ts'],
	['providers/history-bytes.ts', 'providers/wire/history-bytes.ts'],
	['providers/wire/post.ts'],
	['providers/sdk-request.ts', 'providers/wire/sdk-request.ts'],
	['providers/openai-client.ts', 'providers/wire/openai-client.ts'],
	['providers/http-fetch.ts', 'providers/http/http-fetch.ts'],
]

const NOT_ALWAYS = new Set([
	// What was added since it was first counted, and the SDKs, which have stood on it once.
	'runtime/masking/masked-prompt.ts',
	'runtime/extensions/expand-prompt.ts',
	'runtime/context/session-preamble.ts',
	'runtime/checkpoints/run-checkpoint.ts',
	'runtime/masking/masked-replies.ts',
	'providers/wire/post.ts',
	'providers/sdk-request.ts',
	'providers/openai-client.ts',
])

/** @returns {{ passed: string[]; gone: string[] }} `gone`: those that the list has and this checkout has lost */
export function promptFiles(sources) {
	const known = new Set(sources.map(({ path }) => path))
	const found = PROMPT_PATH.map(names => ({ names, path: names.find(name => known.has(name)) }))
	return {
		passed: found.flatMap(({ path }) => path ?? []),
		gone: found.flatMap(({ names: [name], path }) =>
			path === undefined && !NOT_ALWAYS.has(name) ? name : [],
		),
	}
}
