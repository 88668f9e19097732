// Runtime type checks for data that comes back from a disk. A record's check is written against its type, so a field
// that is added to the type and forgotten here does not compile.

import { isObject, type JsonObject } from '../core/json.ts'

export type Check = (value: unknown) => boolean

export type Fields<T> = { [Key in keyof T]-?: Check }

export const text: Check = value => typeof value === 'string'
export const number: Check = value => Number.isFinite(value)
export const flag: Check = value => typeof value === 'boolean'
export const anything: Check = () => true

export function optional(check: Check): Check {
	return value => value === undefined || check(value)
}

export function list(check: Check): Check {
	return value => Array.isArray(value) && value.every(item => check(item))
}

/** Values of one kind under any names. */
export function table(check: Check): Check {
	return value => isObject(value) && Object.values(value).every(check)
}

export function oneOf<T extends string | number>(choices: Readonly<Record<T, true>>): Check {
	return value => (typeof value === 'string' || typeof value === 'number') && Object.hasOwn(choices, value)
}

export function record<T>(fields: Fields<T>): Check {
	const checks = Object.entries<Check>(fields)
	return value => isObject(value) && checks.every(([key, check]) => check(value[key]))
}

/** A union told apart by one key: the fields that each variant has besides it. */
export function variants<T extends { [K in Key]: string }, Key extends keyof T & string>(
	key: Key,
	fieldsOf: { [Variant in T[Key]]: Fields<Omit<Extract<T, { [K in Key]: Variant }>, Key>> },
): Check {
	const checks = new Map(
		Object.entries<Fields<JsonObject>>(fieldsOf).map(([variant, fields]) => [variant, record(fields)]),
	)
	return value => {
		if (!isObject(value)) return false
		const variant = value[key]
		return typeof variant === 'string' && checks.get(variant)?.(value) === true
	}
}
