// The settings a program gives, checked like those of a file.

import { AgentError } from '../../core/errors.ts'
import { readSettingsText, requireValid } from '../../workspace/settings/settings-file.ts'
import type { FlagSettings } from '../../workspace/settings-layers.ts'
import type { CreateRuntimeOptions } from './runtime-options.ts'

/** @throws AgentError `config-invalid` for a key that is none and for values that do not fit */
export async function chosenSettings({
	settings,
	effort,
	store,
}: CreateRuntimeOptions): Promise<FlagSettings> {
	const { values, problems } = readSettingsText('settings', JSON.stringify(settings ?? {}))
	if (problems.length > 0)
		throw new AgentError('config-invalid', problems.map(({ message }) => message).join('\n'))
	if (values.size > 0) {
		const { createSettingsCheck } = await import('../../runtime/host/settings-check.ts')
		requireValid('settings', values, createSettingsCheck())
	}
	return {
		...Object.fromEntries(values),
		...(effort && { effort }),
		// Memory is an index over the sessions in files, not over those of another store.
		...(store && { 'memory.enabled': false }),
	}
}
