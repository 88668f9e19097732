// Own tools of a host: made for each session, taken when it opens and again before each run, so that one registered while
// the runtime goes on joins with the next prompt. What they ask models for is paid by the run, like everything else.

import { AgentError, errorInfo } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import { userText } from '../../core/messages.ts'
import type { ModelInfo, StreamModel } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { AskModel, OwnTool, OwnToolSession } from '../../tools/executor/own-tool.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import { requestCost } from '../context/request-cost.ts'
import { estimateText } from '../context/tokens/context-estimate.ts'
import type { RuntimeOptions } from '../options.ts'

/** @returns a function that takes what there is now. `isSame`: it is what was taken before */
export function ownToolsOf(
	{ ownTools }: Pick<RuntimeOptions, 'ownTools'>,
	session: OwnToolSession,
): () => { tools: readonly Tool[]; isSame: boolean } {
	let made = new Map<OwnTool, Tool>()
	return () => {
		const now = ownTools?.() ?? []
		const before = [...made.keys()]
		const isSame = now.length === before.length && now.every((tool, index) => tool === before[index])
		if (!isSame) made = new Map(now.map(own => [own, made.get(own) ?? own(session)]))
		return { tools: [...made.values()], isSame }
	}
}

export function createAskModel({
	streamFor,
	info,
	clock,
}: {
	streamFor(models: readonly ModelRef[]): StreamModel
	info(ref: ModelRef): ModelInfo
	clock: Clock
}): AskModel {
	return async ({ prompt, system = '' }, { run, signal, callId }) => {
		if (!run) throw new AgentError('rejected', 'only a call of a run may ask a model')
		const { chain } = run.snapshot
		const tokens = estimateText(system) + estimateText(prompt)
		const over = run.exceeded(() => requestCost(chain, info, { tokens }))
		if (over) throw new AgentError(over.code, over.message)
		const request = {
			system,
			messages: [userText(prompt)],
			tools: [],
			cacheKey: callId,
			promptTokens: tokens,
		}
		const startedMs = clock.monotonicMs()
		let text = ''
		for await (const part of streamFor(chain)(request, signal)) {
			if (part.type === 'text-delta') text += part.text
			else if (part.type === 'restart') text = ''
			else if (part.type === 'attempt-end') {
				const { type, attempt, model, usage, costMicroUsd, error } = part
				run.spend(usage, costMicroUsd)
				const durationMs = clock.monotonicMs() - startedMs
				const end = {
					attempt,
					model,
					usage,
					costMicroUsd,
					durationMs,
					...(error && { error: errorInfo(error) }),
				}
				await run.store({ type, spender: 'tool', ...end })
			} else if (part.type === 'error') throw part.error
			else if (part.type === 'finish' && part.reason !== 'stop')
				throw new AgentError('output-limit', `${modelName(part.model)} ended its answer with ${part.reason}`)
		}
		return text
	}
}
