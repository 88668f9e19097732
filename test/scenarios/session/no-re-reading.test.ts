// Work on more files than the window holds, by a model that asks for a file whenever what it needs of it is not in front
// of it: it must not have to ask for the same one again and again.

import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { modelName } from '../../../src/core/model-ref.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { type RecordedRequest, startModelServer } from '../../support/model-server/model-server.ts'
import type { ScriptedReply } from '../../support/model-server/reply/reply.ts'
import { isForSummary, MODEL, startLongWork } from '../../support/runtime/long-work.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close()
})

/** All of it in the soak; half of it in half the window says the same of the way. */
const [FILES, WINDOW_TOKENS] = SOAK_TIMES > 1 ? [20, 32_000] : [9, 20_000]
const FUNCTIONS = 31
const path = (file: number) => `src/part${file}.ts`
const name = (file: number, part: number) => `settlePart${file}Step${part}`

function body(file: number, part: number): string {
	const lines = Array.from(
		{ length: 7 },
		(_, line) =>
			`\tconst value${line} = total * ${file * 1_000 + part * 10 + line} + ${(part * 7919 + line * 31) % 997}`,
	)
	return [
		`export function ${name(file, part)}(total: number): number {`,
		...lines,
		'\treturn value6',
		'}',
	].join('\n')
}

function source(file: number): string {
	return `${Array.from({ length: FUNCTIONS }, (_, part) => body(file, part)).join('\n\n')}\n`
}

/** Again and again through all files, each time for the same function of each, and each time in another order. */
const NEEDS = (SOAK_TIMES > 1 ? [1, 7, 3] : [1, 7]).flatMap(stride =>
	Array.from({ length: FILES }, (_, index) => (index * stride) % FILES).map(file => ({
		file,
		part: (file * 5) % FUNCTIONS,
	})),
)

function holds(request: RecordedRequest, text: string): boolean {
	// As `read` numbers them.
	return request.bytes
		.toString()
		.replaceAll(/\\n\d+\\t/g, '\\n')
		.includes(JSON.stringify(text.split('\n').slice(1).join('\n')).slice(1, -1))
}

test(`${FILES} files of ten kilobytes in a window of ${WINDOW_TOKENS} tokens: none is read more than twice`, async () => {
	const server = await startModelServer({ wires: ['chat'] })
	opened.push(server.close)
	const reads = new Map<number, number>()
	let at = 0
	server.onRequest((request): ScriptedReply => {
		if (isForSummary(request)) return { text: '## Goal\nGo through all parts.\n## State\nSome are done.' }
		const need = NEEDS[at]
		if (!need) return { text: 'All settled.' }
		const { file, part } = need
		if (!holds(request, body(file, part))) {
			reads.set(file, (reads.get(file) ?? 0) + 1)
			assert.ok(reads.get(file)! < 9, 'it goes on and on')
			return { text: 'I have to look.', calls: [{ name: 'read', arguments: { path: path(file) } }] }
		}
		at += 1
		return {
			text: `That is what it does.`,
			calls: [{ name: 'grep', arguments: { pattern: name(file, part), path: path(file) } }],
		}
	})
	const runtime = await startLongWork(server, 'chat', {
		files: Object.fromEntries(Array.from({ length: FILES }, (_, file) => [path(file), source(file)])),
		runtime: {
			settings: {
				...DEFAULT_SETTINGS,
				budget: { ...DEFAULT_SETTINGS.budget, maxTurns: 1_000 },
				models: { [modelName(MODEL)]: { windowTokens: WINDOW_TOKENS, maxOutputTokens: 4_000 } },
			},
		},
	})
	opened.push(runtime.stop)
	await runtime.prompt('Settle all parts.')
	const end = await runtime.until('run-end')
	assert.deepEqual([end.reason, end.error, at], ['finished', undefined, NEEDS.length])
	assert.ok(source(3).length > 9_500, `${source(3).length}`)
	const compactions = runtime.envelopes.filter(({ event }) => event.type === 'compaction').length
	assert.ok(compactions >= 2, `${compactions} compactions`)
	assert.equal(reads.size, FILES)
	assert.deepEqual(
		[...reads].filter(([, times]) => times > 2),
		[],
	)
}, 60_000)
