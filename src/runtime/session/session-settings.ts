// Session settings at opening: flags of today, else what it went by when it was left, else the settings.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { settingsIn } from '../../sessions/folds/snapshot.ts'
import type { RuntimeOptions } from '../options.ts'
import type { SessionSettings } from './session-handle.ts'

export function sessionSettings(
	options: Pick<RuntimeOptions, 'chain' | 'approvals' | 'effort' | 'providers'>,
	before: readonly Envelope<StoredEvent>[],
): SessionSettings {
	const last = settingsIn(before)
	const isServed = last.chain?.every(ref => options.providers.some(config => config.id === ref.provider))
	const chain = !options.chain.isChosen && last.chain && isServed ? last.chain : options.chain.models
	const approvals =
		!options.approvals.isChosen && last.approvals && outlives(last.approvals)
			? last.approvals
			: options.approvals.mode
	const given = options.effort
	const effort = given?.isChosen ? given.level : (last.effort ?? given?.level)
	return { chain, approvals, effort }
}

/** What a session has to know of a model before it goes by it. */
export type SessionModels = {
	/** @throws AgentError `model-unknown` when no provider of that name is configured */
	check(ref: ModelRef): void
	/** Why an effort may change nothing, in words for the user. */
	effortDoubt(ref: ModelRef): string | undefined
}

export function sessionModels(
	options: Pick<RuntimeOptions, 'providers' | 'provider'>,
	info: (ref: ModelRef) => ModelInfo,
): SessionModels {
	return {
		check: ref => checkModel(ref, options),
		effortDoubt: ref => effortDoubt(info(ref)),
	}
}

function effortDoubt({ ref, reasoning }: ModelInfo): string | undefined {
	if (reasoning) return undefined
	const name = modelName(ref)
	return `${name} is not known to reason, so effort changes nothing; if it does, set models.${name}.reasoning to true`
}

/** What is to be said when the session is opened with an effort that was chosen for it. */
export function effortNotices(
	{ effort }: Pick<RuntimeOptions, 'effort'>,
	model: () => ModelInfo,
): readonly string[] {
	const doubt = effort?.isChosen ? effortDoubt(model()) : undefined
	return doubt === undefined ? [] : [doubt]
}

function checkModel(ref: ModelRef, options: Pick<RuntimeOptions, 'providers' | 'provider'>): void {
	if (options.provider || options.providers.some(config => config.id === ref.provider)) return
	const known = options.providers.map(config => config.id).join(', ')
	throw new AgentError(
		'model-unknown',
		`${modelName(ref)}: there is no provider "${ref.provider}"; there are ${known}`,
	)
}

// Leave to do everything was given to that process; the next one asks again.
function outlives(mode: ApprovalMode): boolean {
	return mode.kind !== 'all' && mode.kind !== 'until'
}
