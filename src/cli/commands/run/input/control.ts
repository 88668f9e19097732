// Control requests that come in: interrupt, the approval mode, the model, and the greeting of Claude's SDK.

import type { ApprovalMode } from '../../../../core/approval.ts'
import { AgentError } from '../../../../core/errors.ts'
import type { JsonObject, JsonValue } from '../../../../core/json.ts'
import { type ModelRef, modelName } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { approvalMode } from '../../../startup/flags.ts'

export type ControlDeps = {
	port: RuntimePort
	/** Of the active run, or of the one that is about to begin. @returns how many prompts wait behind it */
	interrupt(): number
	/** What the session went by when its first run began. */
	firstChain(): readonly ModelRef[] | undefined
}

/** @returns what a successful `control_response` carries @throws Error with what is wrong with the request */
export async function control(request: JsonObject, deps: ControlDeps): Promise<JsonObject> {
	const { port } = deps
	switch (request.subtype) {
		case 'initialize':
			return greeting(port)
		case 'interrupt':
			return { queued: deps.interrupt() }
		case 'set_permission_mode': {
			const mode = modeOf(request.mode)
			await port.send({ type: 'set-approvals', mode })
			return { mode: mode.kind }
		}
		case 'set_model': {
			const chain = chainOf(request.model, deps)
			await port.send({ type: 'set-model', chain })
			return { model: chain.map(modelName).join(',') }
		}
		default:
			throw new AgentError(
				'usage',
				`there is no control request ${JSON.stringify(request.subtype) ?? 'without a subtype'}; there are initialize, interrupt, set_permission_mode and set_model`,
			)
	}
}

async function greeting({ queries }: RuntimePort): Promise<JsonObject> {
	const [models, extensions] = await Promise.all([queries.models(), queries.extensions?.()])
	return {
		commands: (extensions?.commands ?? []).map(({ name, description, argumentHint = '' }) => ({
			name,
			description,
			argumentHint,
		})),
		agents: [],
		output_style: 'default',
		available_output_styles: ['default'],
		models: models.map(({ ref }) => ({
			value: modelName(ref),
			displayName: modelName(ref),
			description: '',
		})),
		account: {},
	}
}

/** Claude's names beside our own. */
const MODES: ReadonlyMap<string, string> = new Map([
	['default', 'ask'],
	['acceptEdits', 'auto-edit'],
	['dontAsk', 'none'],
	['bypassPermissions', 'all'],
])

function modeOf(mode: JsonValue | undefined): ApprovalMode {
	if (typeof mode === 'string') {
		try {
			return approvalMode(MODES.get(mode) ?? mode, Date.now())
		} catch {}
	}
	throw new AgentError(
		'usage',
		`there is no mode ${JSON.stringify(mode) ?? 'left out'}; there are ${[...MODES.keys(), 'ask', 'auto-edit', 'plan', 'none', 'all'].join(', ')} and a time such as 10m`,
	)
}

function chainOf(model: JsonValue | undefined, { firstChain }: ControlDeps): readonly ModelRef[] {
	const first = firstChain()
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
