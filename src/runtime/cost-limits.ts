// Limits on cost as the settings have them, in micro-dollars.

import type { Limits } from '../loop/deps.ts'
import type { Settings } from '../workspace/settings/settings-schema.ts'

export function costLimits(settings: Pick<Settings, 'budget'>): Omit<Limits, 'maxTurns'> {
	const { maxCostUsd, maxSessionCostUsd } = settings.budget
	return { runMicroUsd: microUsd(maxCostUsd), sessionMicroUsd: microUsd(maxSessionCostUsd) }
}

function microUsd(usd: number | undefined): number | undefined {
	return usd === undefined ? undefined : Math.round(usd * 1_000_000)
}
