// What one agent of a runtime is, over what the runtime is.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import { approvalModeOf } from '../../core/text/approval-words.ts'
import type { RuntimeOptions } from '../../runtime/options.ts'
import { requireBuiltIn } from '../../runtime/tools/built-in-names.ts'
import { chooseModels } from '../../workspace/settings/model-choice.ts'
import type { AgentOptions } from './runtime-options.ts'

/** @throws AgentError `usage`, `model-unknown` */
export function agentOptions(base: RuntimeOptions, given: AgentOptions): RuntimeOptions {
	const { model, effort, approvals, builtInTools, instructions, systemPrompt } = given
	const providers = base.providers.map(({ id }) => id)
	return {
		...base,
		...(model !== undefined && {
			chain: { models: chooseModels({ model, providers, keySource: () => undefined }), isChosen: true },
		}),
		...(effort !== undefined && { effort: { level: effort, isChosen: true } }),
		...(approvals !== undefined && { approvals: { mode: modeOf(approvals), isChosen: true } }),
		...(builtInTools !== undefined && { tools: { ...base.tools, builtIn: builtInNames(builtInTools) } }),
		systemPrompt: {
			replacement: systemPrompt ?? base.systemPrompt.replacement,
			addition: instructions ?? base.systemPrompt.addition,
		},
	}
}

function builtInNames(wanted: boolean | readonly string[]): readonly string[] | undefined {
	if (typeof wanted === 'object') return requireBuiltIn('builtInTools', wanted)
	return wanted ? undefined : []
}

/** @throws AgentError `usage` */
export function modeOf(approvals: NonNullable<AgentOptions['approvals']>): ApprovalMode {
	if (typeof approvals === 'object') return approvals
	const mode = approvalModeOf(approvals, Date.now())
	if (mode) return mode
	throw new AgentError('usage', `approvals: ${approvals} is no mode: ask, all, none, auto-edit or plan`)
}
