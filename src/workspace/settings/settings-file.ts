// One settings file, from text to checked values. What is wrong is named with file, key and what was expected.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { CheckSchema, JsonObject, JsonSchema, JsonValue } from '../../core/json.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { readTextFile } from '../places/text-file.ts'
import { jsonMistake } from './json-mistake.ts'
import { allowedBy, narrowest } from './setting-type.ts'
import { READ_ELSEWHERE, SETTINGS_SCHEMA, settingKeys } from './settings-schema.ts'

/** Values by `section.key`, the unit in which layers replace each other. */
export type SettingValues = ReadonlyMap<string, JsonValue>

/** What a person should be told; the settings hold all the same. A whole sentence. */
export type SettingsProblem = { from: string; key: string; message: string }

/** @returns undefined when there is no such file; otherwise its known keys, and a problem for each unknown one */
export async function readSettingsFile(
	path: string,
): Promise<{ values: SettingValues; problems: readonly SettingsProblem[] } | undefined> {
	const text = await readTextFile(path).catch((cause: unknown) => {
		throw new AgentError('config-invalid', `${path} cannot be read: ${messageOf(cause)}`, { cause })
	})
	return text === undefined ? undefined : readSettingsText(path, text)
}

/** @param path - for the messages */
export function readSettingsText(
	path: string,
	text: string,
): { values: SettingValues; problems: readonly SettingsProblem[] } {
	const { value, unknown } = withoutUnknown(SETTINGS_SCHEMA, withOwnName(parseSettings(path, text)), [])
	return {
		values: flatten(isObject(value) ? value : {}),
		problems: unknown.map(key => unknownKey(path, key)),
	}
}

/** A status line where Claude Code has it: what is written under our own name counts more. */
function withOwnName(settings: JsonObject): JsonObject {
	const { statusLine, ...others } = settings
	const { screen = {} } = settings
	if (statusLine === undefined || !isObject(screen)) return settings
	return { ...others, screen: { statusLine, ...screen } }
}

/** @throws AgentError `config-invalid` with the line and column of the mistake */
export function parseSettings(path: string, text: string): JsonObject {
	if (text.trim() === '') return {}
	const value = parseJson(text)
	if (isObject(value)) return value
	if (value !== undefined) throw new AgentError('config-invalid', `${path} must hold a JSON object ({ … })`)
	const mistake = jsonMistake(text)
	const where = mistake ? `:${mistake.line}:${mistake.column}: expected ${mistake.expected}` : ''
	throw new AgentError('config-invalid', `${path}${where}: this is not valid JSON`)
}

/** @throws AgentError `config-invalid` that lists every wrong value, one on a line */
export function requireValid(from: string, values: SettingValues, checkSchema: CheckSchema): void {
	const wrong = wrongValues(from, values, checkSchema)
	if (wrong.length > 0) throw new AgentError('config-invalid', wrong.map(({ message }) => message).join('\n'))
}

/**
 * What only decides how things look is told, and the default holds. Anything else stops the start: a limit that silently
 * does not hold is worse than none.
 * @throws AgentError `config-invalid` that lists every value that is wrong, one on a line
 */
export function validValues(
	from: string,
	values: SettingValues,
	checkSchema: CheckSchema,
): { values: SettingValues; problems: readonly SettingsProblem[] } {
	const wrong = wrongValues(from, values, checkSchema)
	if (wrong.length === 0) return { values, problems: [] }
	const keys = new Set(wrong.map(({ key }) => key))
	const fitting = new Map([...values].filter(([key]) => !(keys.has(key) && isAboutLooks(key))))
	requireValid(from, fitting, checkSchema)
	return {
		values: fitting,
		problems: wrong.map(({ key, message }) => ({ from, key, message: `${message}; the default holds` })),
	}
}

/** Each with its `section.key`. */
function wrongValues(from: string, values: SettingValues, checkSchema: CheckSchema) {
	return narrowest(checkSchema(SETTINGS_SCHEMA, nest(values))).map(problem => ({
		key: problem.path.split(/[.[]/).slice(0, 2).join('.'),
		message: `${from}: ${problem.path} must be ${allowedBy(problem)}, not ${problem.got}`,
	}))
}

function isAboutLooks(key: string): boolean {
	return key.startsWith('screen.') || key.startsWith('diff.')
}

/** `{ context: { compactAt: 0.7 } }` → `context.compactAt`. Only the first level is taken apart: see `settingKeys`. */
export function flatten(settings: JsonObject): SettingValues {
	const entries = Object.entries(settings).flatMap(([name, value]): [string, JsonValue][] =>
		isObject(value)
			? Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner])
			: [[name, value]],
	)
	return new Map(entries)
}

/** The inverse of `flatten`. */
export function nest(values: SettingValues): JsonObject {
	const sections = new Map<string, [string, JsonValue][]>()
	const settings: [string, JsonValue][] = []
	for (const [key, value] of values) {
		const dot = key.indexOf('.')
		if (dot === -1) settings.push([key, value])
		else {
			const name = key.slice(0, dot)
			sections.set(name, [...(sections.get(name) ?? []), [key.slice(dot + 1), value]])
		}
	}
	for (const [name, entries] of sections) settings.push([name, Object.fromEntries(entries)])
	return Object.fromEntries(settings)
}

type Pruned = { value: JsonValue; unknown: readonly string[] }

function withoutUnknown(schema: JsonSchema, value: JsonValue, path: readonly string[]): Pruned {
	if (!isObject(value) || schema.type !== 'object') return { value, unknown: [] }
	const kept: [string, JsonValue][] = []
	const unknown: string[] = []
	for (const [key, inner] of Object.entries(value)) {
		if (path.length === 0 && (key === '$schema' || READ_ELSEWHERE.has(key))) continue
		const known = schemaOfMember(schema, key)
		if (known === undefined) unknown.push([...path, key].join('.'))
		else {
			const pruned = withoutUnknown(known, inner, [...path, key])
			kept.push([key, pruned.value])
			unknown.push(...pruned.unknown)
		}
	}
	return { value: Object.fromEntries(kept), unknown }
}

function schemaOfMember(schema: JsonSchema, key: string): JsonSchema | undefined {
	const named = isObject(schema.properties) && Object.hasOwn(schema.properties, key) && schema.properties[key]
	const found = named || schema.additionalProperties
	return isObject(found) ? found : undefined
}

function unknownKey(from: string, key: string): SettingsProblem {
	const guess = nearestNames(key, settingKeys())[0]
	const hint = guess ? `; did you mean ${guess}?` : ''
	return { from, key, message: `${from}: there is no setting ${key}${hint}` }
}
