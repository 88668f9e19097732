// Control requests that come in: interrupt, the approval mode, the model, and the greeting of Claude's SDK.

import { AgentError } from '../../../../core/errors.ts'
import type { JsonObject, JsonValue } from '../../../../core/json.ts'
import { type ModelRef, modelName } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { modeOf } from '../../../startup/sdk-words.ts'

export type ControlDeps = {
	port: RuntimePort
	/** Of the active run, or of the one that is about to begin. @returns how many prompts wait behind it */
	interrupt(): number
	/** @returns whether it holds now; else it does as soon as nothing runs */
	setModel(chain: readonly ModelRef[]): Promise<boolean>
	/** What the session went by before anything was changed. */
	firstChain(): readonly ModelRef[] | undefined
}

/** @returns what a successful `control_response` carries @throws Error with what is wrong with the request */
export async function control(request: JsonObject, deps: ControlDeps): Promise<JsonObject> {
	const { port } = deps
	switch (request.subtype) {
		case 'initialize':
			return (await import('./greeting.ts')).greeting(request, port)
		case 'interrupt':
			return { queued: deps.interrupt() }
		case 'set_permission_mode': {
			const mode = modeOf(request.mode)
			await port.send({ type: 'set-approvals', mode })
			return { mode: mode.kind }
		}
		case 'set_model': {
			const chain = chainOf(request.model, deps.firstChain())
			const isInForce = await deps.setModel(chain)
			const model = chain.map(modelName).join(',')
			return isInForce ? { model } : { model, from: 'the next run' }
		}
		default:
			throw new AgentError(
				'usage',
				`there is no control request ${JSON.stringify(request.subtype) ?? 'without a subtype'}; there are initialize, interrupt, set_permission_mode and set_model`,
			)
	}
}

function chainOf(model: JsonValue | undefined, first: readonly ModelRef[] | undefined): readonly ModelRef[] {
	if ((model === undefined || model === null || model === 'default') && first) return first
	const refs = typeof model === 'string' ? model.split(',').map(name => refOf(name.trim())) : [undefined]
	const known = refs.filter(ref => ref !== undefined)
	if (known.length < refs.length)
		throw new AgentError(
			'usage',
			`${JSON.stringify(model) ?? 'nothing'} is not a model: write provider/model`,
		)
	return known
}

function refOf(name: string): ModelRef | undefined {
	const slash = name.indexOf('/')
	if (slash < 1 || slash === name.length - 1) return undefined
	return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}
