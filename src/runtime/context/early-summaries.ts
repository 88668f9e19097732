// Where summaries may be begun early: with a provider that takes two requests at once, or where the user says so.

import type { ProviderConfig } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { createEarlySummary, type EarlySummary } from '../../loop/context/early-summary.ts'
import { isPrivateName } from '../../safety/sandbox/hosts.ts'
import type { RuntimeOptions } from '../options.ts'

export type EarlySummaries = {
	summary: EarlySummary
	/** @param writer - the model that is asked for it */
	serves(writer: ModelRef): boolean
}

/** @returns undefined where the user wants none, or history is never condensed by itself */
export function earlySummaries({
	settings,
	providers,
}: Pick<RuntimeOptions, 'settings' | 'providers'>): EarlySummaries | undefined {
	const { autoCompact, compactEarly } = settings.context
	if (!autoCompact || compactEarly === false) return undefined
	const serves = ({ provider }: ModelRef) =>
		compactEarly === true || providers.some(each => each.id === provider && isHosted(each))
	return { summary: createEarlySummary(), serves }
}

/** A server on this machine or in this network mostly has one model loaded, and takes one request after the other. */
function isHosted({ api, baseUrl, keyOptional }: ProviderConfig): boolean {
	if (api === 'demo' || api === 'own' || keyOptional || !URL.canParse(baseUrl)) return false
	const { hostname } = new URL(baseUrl)
	return (
		!hostname.startsWith('[') && hostname.includes('.') && !isPrivateName(hostname) && !LOCAL.test(hostname)
	)
}

const LOCAL = /\.(?:local|lan|home|internal|intranet|localdomain)$/
