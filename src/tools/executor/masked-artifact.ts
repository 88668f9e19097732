// What a call leaves behind goes out like what it says: without the secrets that are known here. Bytes stay as they are.

import { isObject, type JsonValue } from '../../core/json.ts'
import type { CallArtifact } from '../../core/tool.ts'

export function maskedArtifact(artifact: CallArtifact, scrub: (text: string) => string): CallArtifact {
	const { content } = artifact
	const name = scrub(artifact.name)
	if ('text' in content) return { ...artifact, name, content: { text: scrub(content.text) } }
	if ('value' in content) return { ...artifact, name, content: { value: maskedValue(content.value, scrub) } }
	return { ...artifact, name }
}

function maskedValue(value: JsonValue, scrub: (text: string) => string): JsonValue {
	if (typeof value === 'string') return scrub(value)
	if (Array.isArray(value)) return value.map(item => maskedValue(item, scrub))
	if (!isObject(value)) return value
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [scrub(key), maskedValue(item, scrub)]),
	)
}
