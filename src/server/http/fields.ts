// What stands in a request, read field by field: what is not expected there is named.

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { Refusal } from './refusal.ts'

/** @throws Refusal for what is no object, or has another field */
export function objectOf(body: JsonValue, known: readonly string[]): JsonObject {
	if (!isObject(body))
		throw new Refusal('bad-request', `the body has to be an object with ${known.join(', ')}`)
	const other = Object.keys(body).find(field => !known.includes(field))
	if (other === undefined) return body
	throw new Refusal('bad-request', `there is no field ${quoted(other)}; there are ${known.join(', ')}`)
}

/** @throws Refusal */
export function text(body: JsonObject, field: string, most: number): string | undefined {
	const value = body[field]
	if (value === undefined) return undefined
	if (typeof value !== 'string')
		throw new Refusal('bad-request', `${field} has to be a text, and is ${quoted(value)}`)
	if (value.trim() === '') throw new Refusal('bad-request', `${field} is empty`)
	if (value.length > most)
		throw new Refusal('bad-request', `${field} has ${value.length} characters; at most ${most} are taken`)
	return value
}

/** @throws Refusal */
export function oneOf<Value extends string>(
	field: string,
	value: string | undefined,
	known: readonly Value[],
): Value | undefined {
	if (value === undefined) return undefined
	const found = known.find(each => each === value)
	if (found !== undefined) return found
	throw new Refusal('bad-request', `${field} ${quoted(value)}: expected ${known.join(', ')}`)
}

type Bounds = { least: number; most: number }

/** @throws Refusal */
export function whole(field: string, value: JsonValue | undefined, bounds: Bounds): number | undefined {
	return value === undefined ? undefined : inBounds({ field, value, number: value }, bounds)
}

/** As it stands in a query or a header. @throws Refusal */
export function wholeText(field: string, value: string | undefined, bounds: Bounds): number | undefined {
	if (value === undefined) return undefined
	return inBounds({ field, value, number: /^-?\d+$/.test(value) ? Number(value) : value }, bounds)
}

function inBounds(
	{ field, value, number }: { field: string; value: JsonValue; number: JsonValue },
	{ least, most }: Bounds,
): number {
	if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
		return number
	throw new Refusal(
		'bad-request',
		`${field} ${quoted(value)}: expected a whole number from ${least} to ${most}`,
	)
}

/** @throws Refusal for a parameter that nobody reads, or one that is there twice */
export function queryOf(url: URL, known: readonly string[]): Readonly<Record<string, string>> {
	const query: Record<string, string> = {}
	for (const [name, value] of url.searchParams) {
		if (!known.includes(name))
			throw new Refusal('bad-request', `there is no parameter ${quoted(name)}; there are ${known.join(', ')}`)
		if (name in query) throw new Refusal('bad-request', `${name} is given twice`)
		query[name] = value
	}
	return query
}

function quoted(value: JsonValue): string {
	const json = JSON.stringify(value)
	return json.length > 100 ? `${json.slice(0, 100)}…` : json
}
