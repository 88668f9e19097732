// The report of all settings: what each is set to, where that comes from, and what it takes. What is secret in it is
// masked. `agent config list` and `/config` show the same.

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { createScrubber } from '../../../safety/redaction/scrub.ts'
import type { SettingsReport, ShownSetting } from '../../../tui/state/tui-options.ts'
import { projectRule } from '../../../workspace/settings/project-settings.ts'
import { typeOf } from '../../../workspace/settings/setting-type.ts'
import { flatten } from '../../../workspace/settings/settings-file.ts'
import { DEFAULT_SETTINGS, schemaOfKey, settingKeys } from '../../../workspace/settings/settings-schema.ts'
import type { LoadedSettings, SettingSource } from '../../../workspace/settings-layers.ts'

export type SettingRow = { key: string; value: JsonValue | undefined; source: SettingSource | undefined }

/** Each setting, and each entry of the sections whose names the user makes up. */
export function settingRows(
	{ settings, sources }: Pick<LoadedSettings, 'settings' | 'sources'>,
	knownSecrets: readonly string[] = [],
): readonly SettingRow[] {
	const values = flatten(JSON.parse(JSON.stringify(settings)))
	const scrub = createScrubber(() => knownSecrets)
	return [...new Set([...settingKeys(), ...values.keys()])]
		.filter(key => !FREE_SECTIONS.has(key))
		.map(key => ({ key, value: masked(values.get(key), scrub), source: sources.get(key) }))
}

export function settingsReport(loaded: LoadedSettings, knownSecrets: readonly string[]): SettingsReport {
	const defaults = flatten(JSON.parse(JSON.stringify(DEFAULT_SETTINGS)))
	const rows = settingRows(loaded, knownSecrets)
	const open = [...FREE_SECTIONS].map(key => ({ key, value: undefined, source: undefined }))
	return {
		settings: [...rows, ...open].map(row => shown(row, defaults.get(row.key))),
		problems: loaded.problems.map(({ message }) => message),
	}
}

/** Sections whose names the user makes up: only their entries are settings. */
const FREE_SECTIONS: ReadonlySet<string> = new Set(['providers', 'models', 'profiles'])

function shown({ key, value, source }: SettingRow, fallback: JsonValue | undefined): ShownSetting {
	const schema = schemaOfKey(key) ?? {}
	const choices = choicesOf(schema)
	const rule = projectRule(key)
	return {
		key,
		value,
		fallback,
		layer: source?.layer ?? 'built-in',
		from: source?.from ?? 'built in',
		description: typeof schema.description === 'string' ? schema.description : '',
		type: typeOf(schema),
		...(choices && { choices }),
		inProject: `${MAY[rule?.may ?? 'never']}${rule ? `: ${rule.why}` : ''}`,
		...(FREE_SECTIONS.has(key) && { isOpen: true as const }),
	}
}

const MAY = {
	freely: 'a project may set it',
	lower: 'a project may only lower it',
	add: 'a project may only add to it',
	tighten: 'a project may only make it stricter, once it is trusted',
	'when-trusted': 'a project may set it once it is trusted',
	never: 'never taken from a project',
}

function choicesOf(schema: JsonObject): readonly string[] | undefined {
	if (Array.isArray(schema.enum)) return schema.enum.map(String)
	return schema.type === 'boolean' ? ['true', 'false'] : undefined
}

/** Headers are where keys are put; anywhere else a secret is masked where it looks like one. */
function masked(value: JsonValue | undefined, scrub: (text: string) => string): JsonValue | undefined {
	if (typeof value === 'string') return scrub(value)
	if (Array.isArray(value)) return value.map(each => masked(each, scrub) ?? null)
	if (!isObject(value)) return value
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			name === 'headers' || name === 'body' ? hidden(inner) : (masked(inner, scrub) ?? null),
		]),
	)
}

function hidden(value: JsonValue): JsonValue {
	if (!isObject(value)) return HIDDEN
	return Object.fromEntries(Object.keys(value).map(name => [name, HIDDEN]))
}

const HIDDEN = '[hidden]'
