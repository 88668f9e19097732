// Reading a vendor's JSON without believing it: whatever is not what it should be reads as empty.

import { isObject, type JsonObject } from '../core/json.ts'

export function textIn(value: unknown): string {
	return typeof value === 'string' ? value : ''
}

export function objectIn(value: unknown): JsonObject {
	return isObject(value) ? value : {}
}

export function objectsIn(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter(isObject) : []
}

/** A count of tokens: a whole number, never negative. */
export function countIn(value: unknown): number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}
