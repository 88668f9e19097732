import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { isObject } from '../../../src/core/json.ts'
import { READ_ELSEWHERE, SETTINGS_SCHEMA } from '../../../src/workspace/settings/settings-schema.ts'

const src = join(import.meta.dirname, '../../../src')
const SOURCE = readdirSync(src, { recursive: true, encoding: 'utf8' })
	.filter(name => /\.tsx?$/.test(name) && !name.endsWith('settings-schema.ts'))
	.map(name => readFileSync(join(src, name), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
	.join('\n')

type Leaf = readonly string[]

/** `*` stands for a name the user chose. */
function leaves(schema: unknown, path: Leaf = []): readonly Leaf[] {
	if (!isObject(schema)) return [path]
	const { properties, additionalProperties } = schema
	if (isObject(properties))
		return Object.entries(properties)
			.filter(([name]) => !name.startsWith('$') && !READ_ELSEWHERE.has(name))
			.flatMap(([name, inner]) => leaves(inner, [...path, name]))
	if (isObject(additionalProperties) && isObject(additionalProperties.properties))
		return leaves(additionalProperties, [...path, '*'])
	return [path]
}

/** Written out after `settings`, taken apart from its section, or asked for by a name that is put together. */
function isRead(leaf: Leaf): boolean {
	const [section, key] = leaf
	const last = leaf.at(-1)!
	// What is said of one provider or model goes on as a value: there its own name has to be read.
	if (leaf.includes('*')) return new RegExp(`\\.${last}\\b|[{,]\\s*${last}\\b[^{}]*\\}[^={}]*=`).test(SOURCE)
	// The screen asks for one of the user's own in the table of all settings.
	if (key === undefined)
		return new RegExp(`\\bsettings\\.${section}\\b|^const \\w+ = '${section}'`, 'm').test(SOURCE)
	if (new RegExp(`\\bsettings\\.${section}\\.${key}\\b`).test(SOURCE)) return true
	// The screen is below the settings, so it gets its section whole.
	if (
		section === 'screen' &&
		new RegExp(`\\bscreen\\.${key}\\b|\\{[^{}]*\\b${key}\\b[^{}]*\\}\\s*=\\s*[\\w.]*\\bscreen\\b`).test(
			SOURCE,
		)
	)
		return true
	if (new RegExp(`get\\(\`${section}\\.\\$\\{`).test(SOURCE)) return true
	const takenApart = new RegExp(`\\{([^{}]*)\\}\\s*=\\s*[\\w.]*\\bsettings\\.${section}\\b(?!\\.)`, 'g')
	return [...SOURCE.matchAll(takenApart)].some(([, names = '']) => new RegExp(`\\b${key}\\b`).test(names))
}

test('every setting that is accepted is read somewhere', () => {
	const all = leaves(SETTINGS_SCHEMA)
	assert(all.length > 40, `${all.length} settings`)
	assert.deepEqual(
		all.filter(leaf => !isRead(leaf)).map(leaf => leaf.join('.')),
		[],
	)
})

test('what stands beside the settings is read by its name', () => {
	assert.deepEqual(
		[...READ_ELSEWHERE].filter(name => !new RegExp(`\\b${name}\\b`).test(SOURCE)),
		[],
	)
})

test('one that nobody reads is found', () => {
	const unread = [['ui', 'theme'], ['context', 'enabled'], ['providers', '*', 'nickname'], ['colour']]
	assert.deepEqual(unread.filter(isRead), [])
})
