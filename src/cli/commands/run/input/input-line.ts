// Input lines of `--input-format stream-json`, in the forms of Claude's SDK: what one says, or why it says nothing.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../../core/json.ts'
import { type Picture, readPicture } from './picture.ts'

export type PromptLine = {
	type: 'prompt'
	text: string
	pictures: readonly Picture[]
	whenBusy: 'steer' | 'queue'
}

export type InputLine =
	| PromptLine
	/** Whoever wrote it waits for an answer to it. */
	| { type: 'unusable-prompt'; problem: string }
	| { type: 'request'; requestId: string; request: JsonObject }
	/** To a request of ours. Without `response` the other side could not answer it, and says why. */
	| { type: 'response'; requestId: string; response: JsonObject; error?: string }
	/** Nothing to be done about it. */
	| { type: 'none' }
	| { type: 'unread'; problem: string }

export function readInputLine(line: string): InputLine {
	if (line.trim() === '') return { type: 'none' }
	// Some systems begin what they pipe with a byte order mark.
	const value = parseJson(line.replace(/^\ufeff/, ''))
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
		return unusable('a prompt has "message": {"role": "user", "content": …}')
	const content = contentOf(message.content)
	if ('problem' in content) return unusable(content.problem)
	if (content.text.trim() === '' && content.pictures.length === 0) return unusable('the prompt is empty')
	const isLater = priority === 'queue' || priority === 'later'
	return { type: 'prompt', ...content, whenBusy: isLater ? 'queue' : 'steer' }
}

type PromptContent = { text: string; pictures: readonly Picture[] }

function contentOf(content: JsonValue | undefined): PromptContent | { problem: string } {
	if (typeof content === 'string') return { text: content, pictures: [] }
	if (!Array.isArray(content)) return { problem: 'the content of a prompt is text, or a list of parts' }
	const texts: string[] = []
	const pictures: Picture[] = []
	for (const [index, part] of content.entries()) {
		const read = partOf(part)
		if (typeof read === 'string') texts.push(read)
		else if ('bytes' in read) pictures.push(read)
		else return { problem: `part ${index + 1} of the prompt: ${read.problem}` }
	}
	return { text: texts.join('\n'), pictures }
}

function partOf(part: JsonValue): string | Picture | { problem: string } {
	if (!isObject(part)) return { problem: `a part is an object, not ${JSON.stringify(part).slice(0, 40)}` }
	if (part.type === 'image') return readPicture(part.source)
	if (part.type === 'text' && typeof part.text === 'string') return part.text
	if (part.type === 'text') return { problem: 'a text part has "text": "…"' }
	const kind = JSON.stringify(part.type) ?? 'without a type'
	return { problem: `${kind} is not taken, only text and image; name a file in the text and it is read` }
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

function unusable(problem: string): InputLine {
	return { type: 'unusable-prompt', problem }
}

function unread(problem: string): InputLine {
	return { type: 'unread', problem }
}
