// A call as it was written, fitted to the tool that it names: under that tool's own name, and with arguments of the types
// that its schema asks for. Markup knows only text, and says nothing of what is a number in it. Pure.

import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts'
import type { ModelPart, ToolSpec } from '../../../core/model.ts'
import { looseJsonIn } from './loose-json.ts'

/** What stood there. */
export type WrittenCall = {
	name: string
	input: JsonObject
	/** Values without a name, in the order of the tool's arguments. */
	positional?: readonly JsonValue[]
	/** All values are text, whatever they mean. */
	isText?: true
}

/** What is to be called: a tool there is, and its arguments as JSON. */
export type ReadCall = { tool: string; arguments: string }

/** @returns undefined when there is no such tool, or it does not take as many values */
export function fitCall(call: WrittenCall, tools: readonly ToolSpec[]): ReadCall | undefined {
	const tool = toolNamed(call.name, tools)
	if (!tool) return undefined
	const properties = propertiesOf(tool)
	const names = Object.keys(properties)
	const placed = (call.positional ?? []).map((value, place) => [names[place], value] as const)
	if (placed.some(([name]) => name === undefined)) return undefined
	const given = [...placed, ...Object.entries(call.input)].map(
		([name, value]) => [name!, typed(value, properties[name!], call.isText === true)] as const,
	)
	return { tool: tool.name, arguments: JSON.stringify(Object.fromEntries(given)) }
}

/** Some models write the JSON of their arguments into a JSON string. What is no object within it stays as it is. */
export function unquoted(part: ModelPart): ModelPart {
	if (part.type !== 'tool-call' || !part.arguments.startsWith('"')) return part
	const inner = parseJson(part.arguments)
	return typeof inner === 'string' && isObject(parseJson(inner)) ? { ...part, arguments: inner } : part
}

/** `functions.read`, `default_api.read`, `read:0` and `brave_search.call` are what some families make of a name. */
export function toolNamed(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
	const plain = plainName(name).replace(/\.call$/, '')
	return tools.find(tool => tool.name === name) ?? tools.find(tool => tool.name === plain)
}

export function plainName(name: string): string {
	return name.replace(/^(?:functions?|default_api)[.:]/, '').replace(/:\d+$/, '')
}

/** Whether the tool takes exactly such arguments. One that names none takes any. */
export function fits(input: JsonObject, tool: ToolSpec): boolean {
	const { inputSchema } = tool
	const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
	const known = inputSchema.properties
	return (
		(!isObject(known) || Object.keys(input).every(key => Object.hasOwn(known, key))) &&
		required.every(key => typeof key === 'string' && Object.hasOwn(input, key))
	)
}

export function propertiesOf({ inputSchema }: ToolSpec): JsonObject {
	return isObject(inputSchema.properties) ? inputSchema.properties : {}
}

function typed(value: JsonValue, schema: JsonValue | undefined, isText: boolean): JsonValue {
	if (typeof value !== 'string') return value
	const types = typesIn(schema)
	if (types.includes('string')) return value
	// Nobody says what it is: it may well be what it looks like, unless its quotes say that it is text.
	if (types.length === 0) return isText ? (parseJson(value) ?? value) : value
	const meant = looseJsonIn(value)
	return meant !== undefined && types.includes(typeOf(meant)) ? meant : value
}

/** Empty when the schema says nothing of types. A whole number is also a number. */
function typesIn(schema: JsonValue | undefined): readonly string[] {
	if (!isObject(schema)) return []
	const said = [schema.type].flat().filter(type => typeof type === 'string')
	const chosen = Array.isArray(schema.enum) ? schema.enum.map(typeOf) : []
	const others = [schema.anyOf, schema.oneOf].flatMap(each =>
		Array.isArray(each) ? each.flatMap(typesIn) : [],
	)
	return [...said, ...(said.length === 0 ? chosen : []), ...others].flatMap(type =>
		type === 'number' ? ['number', 'integer'] : [type],
	)
}

function typeOf(value: JsonValue): string {
	if (value === null) return 'null'
	if (Array.isArray(value)) return 'array'
	return Number.isInteger(value) ? 'integer' : typeof value
}
