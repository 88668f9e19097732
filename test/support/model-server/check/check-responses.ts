// What the Responses API refuses: unknown fields, calls without output, output without call, doubled or foreign ids.

import { isObject, type JsonObject } from '../../../../src/core/json.ts'
import type { RequestProblem } from '../reply/reply.ts'
import { sealReasoning } from '../reply/seal.ts'
import { doubled, firstProblem, objects, type Rule, text, unknownField } from './check.ts'
import {
	checkEffort,
	checkTools,
	invalidText,
	invalidValue,
	missing,
	unknown,
	wrongType,
} from './check-openai.ts'

export function checkResponses(request: JsonObject): RequestProblem | undefined {
	return firstProblem(RULES, request)
}

const FIELDS =
	'access_programs background context_management conversation image include input instructions ' +
	'max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt ' +
	'prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store ' +
	'stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user'

const INCLUDABLE =
	'file_search_call.results web_search_call.results web_search_call.action.sources ' +
	'message.input_image.image_url computer_call_output.output.image_url code_interpreter_call.outputs ' +
	'reasoning.encrypted_content message.output_text.logprobs'

const RULES: readonly Rule[] = [
	request => {
		const field = unknownField(request, FIELDS)
		return field === undefined ? undefined : unknown(field)
	},
	request => (text(request.model) ? undefined : missing('model')),
	({ instructions }) =>
		instructions === undefined || instructions === null || typeof instructions === 'string'
			? undefined
			: wrongType('instructions', 'a string', instructions),
	({ input }) => {
		if (input === undefined) return missing('input')
		if (typeof input === 'string') return undefined
		if (!Array.isArray(input)) return wrongType('input', 'one of a string or an array', input)
		const odd = input.findIndex(item => !isObject(item))
		return odd < 0 ? undefined : wrongType(`input[${odd}]`, 'an object', input[odd] ?? null)
	},
	({ max_output_tokens: max }) =>
		typeof max === 'number' && max < 16
			? {
					message: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${max} instead.`,
					param: 'max_output_tokens',
					code: 'integer_below_min_value',
				}
			: undefined,
	({ prompt_cache_key: key }) =>
		key === undefined || key === null ? undefined : invalidText('prompt_cache_key', key, { maxLength: 64 }),
	({ include }) => {
		const names = Array.isArray(include) ? include : []
		const odd = names.find(name => !INCLUDABLE.split(' ').includes(String(name)))
		return odd === undefined ? undefined : invalidValue('include', odd, INCLUDABLE)
	},
	({ reasoning }) => (isObject(reasoning) ? checkEffort('reasoning.effort', reasoning.effort) : undefined),
	({ text: settings }) => {
		const format = isObject(settings) && isObject(settings.format) ? settings.format : {}
		if (format.type !== 'json_schema') return undefined
		if (!text(format.name)) return missing('text.format.name')
		return isObject(format.schema) ? undefined : missing('text.format.schema')
	},
	request => checkTools(request, tool => tool, ''),
	request => firstItemProblem(request),
	checkIds,
	checkPairs,
	checkReasoning,
]

function firstItemProblem(request: JsonObject): RequestProblem | undefined {
	for (const [index, item] of objects(request.input).entries()) {
		const problem = checkItem(item, `input[${index}]`)
		if (problem) return problem
	}
	return undefined
}

function checkItem(item: JsonObject, param: string): RequestProblem | undefined {
	const callId = () => invalidText(`${param}.call_id`, item.call_id, { maxLength: 64 })
	switch (item.type ?? 'message') {
		case 'message':
			return checkMessage(item, param)
		case 'function_call':
			return (
				callId() ??
				invalidText(`${param}.name`, item.name, { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 128 }) ??
				(typeof item.arguments === 'string' ? undefined : missing(`${param}.arguments`))
			)
		case 'function_call_output':
			if (item.output === undefined) return missing(`${param}.output`)
			return (
				callId() ??
				(typeof item.output === 'string'
					? undefined
					: checkParts(item.output, `${param}.output`, INPUT_PARTS))
			)
		case 'reasoning':
			return Array.isArray(item.summary) ? undefined : missing(`${param}.summary`)
		default:
			return invalidValue(param, item.type, 'message, function_call, function_call_output, reasoning')
	}
}

const INPUT_PARTS = ['input_text', 'input_image', 'input_file']
const OUTPUT_PARTS = ['output_text', 'refusal']

function checkMessage(item: JsonObject, param: string): RequestProblem | undefined {
	const role = String(item.role)
	if (!['user', 'assistant', 'system', 'developer'].includes(role)) {
		return invalidValue(`${param}.role`, item.role, 'assistant, system, developer, user')
	}
	if (typeof item.content === 'string') return undefined
	return checkParts(item.content, `${param}.content`, role === 'assistant' ? OUTPUT_PARTS : INPUT_PARTS)
}

function checkParts(
	parts: JsonObject[string] | undefined,
	param: string,
	types: readonly string[],
): RequestProblem | undefined {
	if (!Array.isArray(parts)) return missing(param)
	for (const [index, part] of parts.entries()) {
		if (!isObject(part)) return wrongType(`${param}[${index}]`, 'an object', part)
		const { type } = part
		if (!types.includes(String(type))) {
			return invalidValue(`${param}[${index}]`, type, types.join(' and '))
		}
		if (type === 'refusal' ? !text(part.refusal) : String(type).endsWith('_text') && !isText(part)) {
			return missing(`${param}[${index}].text`)
		}
		if (type === 'input_image' && !text(part.image_url) && !text(part.file_id)) {
			return missing(`${param}[${index}].image_url`)
		}
	}
	return undefined
}

function isText(part: JsonObject): boolean {
	return typeof part.text === 'string'
}

const ID_PREFIX: Record<string, string> = { message: 'msg', function_call: 'fc', reasoning: 'rs' }

function checkIds(request: JsonObject): RequestProblem | undefined {
	const items = objects(request.input)
	for (const [index, item] of items.entries()) {
		const prefix = ID_PREFIX[String(item.type)]
		if (typeof item.id !== 'string' || prefix === undefined || item.id.startsWith(prefix)) continue
		const message = `Invalid 'input[${index}].id': '${item.id}'. Expected an ID that begins with '${prefix}'.`
		return { message, param: `input[${index}].id`, code: 'invalid_value' }
	}
	const twice = doubled(items.flatMap(item => text(item.id) ?? []))
	return twice === undefined
		? undefined
		: {
				message: `Duplicate item found with id ${twice}. Remove duplicate items from your input and try again.`,
				param: 'input',
			}
}

function checkPairs(request: JsonObject): RequestProblem | undefined {
	const open = new Set<string>()
	const seen = new Set<string>()
	for (const [index, item] of objects(request.input).entries()) {
		const callId = String(item.call_id)
		if (item.type === 'function_call') {
			if (seen.has(callId)) {
				return {
					message: `Duplicate function call with call_id ${callId}.`,
					param: `input[${index}].call_id`,
				}
			}
			seen.add(callId)
			open.add(callId)
		}
		if (item.type === 'function_call_output' && !open.delete(callId)) {
			return {
				message: `No tool call found for function call output with call_id ${callId}.`,
				param: 'input',
			}
		}
	}
	const [orphan] = open
	return orphan === undefined
		? undefined
		: { message: `No tool output found for function call ${orphan}.`, param: 'input' }
}

/** With `store: false` the service has kept nothing, so reasoning must come back sealed, unchanged, and with what it led to. */
function checkReasoning(request: JsonObject): RequestProblem | undefined {
	const items = objects(request.input)
	for (const [index, item] of items.entries()) {
		if (item.type !== 'reasoning') continue
		const id = text(item.id) ?? `input[${index}]`
		const sealed = item.encrypted_content
		if (request.store === false && typeof sealed !== 'string') {
			const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
			return { message, param: 'input' }
		}
		const summary = objects(item.summary).map(part => String(part.text))
		if (typeof sealed === 'string' && sealed !== sealReasoning(summary.join(''))) {
			const message = `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`
			return { message, code: 'invalid_encrypted_content' }
		}
		const next = items[index + 1]
		const isFollowed =
			next !== undefined && (next.type === 'function_call' || next.type === 'reasoning' || isAnswer(next))
		if (!isFollowed) {
			const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`
			return { message, param: 'input' }
		}
	}
	return undefined
}

function isAnswer(item: JsonObject): boolean {
	return (item.type ?? 'message') === 'message' && item.role === 'assistant'
}
