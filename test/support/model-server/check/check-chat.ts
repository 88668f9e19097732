// What Chat Completions refuses: unknown fields, and tool messages that do not answer the calls before them.

import { isObject, type JsonObject } from '../../../../src/core/json.ts'
import type { RequestProblem } from '../reply/reply.ts'
import { firstProblem, objects, type Rule, text, unknownField } from './check.ts'
import {
	checkEffort,
	checkTools,
	invalidText,
	invalidValue,
	missing,
	unknown,
	wrongType,
} from './check-openai.ts'

export function checkChat(request: JsonObject): RequestProblem | undefined {
	return firstProblem(RULES, request)
}

const FIELDS =
	'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens ' +
	'max_tokens metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key ' +
	'prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed ' +
	'service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity ' +
	'web_search_options'

const RULES: readonly Rule[] = [
	request => {
		const field = unknownField(request, FIELDS)
		return field === undefined ? undefined : unknown(field)
	},
	request => (text(request.model) ? undefined : missing('model')),
	({ messages }) => {
		if (!Array.isArray(messages)) return missing('messages')
		if (messages.length > 0) return undefined
		const message = `Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.`
		return { message, param: 'messages', code: 'empty_array' }
	},
	request =>
		request.max_tokens !== undefined && request.max_completion_tokens !== undefined
			? {
					message: `Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.`,
					param: 'max_tokens',
					code: 'invalid_parameter_combination',
				}
			: undefined,
	request =>
		isObject(request.stream_options) && request.stream !== true
			? {
					message: `The 'stream_options' parameter is only allowed when 'stream' is enabled.`,
					param: 'stream_options',
				}
			: undefined,
	request => checkEffort('reasoning_effort', request.reasoning_effort),
	({ response_format: format }) =>
		isObject(format) && format.type === 'json_schema' && !isObject(format.json_schema)
			? missing('response_format.json_schema')
			: undefined,
	request => checkTools(request, tool => (isObject(tool.function) ? tool.function : {}), '.function'),
	({ messages }) => {
		for (const [index, message] of objects(messages).entries()) {
			const problem = checkMessage(message, `messages[${index}]`)
			if (problem) return problem
		}
		return undefined
	},
	checkPairs,
]

function checkMessage(message: JsonObject, param: string): RequestProblem | undefined {
	const { role, content } = message
	switch (role) {
		case 'system':
		case 'developer':
			return checkContent(content, param, ['text'])
		case 'user':
			return checkContent(content, param, ['text', 'image_url', 'input_audio', 'file'])
		case 'tool':
			if (!text(message.tool_call_id)) return missing(`${param}.tool_call_id`)
			return checkContent(content, param, ['text'])
		case 'assistant':
			return checkAssistant(message, param)
		default:
			return invalidValue(
				`${param}.role`,
				role,
				`'system', 'assistant', 'user', 'function', 'tool', and 'developer'`,
			)
	}
}

function checkAssistant(message: JsonObject, param: string): RequestProblem | undefined {
	const { content, tool_calls: calls } = message
	if (Array.isArray(calls) && calls.length === 0) {
		const problem = `Invalid '${param}.tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`
		return { message: problem, param: `${param}.tool_calls`, code: 'empty_array' }
	}
	for (const [index, call] of objects(calls).entries()) {
		const at = `${param}.tool_calls[${index}]`
		const { name, arguments: input } = isObject(call.function) ? call.function : {}
		if (call.type !== 'function') return invalidValue(`${at}.type`, call.type, `'function' and 'custom'`)
		const problem =
			invalidText(`${at}.id`, call.id, { maxLength: 40 }) ??
			invalidText(`${at}.function.name`, name, { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 }) ??
			(typeof input === 'string' ? undefined : missing(`${at}.function.arguments`))
		if (problem) return problem
	}
	if (content === undefined || content === null) {
		return objects(calls).length > 0
			? undefined
			: wrongType(`${param}.content`, 'one of a string or array of objects', null)
	}
	return checkContent(content, param, ['text', 'refusal'])
}

function checkContent(
	content: JsonObject[string] | undefined,
	param: string,
	types: readonly string[],
): RequestProblem | undefined {
	if (typeof content === 'string') return undefined
	if (!Array.isArray(content)) {
		return wrongType(`${param}.content`, 'one of a string or array of objects', content ?? null)
	}
	for (const [index, part] of content.entries()) {
		const at = `${param}.content[${index}]`
		if (!isObject(part)) return wrongType(at, 'an object', part)
		if (!types.includes(String(part.type))) return invalidValue(at, part.type, types.join(', '))
		if (part.type === 'text' && typeof part.text !== 'string') return missing(`${at}.text`)
		if (part.type === 'image_url' && !(isObject(part.image_url) && text(part.image_url.url))) {
			return missing(`${at}.image_url`)
		}
	}
	return undefined
}

function checkPairs(request: JsonObject): RequestProblem | undefined {
	const seen = new Set<string>()
	let open = new Set<string>()
	const unanswered = (index: number): RequestProblem => ({
		message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
		param: `messages.[${index}].role`,
	})
	const messages = objects(request.messages)
	for (const [index, message] of messages.entries()) {
		if (message.role === 'tool') {
			if (open.delete(String(message.tool_call_id))) continue
			return {
				message: `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`,
				param: `messages.[${index}].role`,
			}
		}
		if (open.size > 0) return unanswered(index)
		const ids = objects(message.tool_calls).map(call => String(call.id))
		for (const id of ids) {
			if (seen.has(id)) {
				return { message: `Duplicate value for 'tool_call_id' of '${id}'.`, param: `messages.[${index}]` }
			}
			seen.add(id)
		}
		open = new Set(ids)
	}
	return open.size > 0 ? unanswered(messages.length) : undefined
}
