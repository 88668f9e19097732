// The JSON Schema of phase times, as logs and results have them.

import type { JsonObject } from '../../../core/json.ts'
import type { Phase } from '../../../core/usage.ts'

const MILLISECONDS = { type: 'number', minimum: 0 }

const PHASES: Readonly<Record<Phase, JsonObject>> = {
	assembling: MILLISECONDS,
	waiting: MILLISECONDS,
	streaming: MILLISECONDS,
	tools: MILLISECONDS,
	storing: MILLISECONDS,
}

export const PHASE_TIMES_SCHEMA: JsonObject = {
	type: 'object',
	description:
		'milliseconds until a model was asked, to the first of its reply, to its end, for calls, for the log',
	properties: PHASES,
	required: Object.keys(PHASES),
	additionalProperties: false,
}
