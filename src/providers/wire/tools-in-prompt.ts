// Tools for a model that takes none, in the form that Hermes brought in and most open models know: they are described in
// the system prompt, called between two tags in the answer, and answered in a user message. Pure.

import type { AssistantMessage, Message, ToolMessage } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import { argumentsObject, resultText } from './replay.ts'
import type { RequestFormat } from './wire-format.ts'

/** Whether a server said that its model takes no tools, or that it was started in a way in which it does not. */
export function refusesTools(text: string): boolean {
	return REFUSALS.some(refusal => refusal.test(text))
}

const TOOLS = '(?:tools?|(?:tool|function)[ _-]?(?:use|usage|calls?|calling))'

const REFUSALS = [
	`\\b(?:do|does)(?:n['’]t| not) (?:currently )?support (?:the use of )?${TOOLS}\\b(?!.{0,20}\\bstream)`,
	`\\b${TOOLS}\\b[^.\\n]{0,40}\\b(?:is|are)(?:n['’]t| not)? (?:currently |yet )?(?:un|not )?(?:supported|enabled|available)\\b`,
	'\\bno endpoints found that support tool',
	'\\btools param requires --jinja\\b',
	'\\brequires --enable-auto-tool-choice\\b',
	'\\b(?:unsupported|unknown|unrecognized|unexpected)\\b[^.\\n]{0,60}\\btools\\b(?![._[])',
	'\\btools\\b[^.\\n]{0,40}\\bextra (?:inputs|fields) (?:are )?not permitted',
].map(source => new RegExp(source, 'i'))

/** The same format with nothing in its requests but text. */
export function toolsInPrompt(format: RequestFormat): RequestFormat {
	return {
		head: (request, target) => {
			const system = [request.system, toolsPrompt(request.tools)].filter(text => text !== '').join('\n\n')
			return format.head({ ...request, system, tools: [] }, target)
		},
		// Many of these models know only turns that alternate.
		belong: (before, message) =>
			(before.role !== 'assistant' && message.role !== 'assistant') ||
			format.belong(inWords(before), inWords(message)),
		items: (messages, images) => format.items(joined(messages.map(inWords)), images),
	}
}

function toolsPrompt(tools: readonly ToolSpec[]): string {
	if (tools.length === 0) return ''
	const specs = tools.map(({ name, description, inputSchema }) =>
		JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } }),
	)
	return [
		'# Tools',
		'',
		'These are the tools, each with the JSON Schema of its arguments:',
		'<tools>',
		...specs,
		'</tools>',
		'',
		'To call one, write exactly this, and end your reply after it. For several calls write it several times.',
		'<tool_call>',
		'{"name": "<name of the tool>", "arguments": {<its arguments as JSON>}}',
		'</tool_call>',
		'The results come back between <tool_response> and </tool_response>, in the order of the calls.',
	].join('\n')
}

function inWords(message: Message): Message {
	switch (message.role) {
		case 'user':
			return message
		case 'assistant':
			return { ...message, content: callsInWords(message.content) }
		case 'tool':
			return { role: 'user', content: resultInWords(message) }
	}
}

function callsInWords(content: AssistantMessage['content']): AssistantMessage['content'] {
	let said = ''
	return content.map(part => {
		if (part.type === 'text') said = part.text
		if (part.type !== 'tool-call') return part
		const call = JSON.stringify({ name: part.tool, arguments: argumentsObject(part.arguments) })
		const lineBreak = said === '' || said.endsWith('\n') ? '' : '\n'
		said = '</tool_call>'
		return { type: 'text', text: `${lineBreak}<tool_call>\n${call}\n</tool_call>` }
	})
}

/** What a tool printed may hold the closing tag, and what came after that would read as the user's own words. */
function resultInWords(message: ToolMessage): readonly ToolMessage['content'][number][] {
	const text = resultText(message, false).replaceAll(/<(\/?)tool_response>/g, '<$1 tool_response>')
	const pictures = message.content.filter(part => part.type === 'image')
	return [{ type: 'text', text: `<tool_response>\n${text}\n</tool_response>` }, ...pictures]
}

/** Neighbours of the user's side as one message. */
function joined(messages: readonly Message[]): readonly Message[] {
	const all: Message[] = []
	for (const message of messages) {
		const last = all.at(-1)
		if (last?.role === 'user' && message.role === 'user')
			all[all.length - 1] = { role: 'user', content: [...last.content, ...message.content] }
		else all.push(message)
	}
	return all
}
