// What the three strict checks share: rules that each find one problem, the first of which is answered with a 400.

import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts'
import type { RequestProblem } from '../reply/reply.ts'

export type Rule = (request: JsonObject) => RequestProblem | undefined

export function firstProblem(rules: readonly Rule[], request: JsonObject): RequestProblem | undefined {
	for (const rule of rules) {
		const problem = rule(request)
		if (problem) return problem
	}
	return undefined
}

export function unknownField(value: JsonObject, known: string): string | undefined {
	const names = new Set(known.split(' '))
	return Object.keys(value).find(name => !names.has(name))
}

/** The objects of a list; anything else in it, or no list at all, is left to the rule that looks at its form. */
export function objects(value: JsonValue | undefined): JsonObject[] {
	return Array.isArray(value) ? value.filter(isObject) : []
}

export function text(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined
}

/** The first value that has been there before. */
export function doubled(values: readonly string[]): string | undefined {
	const seen = new Set<string>()
	return values.find(value => seen.size === seen.add(value).size)
}
