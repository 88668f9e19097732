// The panel of `/config`: all settings, searched while one types, each changed in the file that is chosen.

import { useRef, useState } from 'react'
import { Picker } from '../dialogs/Picker.tsx'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint } from '../input/key-names.ts'
import { foundItems } from '../list/found-items.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import type { SettingServices, SettingsReport, ShownSetting, WritableLayer } from '../state/tui-options.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type Spans, span } from '../text/spans.ts'
import { applySetting, isSeenAtOnce } from './live-settings.ts'
import { SettingEditor } from './SettingEditor.tsx'
import { settingItems } from './setting-items.ts'

/** @param query - what it begins with to search for */
export async function configPanel(
	context: SlashContext,
	services: SettingServices,
	query: string,
): Promise<Panel> {
	const report = await services.list()
	return {
		draw: props => (
			<ConfigPanel {...props} context={context} services={services} report={report} query={query} />
		),
		inWords(surface) {
			const items = settingItems(report.settings, context.options.environment?.HOME)
			const shown = query === '' ? items : foundItems(items, query).map(({ item }) => item)
			surface.open({
				title: 'Settings',
				emptyText: `There is no setting with “${query}”.`,
				items: shown.map(({ value: setting, preview = '', ...item }) => ({
					...item,
					value: () => {
						surface.openPage([
							{ kind: 'expanded', title: 'Type its new value', text: preview, isDiff: false },
						])
						surface.insertText(`/config ${item.label} `)
					},
				})),
			})
		},
	}
}

/** @returns what to say of it */
export async function changeSetting(
	{ key, text, layer }: { key: string; text: string | undefined; layer: WritableLayer },
	context: SlashContext,
	services: SettingServices,
): Promise<string> {
	const notes = await (text === undefined ? services.unset(key, layer) : services.set(key, text, layer))
	// What a stronger layer says holds on.
	const isNow =
		isSeenAtOnce(key) || (text !== undefined && notes.length === 0 && applySetting(key, text, context))
	const done = text === undefined ? `${key} is no longer set there.` : `${key} is ${text}.`
	return [done, ...notes, isNow ? '' : 'It counts from the next start.'].filter(part => part !== '').join(' ')
}

function ConfigPanel({
	context,
	services,
	query,
	...props
}: PanelProps & { context: SlashContext; services: SettingServices; report: SettingsReport; query: string }) {
	const { options } = context
	const bindings = useBindings()
	const [report, setReport] = useState(props.report)
	const [edited, setEdited] = useState<ShownSetting | undefined>()
	const [said, setSaid] = useState<string | undefined>(() => props.report.problems[0])
	const place = useRef({ query, selected: 0 })
	if (edited)
		return (
			<SettingEditor
				{...props}
				key={edited.key}
				setting={edited}
				onClose={() => setEdited(undefined)}
				onWrite={async (text, layer) => {
					const told = await changeSetting({ key: edited.key, text, layer }, context, services)
					setReport(await services.list())
					setSaid(told)
					setEdited(undefined)
				}}
			/>
		)
	const footer: Spans | undefined =
		said === undefined ? undefined : [span(cutToWidth(sanitizeLine(said), props.width), { tone: 'warning' })]
	return (
		<Picker
			{...props}
			title="Settings"
			items={settingItems(report.settings, options.environment?.HOME)}
			verb="changes it"
			hints={[['• is set somewhere'], [keyHint(bindings, 'picker', 'close', 'closes')]]}
			footer={footer}
			initial={place.current}
			onMove={at => {
				place.current = at
			}}
			onChoose={setting => {
				setSaid(undefined)
				if (setting.isOpen) return setSaid(`Write /config ${setting.key}.<name> and the value as JSON.`)
				setEdited(setting)
			}}
		/>
	)
}
