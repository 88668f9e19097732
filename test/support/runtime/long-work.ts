// Work that fills a small window: a plan, then page after page of a long file, and somebody to summarise it.

import { modelName } from '../../../src/core/model-ref.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/workspace/settings/settings-schema.ts'
import type { ModelServer, RecordedRequest } from '../model-server/model-server.ts'
import type { ScriptedReply } from '../model-server/reply/reply.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from './start-runtime.ts'

export const WINDOW = 16_000
export const MODEL = { provider: 'mine', model: 'worker' }
export const GOAL = 'Find out who ate the plums that were in the icebox.'
export const SUMMARY =
	'## Goal\nThe plums.\n## Facts\nThe icebox is at /kitchen/icebox and was opened at 07:12.'

export type Api = 'responses' | 'chat' | 'messages'

export type LongWorkOptions = Partial<StartOptions> & { context?: Partial<Settings['context']> }

export async function startLongWork(
	server: ModelServer,
	api: Api,
	options: LongWorkOptions = {},
): Promise<StartedRuntime> {
	const { context, ...rest } = options
	const providers: RuntimeOptions['providers'] = [
		{
			id: MODEL.provider,
			api,
			baseUrl: server.url,
			key: async () => ({ value: 'test-key-0123456789', source: 'TEST_API_KEY' }),
			keyName: 'TEST_API_KEY',
			keyOptional: false,
		},
	]
	const runtime = await startRuntime({
		files: { 'big.txt': lines(4_000) },
		...rest,
		runtime: {
			providers,
			settings: {
				...DEFAULT_SETTINGS,
				budget: { ...DEFAULT_SETTINGS.budget, maxTurns: 1_000 },
				models: { [modelName(MODEL)]: { windowTokens: WINDOW, maxOutputTokens: 4_000 } },
				context: { ...DEFAULT_SETTINGS.context, ...context },
			},
			chain: { models: [MODEL], isChosen: true },
			...rest.runtime,
		},
	})
	return runtime
}

function lines(number: number): string {
	return Array.from({ length: number }, (_, index) => `line ${index}: plum ${(index * 7919) % 1_000}\n`).join(
		'',
	)
}

export function isForSummary({ bytes }: RecordedRequest): boolean {
	return bytes.includes('Do not call tools, and do not answer what was asked above')
}

/** A plan first, then one page of a file after the other; an answer at the end. */
export function longWork(turns: number, summary: ScriptedReply = { text: SUMMARY }) {
	let turn = 0
	return (request: RecordedRequest): ScriptedReply => {
		if (isForSummary(request)) return summary
		turn += 1
		if (turn > turns) return { text: 'It was me.' }
		if (turn === 1) {
			const items = [
				{ text: 'look into the icebox', status: 'done' },
				{ text: 'ask William', status: 'in-progress' },
				{ text: 'apologise', status: 'pending' },
			]
			return { text: 'First a plan.', calls: [{ name: 'todo', arguments: { items } }] }
		}
		return {
			text: `Page ${turn}.`,
			calls: [{ name: 'read', arguments: { path: 'big.txt', offset: turn * 20 + 1, limit: 50 } }],
		}
	}
}
