// Session settings as an editor offers them: model, approval mode and effort as config options, and the approval mode once
// more as the modes that older clients know.

import type {
	SessionConfigOption,
	SessionConfigSelectOption,
	SessionModeState,
	SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { ApprovalMode } from '../../core/approval.ts'
import type { Command } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Effort, ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'

export type SettingsInForce = {
	chain: readonly ModelRef[]
	approvals: ApprovalMode
	effort: Effort | undefined
	/** What may be chosen, as far as it is known. */
	models: readonly ModelInfo[]
}

export function modeState({ approvals }: SettingsInForce): SessionModeState {
	return {
		currentModeId: approvals.kind,
		availableModes: modesWith(approvals).map(({ value, name, description }) => ({
			id: value,
			name,
			description: description ?? null,
		})),
	}
}

export function configOptions(settings: SettingsInForce): SessionConfigOption[] {
	const { approvals, chain, effort } = settings
	return [
		{
			id: 'mode',
			name: 'Approvals',
			description: 'What is done without asking',
			category: 'mode',
			type: 'select',
			currentValue: approvals.kind,
			options: [...modesWith(approvals)],
		},
		{
			id: 'model',
			name: 'Model',
			category: 'model',
			type: 'select',
			currentValue: chainName(chain),
			options: modelChoices(settings),
		},
		{
			id: 'effort',
			name: 'Effort',
			description: 'How much the model thinks',
			category: 'thought_level',
			type: 'select',
			currentValue: effort ?? UNSET,
			options: [
				...(effort === undefined ? [{ value: UNSET, name: 'As the model does' }] : []),
				...EFFORTS.map(value => ({ value, name: `${value[0]!.toUpperCase()}${value.slice(1)}` })),
			],
		},
	]
}

/** What tells a client that has only modes, and one that has config options. */
export function settingsUpdates(settings: SettingsInForce): readonly SessionUpdate[] {
	return [
		{ sessionUpdate: 'current_mode_update', currentModeId: settings.approvals.kind },
		{ sessionUpdate: 'config_option_update', configOptions: configOptions(settings) },
	]
}

/** What is in force once the command was taken. */
export function settingsAfter(before: SettingsInForce, command: Command): SettingsInForce {
	switch (command.type) {
		case 'set-approvals':
			return { ...before, approvals: command.mode }
		case 'set-model':
			return { ...before, chain: command.chain }
		case 'set-effort':
			return { ...before, effort: command.effort }
		default:
			return before
	}
}

/** @throws AgentError `usage` for a mode that there is not */
export function modeCommand(mode: string): Command {
	const known = MODES.find(({ value }) => value === mode)
	if (!known) throw new AgentError('usage', `there is no mode "${mode}"; there are ${names(MODES)}`)
	return { type: 'set-approvals', mode: { kind: known.value } }
}

/** @throws AgentError `usage` for an option or a value that there is not */
export function configCommand(option: string, value: unknown): Command {
	if (typeof value !== 'string')
		throw new AgentError('usage', `the value of ${option} must be a text, not ${JSON.stringify(value)}`)
	switch (option) {
		case 'mode':
			return modeCommand(value)
		case 'model':
			return { type: 'set-model', chain: value.split(',').map(readModel) }
		case 'effort': {
			const effort = EFFORTS.find(each => each === value)
			if (!effort) throw new AgentError('usage', `effort "${value}": expected none, low, medium or high`)
			return { type: 'set-effort', effort }
		}
		default:
			throw new AgentError('usage', `there is no option "${option}"; there are mode, model, effort`)
	}
}

function readModel(name: string): ModelRef {
	const [provider = '', ...rest] = name.trim().split('/')
	const model = rest.join('/')
	if (provider === '' || model === '')
		throw new AgentError('usage', `"${name}" is not a model: write provider/model`)
	return { provider, model }
}

function modelChoices({ chain, models }: SettingsInForce): SessionConfigSelectOption[] {
	const current = chainName(chain)
	const [first, ...others] = chain.map(modelName)
	const name = others.length === 0 ? current : `${first} and ${others.length} to fall back on`
	const offered = models.map(({ ref }) => modelName(ref)).filter(each => each !== current)
	return [{ value: current, name }, ...offered.map(value => ({ value, name: value }))]
}

function chainName(chain: readonly ModelRef[]): string {
	return chain.map(modelName).join(',')
}

function modesWith(approvals: ApprovalMode): readonly SessionConfigSelectOption[] {
	if (approvals.kind !== 'until') return MODES
	const at = new Date(approvals.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
	return [...MODES, { value: approvals.kind, name: `All until ${at}` }]
}

function names(choices: readonly { value: string }[]): string {
	return choices.map(({ value }) => value).join(', ')
}

const MODES = [
	{ value: 'ask', name: 'Ask', description: 'Asks before it changes or runs anything' },
	{ value: 'auto-edit', name: 'Edit', description: 'Edits files of the workspace without asking' },
	{ value: 'plan', name: 'Plan', description: 'Only reads' },
	{ value: 'all', name: 'All', description: 'Asks about what is dangerous only' },
	{ value: 'none', name: 'None', description: 'Refuses what would have to be asked about' },
] as const

const EFFORTS: readonly Effort[] = ['none', 'low', 'medium', 'high']
const UNSET = 'default'
