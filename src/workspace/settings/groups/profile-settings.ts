// Settings of profiles: what one name lays over the rest.

import type { JsonSchema } from '../../../core/json.ts'
import type { Effort } from '../../../core/model.ts'
import { APPROVALS, type ApprovalSettings } from './approval-settings.ts'
import { ACCOUNT, login, section } from './fields.ts'
import { EFFORT, MODEL } from './model-settings.ts'
import { PROVIDERS, type ProviderSettings } from './provider-settings.ts'

export type ProfileSettings = {
	model?: string | readonly string[]
	effort?: Effort
	providers?: Readonly<Record<string, ProviderSettings>>
	/** `login` of the providers of this profile: those it sets, and those of its models. */
	login?: string
	approvals?: Partial<ApprovalSettings>
}

export const PROFILES: JsonSchema = {
	description: 'What agent --profile <name> lays over the rest of your own file, by name.',
	type: 'object',
	propertyNames: { pattern: ACCOUNT },
	additionalProperties: section({
		model: MODEL,
		effort: EFFORT,
		providers: PROVIDERS,
		login: login('Of several accounts, the one stored under this name, for the providers of the profile.'),
		approvals: APPROVALS,
	}),
}
