// The rules that OpenAI's two APIs have in common.

import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts'
import type { RequestProblem } from '../reply/reply.ts'
import { doubled, objects, text } from './check.ts'

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

export function missing(param: string): RequestProblem {
	return {
		message: `Missing required parameter: '${param}'.`,
		param,
		code: 'missing_required_parameter',
	}
}

export function unknown(param: string): RequestProblem {
	return { message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' }
}

export function wrongType(param: string, expected: string, value: JsonValue): RequestProblem {
	const got = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
	return {
		message: `Invalid type for '${param}': expected ${expected}, but got ${got} instead.`,
		param,
		code: 'invalid_type',
	}
}

export function invalidValue(param: string, value: JsonValue | undefined, allowed: string): RequestProblem {
	return {
		message: `Invalid value: '${String(value)}'. Supported values are: ${allowed}.`,
		param,
		code: 'invalid_value',
	}
}

export function invalidText(
	param: string,
	value: JsonValue | undefined,
	limits: { pattern?: RegExp; maxLength: number },
): RequestProblem | undefined {
	if (typeof value !== 'string') return missing(param)
	if (value === '') {
		const message = `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`
		return { message, param, code: 'empty_string' }
	}
	if (value.length > limits.maxLength) {
		const message = `Invalid '${param}': string too long. Expected a string with maximum length ${limits.maxLength}, but got a string with length ${value.length} instead.`
		return { message, param, code: 'string_above_max_length' }
	}
	if (limits.pattern && !limits.pattern.test(value)) {
		const message = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${limits.pattern.source}'.`
		return { message, param, code: 'invalid_value' }
	}
	return undefined
}

export function checkEffort(param: string, effort: JsonValue | undefined): RequestProblem | undefined {
	if (effort === undefined || effort === null) return undefined
	return EFFORTS.includes(String(effort)) ? undefined : invalidValue(param, effort, EFFORTS.join(', '))
}

/** @param functionOf - where a tool keeps its name and parameters: at its top (Responses) or under `function` (Chat) */
export function checkTools(
	request: JsonObject,
	functionOf: (tool: JsonObject) => JsonObject,
	path: string,
): RequestProblem | undefined {
	const tools = objects(request.tools)
	for (const [index, tool] of tools.entries()) {
		const param = `tools[${index}]${path}`
		if (tool.type !== 'function') return invalidValue(`tools[${index}].type`, tool.type, 'function')
		const { name, parameters, strict } = functionOf(tool)
		const problem = invalidText(`${param}.name`, name, { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 })
		if (problem) return problem
		if (!isObject(parameters) || parameters.type !== 'object') {
			const message = `Invalid schema for function '${String(name)}': schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(isObject(parameters) ? (parameters.type ?? null) : null)}'.`
			return { message, param: `${param}.parameters`, code: 'invalid_function_parameters' }
		}
		if (strict === true && parameters.additionalProperties !== false) {
			const message = `Invalid schema for function '${String(name)}': In context=(), 'additionalProperties' is required to be supplied and to be false.`
			return { message, param: `${param}.parameters`, code: 'invalid_function_parameters' }
		}
	}
	const twice = doubled(tools.flatMap(tool => text(functionOf(tool).name) ?? []))
	return twice === undefined
		? undefined
		: { message: `Duplicate function name '${twice}'. Function names must be unique.`, param: 'tools' }
}
