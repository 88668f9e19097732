// The check of settings files. It costs every start with one: without loading and asking ajv, 80 ms less.

import type { CheckSchema } from '../../core/json.ts'
import { createCheckSchema } from './check-schema.ts'
import { COMPILED } from './compiled-schemas.ts'

export function createSettingsCheck(): CheckSchema {
	return createCheckSchema(COMPILED)
}
