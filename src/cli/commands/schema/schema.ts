// `agent schema`: the JSON Schemas of what other programs read and write.

import { AgentError } from '../../../core/errors.ts'
import type { JsonSchema } from '../../../core/json.ts'
import { SETTINGS_SCHEMA } from '../../../workspace/settings/settings-schema.ts'
import type { Output } from '../../io/output.ts'
import { SESSION_SCHEMA } from './session-schema.ts'
import { STREAM_JSON_SCHEMA } from './stream-json-schema.ts'

const SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map([
	['stream-json', STREAM_JSON_SCHEMA],
	['settings', SETTINGS_SCHEMA],
	['session', SESSION_SCHEMA],
])

export function schemaCommand(name: string, output: Output): number {
	const schema = SCHEMAS.get(name)
	if (!schema)
		throw new AgentError('usage', `there is no schema "${name}"; there are ${[...SCHEMAS.keys()].join(', ')}`)
	output.out(`${JSON.stringify(schema, null, '\t')}\n`)
	return 0
}
