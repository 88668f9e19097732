// docs/settings.md: every setting with its values, its default, and what a project's own file may do with it.

import { isObject, type JsonObject, type JsonValue } from '../../src/core/json.ts'
import { projectRule } from '../../src/workspace/settings/project-settings.ts'
import { DEFAULT_SETTINGS, schemaOfKey, settingKeys } from '../../src/workspace/settings/settings-schema.ts'
import { cell, code, MADE_FROM, table } from './markdown.ts'

const OPEN = ['providers', 'models', 'profiles']

const NAMES: Readonly<Record<string, string>> = { models: '<provider/model>', profiles: '<name>' }

export function settingsPage(): string {
	const keys = settingKeys().filter(key => !OPEN.includes(key))
	const sections = new Set(keys.map(sectionOf))
	return [
		MADE_FROM('src/workspace/settings/settings-schema.ts and project-settings.ts'),
		'# Settings\n',
		INTRODUCTION,
		...[...sections].flatMap(section => [
			`## ${section || 'The model'}\n`,
			table(
				['Setting', 'Values', 'Default', 'What it does', 'In a project'],
				keys
					.filter(key => sectionOf(key) === section)
					.map(key => {
						const schema = schemaOfKey(key) ?? {}
						return [
							code(key),
							valuesOf(schema),
							defaultOf(key),
							cell(describe(schema)),
							MAY[projectRule(key)?.may ?? 'never'],
						]
					}),
			),
		]),
		...OPEN.flatMap(name => {
			const schema = schemaOfKey(name) ?? {}
			const members = isObject(schema.additionalProperties) ? schema.additionalProperties : {}
			return [
				`## ${name}\n`,
				`${describe(schema)} Only in your own file.\n`,
				table(
					['Setting', 'Values', 'What it does'],
					leaves(members, `${name}.${NAMES[name] ?? '<id>'}`).map(([key, each]) => [
						code(key),
						valuesOf(each),
						cell(describe(each)),
					]),
				),
			]
		}),
	].join('\n')
}

/** Empty for a setting that stands alone. */
function sectionOf(key: string): string {
	return key.includes('.') ? key.slice(0, key.indexOf('.')) : ''
}

const INTRODUCTION = `Your own file is \`settings.json\` in \`~/.config/keelson\`, or in the folder that \`KEELSON_HOME\` names. \`agent config set\`
changes it, \`agent config list\` shows every value and where it comes from, \`agent config schema\` prints the JSON Schema
that this page is made from.

Values come in layers, and a later one replaces single values of those before: what is built in, your file,
a profile of it (\`--profile\`), \`.keelson/settings.json\` and \`.keelson/settings.local.json\` of the project, environment variables, options on the command
line. The last column says what the project's files may do: set a value **freely**, only **lower** or **tighten** what you
have, **add** to it, set it once the folder is **trusted**, or **never**.

\`\`\`sh runnable
agent config set budget.maxCostUsd 2
agent config get budget.maxCostUsd
agent config unset budget.maxCostUsd
\`\`\`
`

const MAY = {
	freely: 'freely',
	lower: 'lower',
	add: 'add',
	tighten: 'tighten, trusted',
	'when-trusted': 'trusted',
	never: 'never',
}

/** What is below a free name, objects within it opened. */
function leaves(schema: JsonObject, path: string): readonly (readonly [string, JsonObject])[] {
	const properties = isObject(schema.properties) ? schema.properties : {}
	return Object.entries(properties).flatMap(([name, inner]) => {
		if (!isObject(inner)) return []
		return isObject(inner.properties)
			? leaves(inner, `${path}.${name}`)
			: [[`${path}.${name}`, inner] as const]
	})
}

function describe(schema: JsonObject): string {
	return typeof schema.description === 'string' ? schema.description : ''
}

function valuesOf(schema: JsonObject): string {
	const { enum: choices, type, anyOf, minimum, maximum } = schema
	if (Array.isArray(choices)) return choices.map(choice => code(String(choice))).join(', ')
	if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(valuesOf).join(', or ')
	const bounds = [
		minimum === undefined ? '' : `at least ${minimum}`,
		maximum === undefined ? '' : `at most ${maximum}`,
	].filter(Boolean)
	return [TYPES.get(String(type)) ?? String(type ?? ''), ...bounds].join(', ')
}

const TYPES: ReadonlyMap<string, string> = new Map([
	['string', 'text'],
	['integer', 'whole number'],
	['number', 'number'],
	['boolean', '`true`, `false`'],
	['array', 'list of texts'],
	['object', 'names and texts'],
])

function defaultOf(key: string): string {
	const value = key
		.split('.')
		.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), DEFAULT_SETTINGS)
	return value === undefined ? '' : code(JSON.stringify(value as JsonValue))
}
