// Elicitation: an MCP server asks the user something in the middle of a call, one question for each field of its form.
// Where nobody is there, or one of them is not answered, it is told no.

import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client'
import type { ToolContext } from '../../../core/tool.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'

type Field = ElicitRequestFormParams['requestedSchema']['properties'][string]
type FieldValue = string | number | boolean | string[]

export async function askForm(
	{ message, requestedSchema }: ElicitRequestFormParams,
	server: string,
	{ ask }: Pick<ToolContext, 'ask'>,
): Promise<ElicitResult> {
	const { properties, required = [] } = requestedSchema
	const content: Record<string, FieldValue> = {}
	const heading = `The MCP server ${server} asks: ${serverLine(message, 1_000)}`
	const fields = Object.entries(properties)
	if (fields.length === 0) {
		const answer = await ask({ header: server, text: heading, options: [YES, NO] })
		return { action: answer === YES ? 'accept' : 'decline', ...(answer === YES && { content }) }
	}
	for (const [name, field] of fields) {
		const isRequired = required.includes(name)
		const question = await askField({ name, field, server, heading, isRequired }, ask)
		if (question === undefined) return { action: 'decline' }
		if (question !== LEFT_OUT) content[name] = question.value
	}
	return { action: 'accept', content }
}

type AskedField = { name: string; field: Field; server: string; heading: string; isRequired: boolean }

/** @returns undefined where there is no usable answer */
async function askField(
	{ name, field, server, heading, isRequired }: AskedField,
	ask: ToolContext['ask'],
): Promise<{ value: FieldValue } | typeof LEFT_OUT | undefined> {
	const about = serverLine([field.title ?? name, field.description].filter(Boolean).join(': '), 500)
	let problem = ''
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const options = [...optionsOf(field), ...(isRequired ? [] : [SKIP])]
		const meanings = options.map(option => meaningOf(field, option))
		const answer = await ask({
			header: server,
			text: `${heading}\n${about}${problem}`,
			options,
			...(meanings.some(meaning => meaning !== '') && { descriptions: meanings }),
			...(field.type === 'array' && options.length > 1 && { allowsSeveral: true }),
		})
		if (answer === undefined) return undefined
		if (answer === SKIP && !isRequired) return LEFT_OUT
		const value = valueIn(field, answer.trim())
		if (value !== undefined) return { value }
		problem = ` (${JSON.stringify(answer)} does not fit: ${expectation(field)})`
	}
	return undefined
}

function optionsOf(field: Field): readonly string[] {
	if (field.type === 'boolean') return [YES, NO]
	const choices = choicesOf(field).map(({ shown }) => shown)
	const proposed = 'default' in field && !Array.isArray(field.default) ? field.default : undefined
	return proposed === undefined || choices.length > 0 ? choices : [serverLine(String(proposed), 200)]
}

/** The field's choices, in every form the protocol has for them. */
function choicesOf(field: Field): readonly { shown: string; value: string }[] {
	const from = field.type === 'array' ? field.items : field
	const titled = 'oneOf' in from ? from.oneOf : 'anyOf' in from ? from.anyOf : undefined
	if (titled) return titled.map(each => ({ shown: serverLine(each.title, 200), value: each.const }))
	if (!('enum' in from) || !from.enum) return []
	const names = 'enumNames' in from && Array.isArray(from.enumNames) ? from.enumNames.map(String) : []
	return from.enum.map((value, index) => ({ shown: serverLine(names[index] ?? value, 200), value }))
}

/** What is sent for it, where that is another word than the one shown. */
function meaningOf(field: Field, option: string): string {
	const value = choicesOf(field).find(({ shown }) => shown === option)?.value
	return value === undefined || value === option ? '' : serverLine(value, 200)
}

/** @returns undefined for an answer that does not fit */
function valueIn(field: Field, answer: string): FieldValue | undefined {
	const choices = choicesOf(field)
	const choose = (text: string) => choices.find(({ shown, value }) => shown === text || value === text)?.value
	switch (field.type) {
		case 'boolean':
			return YESES.has(answer.toLowerCase()) ? true : NOES.has(answer.toLowerCase()) ? false : undefined
		case 'number':
		case 'integer': {
			const number = answer === '' ? Number.NaN : Number(answer)
			const fits = field.type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
			const { minimum = -Infinity, maximum = Infinity } = field
			return fits && number >= minimum && number <= maximum ? number : undefined
		}
		case 'array': {
			const chosen = answer.split(',').map(each => choose(each.trim()))
			return chosen.every(each => each !== undefined) ? chosen : undefined
		}
		default:
			if (choices.length > 0) return choose(answer)
			if ('minLength' in field && answer.length < (field.minLength ?? 0)) return undefined
			return 'maxLength' in field && answer.length > (field.maxLength ?? Infinity) ? undefined : answer
	}
}

function expectation(field: Field): string {
	const choices = choicesOf(field).map(({ shown }) => shown)
	if (choices.length > 0) return `one of ${choices.join(', ')}`
	return field.type === 'boolean' ? 'yes or no' : `a ${field.type} within the limits it gave`
}

const MOST_TRIES = 3
const YES = 'yes'
const NO = 'no'
const SKIP = 'leave this one out'
const LEFT_OUT = Symbol('left out')
const YESES: ReadonlySet<string> = new Set(['yes', 'y', 'true'])
const NOES: ReadonlySet<string> = new Set(['no', 'n', 'false'])
