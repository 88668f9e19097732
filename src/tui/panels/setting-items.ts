// Settings as the lines of a list: value, layer, description, and beside it all that is known of one.

import type { JsonValue } from '../../core/json.ts'
import type { ListItem } from '../list/found-items.ts'
import type { ShownSetting, WritableLayer } from '../state/tui-options.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { shortenHome } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export function settingItems(
	settings: readonly ShownSetting[],
	home: string | undefined,
): readonly ListItem<ShownSetting>[] {
	return settings.map(setting => ({
		value: setting,
		label: sanitizeLine(setting.key),
		group: sectionOf(setting.key),
		cells: [cutToWidth(sanitizeLine(valueText(setting.value)), VALUE_COLUMNS), LAYER_NAMES[setting.layer]],
		detail: sanitizeLine(setting.description),
		...(setting.layer !== 'built-in' && { sign: '•' }),
		preview: previewOf(setting, home),
	}))
}

const VALUE_COLUMNS = 20

/** Text as it is, anything else as JSON. */
export function valueText(value: JsonValue | undefined): string {
	if (value === undefined) return 'not set'
	return typeof value === 'string' ? value : JSON.stringify(value)
}

function sectionOf(key: string): string {
	return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'general'
}

const LAYER_NAMES: Readonly<Record<ShownSetting['layer'], string>> = {
	'built-in': 'default',
	user: 'user',
	profile: 'profile',
	project: 'project',
	local: 'project, you',
	environment: 'env',
	flags: 'flag',
}

/** Where a change can be written, in the order of the key that goes through them. */
export const WRITABLE_LAYERS: readonly { layer: WritableLayer; name: string }[] = [
	{ layer: 'user', name: 'your settings' },
	{ layer: 'project', name: 'this project' },
	{ layer: 'local', name: 'this project, only you' },
]

function previewOf(
	{ key, value, fallback, layer, from, description, type, inProject }: ShownSetting,
	home: string | undefined,
): string {
	return [
		sanitizeLine(key),
		'',
		sanitizeLine(description),
		'',
		`value    ${sanitizeLine(valueText(value))}`,
		`from     ${LAYER_NAMES[layer]}${layer === 'built-in' ? '' : `: ${sanitizeLine(shortenHome(from, home))}`}`,
		`default  ${sanitizeLine(valueText(fallback))}`,
		`takes    ${sanitizeLine(type)}`,
		'',
		sanitizeLine(inProject),
	].join('\n')
}
