// Error texts for a call that could not be understood: what was wrong, and what was expected.

import { messageOf } from '../../core/errors.ts'
import type { JsonSchema, SchemaProblem } from '../../core/json.ts'
import { isObject } from '../../core/json.ts'
import type { ToolSpec } from '../../core/model.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import type { Problem } from '../../core/tool.ts'
import type { UnknownArgument } from './fit-input.ts'

export function unknownTool(name: string, names: readonly string[]): Problem {
	const nearest = nearestNames(name, names, { orPart: true })
	const hint = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}? ` : ''
	return problem`there is no tool named ${JSON.stringify(name)}.${advice(` ${hint}The tools are: ${names.join(', ')}.`)}`
}

/** @param text - the arguments as the model wrote them: no JSON, or JSON that is not an object */
export function brokenJson(spec: ToolSpec, text: string): Problem {
	return problem`the arguments of ${spec.name} are ${flaw(text)}.${expectedInput(spec)}`
}

/** @param wrong - what `prepare` said */
export function invalidInput(spec: ToolSpec, wrong: string): Problem {
	return problem`the arguments of ${spec.name} do not fit: ${wrong}.${expectedInput(spec)}`
}

/** @param unknown - what was given that the tool does not know; one of them may be what is missing */
export function wrongInput(
	problems: readonly SchemaProblem[],
	unknown: readonly UnknownArgument[] = [],
): string {
	return [
		...problems.map(({ path, expected, got }) => `${path || 'the input'}: expected ${expected}, got ${got}`),
		...unknown.slice(0, NAMED).map(({ path, meant }) => {
			const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
			return `there is no such argument: ${shortName(path)}${hint}`
		}),
	].join('; ')
}

/** What the model sees of a call that ran without some of its arguments. @returns one line */
export function leftOut(tool: string, unknown: readonly string[]): string {
	const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : ''
	return `[left out, because ${tool} has no such argument: ${unknown.slice(0, NAMED).map(shortName).join(', ')}${more}]`
}

const NAMED = 5

function shortName(name: string): string {
	return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}

function flaw(text: string): Problem {
	try {
		JSON.parse(text)
		return problem`JSON but not an object`
	} catch (error) {
		const reason = messageOf(error)
		const ending = text.length > 40 ? `, and end with ${JSON.stringify(text.slice(-40))}` : ''
		return problem`not valid JSON (${reason})${advice(ending)}`
	}
}

function expectedInput(spec: ToolSpec): Problem {
	const expected = advice(` Expected one JSON object: ${signature(spec.inputSchema)}.`)
	return problem`${expected} Nothing was run${advice('; call it again')}.`
}

/** `{"path": string, "limit"?: integer}` */
function signature(schema: JsonSchema): string {
	const properties = isObject(schema.properties) ? schema.properties : {}
	const required = Array.isArray(schema.required) ? schema.required : []
	const fields = Object.entries(properties).map(([name, property]) => {
		const type = isObject(property) ? typeOf(property) : 'any value'
		return `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${type}`
	})
	return `{${fields.join(', ')}}`
}

function typeOf(schema: JsonSchema): string {
	if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
	if (schema.type === 'array') return `list of ${isObject(schema.items) ? typeOf(schema.items) : 'any value'}`
	if (schema.type === 'object' && isObject(schema.properties)) return signature(schema)
	if (Array.isArray(schema.type)) return schema.type.join(' | ')
	return typeof schema.type === 'string' ? schema.type : 'any value'
}
