// Limits on cost as the settings have them, in micro-dollars.

import type { Limits } from '../loop/deps.ts'
import type { Settings } from '../workspace/settings/settings-schema.ts'

export function costLimits({ budget }: Pick<Settings, 'budget'>): Omit<Limits, 'maxTurns'> {
	return { runMicroUsd: microUsd(budget.maxCostUsd), sessionMicroUsd: microUsd(budget.maxSessionCostUsd) }
}

function microUsd(usd: number | undefined): number | undefined {
	return usd === undefined ? undefined : Math.round(usd * 1_000_000)
}
