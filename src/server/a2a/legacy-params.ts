// The parameters of a method of 0.3, looked at before the SDK translates them: it takes their types on trust.

import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/**
 * @returns them without what is null, which some clients write for what is not there
 * @throws RequestMalformedError that names the field
 */
export function legacyParams(params: JsonObject): JsonObject {
	return checkedObject(params, 'params')
}

function checkedObject(object: JsonObject, path: string): JsonObject {
	const checked: { [name: string]: JsonValue } = {}
	for (const [name, value] of Object.entries(object)) {
		if (value === null) continue
		const at = `${path}.${name}`
		const expected = TYPES[name]
		if (expected !== undefined && !isOf(expected, value))
			throw new RequestMalformedError(`${at} has to be ${expected}`)
		checked[name] = FREE.includes(name) ? value : checkedValue(value, at)
	}
	return checked
}

function checkedValue(value: JsonValue, path: string): JsonValue {
	if (Array.isArray(value)) return value.map((item, index) => checkedValue(item, `${path}[${index}]`))
	return isObject(value) ? checkedObject(value, path) : value
}

type ExpectedShape =
	| 'a text'
	| 'a number'
	| 'true or false'
	| 'an object'
	| 'a list of texts'
	| 'a list of objects'

function isOf(expected: ExpectedShape, value: JsonValue): boolean {
	switch (expected) {
		case 'a text':
			return typeof value === 'string'
		case 'a number':
			return typeof value === 'number'
		case 'true or false':
			return typeof value === 'boolean'
		case 'an object':
			return isObject(value)
		case 'a list of texts':
			return Array.isArray(value) && value.every(item => typeof item === 'string')
		case 'a list of objects':
			return Array.isArray(value) && value.every(isObject)
	}
}

/** By name, wherever it stands: none of them means two things. */
const TYPES: Readonly<Record<string, ExpectedShape>> = {
	id: 'a text',
	taskId: 'a text',
	contextId: 'a text',
	messageId: 'a text',
	pushNotificationConfigId: 'a text',
	role: 'a text',
	kind: 'a text',
	text: 'a text',
	bytes: 'a text',
	uri: 'a text',
	name: 'a text',
	mimeType: 'a text',
	url: 'a text',
	token: 'a text',
	credentials: 'a text',
	historyLength: 'a number',
	blocking: 'true or false',
	message: 'an object',
	configuration: 'an object',
	pushNotificationConfig: 'an object',
	authentication: 'an object',
	file: 'an object',
	metadata: 'an object',
	parts: 'a list of objects',
	referenceTaskIds: 'a list of texts',
	extensions: 'a list of texts',
	schemes: 'a list of texts',
	acceptedOutputModes: 'a list of texts',
}

/** What stands in them is the client's own. */
const FREE: readonly string[] = ['data', 'metadata']
