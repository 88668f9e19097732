// Input lines of `--input-format stream-json`, in the forms of Claude's SDK: what one says, or why it says nothing.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../../core/json.ts'

export type InputLine =
	| { type: 'prompt'; text: string; whenBusy: 'steer' | 'queue' }
	| { type: 'request'; requestId: string; request: JsonObject }
	/** To a request of ours. Without `response` the other side could not answer it, and says why. */
	| { type: 'response'; requestId: string; response: JsonObject; error?: string }
	/** Nothing to be done about it. */
	| { type: 'none' }
	| { type: 'unread'; problem: string }

export function readInputLine(line: string): InputLine {
	if (line.trim() === '') return { type: 'none' }
	const value = parseJson(line)
	if (!isObject(value)) return unread('this is no JSON object')
	switch (value.type) {
		case 'user':
			return promptOf(value)
		case 'control_request':
			if (typeof value.request_id !== 'string' || !isObject(value.request))
				return unread('a control_request has "request_id" and "request"')
			return { type: 'request', requestId: value.request_id, request: value.request }
		case 'control_response':
			return responseOf(value.response)
		case 'keep_alive':
		case 'control_cancel_request':
			return { type: 'none' }
		default:
			return unread(
				`its type is ${JSON.stringify(value.type) ?? 'missing'}; there are user, control_request and control_response`,
			)
	}
}

function promptOf({ message, priority }: JsonObject): InputLine {
	if (!isObject(message) || message.role !== 'user')
		return unread('a prompt has "message": {"role": "user", "content": …}')
	const text = textOf(message.content)
	if (typeof text !== 'string') return unread(text.problem)
	if (text.trim() === '') return unread('the prompt is empty')
	const isLater = priority === 'queue' || priority === 'later'
	return { type: 'prompt', text, whenBusy: isLater ? 'queue' : 'steer' }
}

function textOf(content: JsonValue | undefined): string | { problem: string } {
	if (typeof content === 'string') return content
	if (!Array.isArray(content)) return { problem: 'the content of a prompt is text, or a list of parts' }
	const texts: string[] = []
	for (const part of content) {
		if (!isObject(part) || part.type !== 'text' || typeof part.text !== 'string') {
			const kind = isObject(part) ? JSON.stringify(part.type) : JSON.stringify(part)
			return {
				problem: `parts of a prompt are {"type": "text"}, not ${kind}; name an image as @path in the text`,
			}
		}
		texts.push(part.text)
	}
	return texts.join('\n')
}

function responseOf(response: JsonValue | undefined): InputLine {
	if (!isObject(response) || typeof response.request_id !== 'string')
		return unread('a control_response has "response": {"request_id": …}')
	const { request_id: requestId, subtype, error } = response
	if (subtype === 'error')
		return {
			type: 'response',
			requestId,
			response: {},
			error: typeof error === 'string' ? error : 'no answer',
		}
	if (!isObject(response.response))
		return unread('a control_response with the subtype success has a "response" object of its own')
	return { type: 'response', requestId, response: response.response }
}

function unread(problem: string): InputLine {
	return { type: 'unread', problem }
}
