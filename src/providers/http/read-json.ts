// Reading a vendor's JSON without believing it: whatever is not what it should be reads as empty.

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/**
 * An object that the vendor's types describe and that nobody has looked into yet: it has no other names than they say,
 * and anything may stand under them.
 */
export type Received<Shape> = { readonly [Name in NameIn<Shape>]?: JsonValue }

type NameIn<Shape> = Shape extends unknown ? keyof Shape & string : never

export function textIn(value: unknown): string {
	return typeof value === 'string' ? value : ''
}

export function objectIn(value: unknown): JsonObject {
	return isObject(value) ? value : {}
}

export function objectsIn(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter(isObject) : []
}

export function receivedIn<Shape>(value: unknown): Received<Shape>
export function receivedIn(value: unknown): JsonObject {
	return objectIn(value)
}

export function receivedListIn<Shape>(value: unknown): readonly Received<Shape>[]
export function receivedListIn(value: unknown): readonly JsonObject[] {
	return objectsIn(value)
}

/** A count of tokens: a whole number, never negative. */
export function countIn(value: unknown): number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}
