// The panel of `/help`: keys, commands and tips, each a list that is searched while one types.

import { useContext, useRef, useState } from 'react'
import type { ExtensionList } from '../../core/runtime-port.ts'
import type { PageDialogBlock } from '../dialogs/PageDialog.tsx'
import { Picker } from '../dialogs/Picker.tsx'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint, keyName, keysOf } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { actionOf, type KeyContext } from '../input/keymap.ts'
import { KeyLayersContext } from '../input/use-keys.ts'
import type { ListItem } from '../list/found-items.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { plainText, span, wrapSpans } from '../text/spans.ts'
import { keyItems } from './keys-panel.tsx'
import { commandEntries, pressKey } from './palette-entries.ts'

export type HelpTab = 'Keys' | 'Commands' | 'Tips'

export async function helpPanel(context: SlashContext, tab: HelpTab): Promise<Panel> {
	const custom = (await context.options.port.queries.extensions?.())?.commands ?? []
	const { bindings } = context.preferences
	return {
		draw: props => <HelpPanel {...props} context={context} custom={custom} initialTab={tab} />,
		inWords(surface) {
			if (tab === 'Commands')
				return surface.open({
					title: 'Commands. Choosing one begins it',
					items: commandEntries({ context, bindings }, custom),
				})
			if (tab === 'Tips') return surface.openPage([textPage('Tips', OTHER_TIPS)])
			surface.openPage([
				{ kind: 'table', title: 'Keys', rows: surface.keys },
				{ kind: 'table', title: 'What a line begins with', rows: FIRST_CHARACTERS },
				textPage('More', ['/help commands: all of them', '/help tips: what is worth knowing']),
			])
		},
	}
}

function textPage(title: string, lines: readonly string[]): PageDialogBlock {
	return { kind: 'expanded', title, text: lines.join('\n'), isDiff: false }
}

const TABS: readonly HelpTab[] = ['Keys', 'Commands', 'Tips']

function HelpPanel({
	context,
	custom,
	initialTab,
	...props
}: PanelProps & { context: SlashContext; custom: ExtensionList['commands']; initialTab: HelpTab }) {
	const bindings = useBindings()
	const layers = useContext(KeyLayersContext)
	const [tab, setTab] = useState(initialTab)
	const latest = useRef(tab)
	const turn = (step: number) => {
		latest.current = TABS[(TABS.indexOf(latest.current) + step + TABS.length) % TABS.length] ?? 'Keys'
		setTab(latest.current)
	}
	const items: Readonly<Record<HelpTab, () => readonly ListItem<() => void>[]>> = {
		Keys: () => [
			...typed(bindings).map(([label, detail]) => ({
				label,
				detail,
				group: 'what a line begins with',
				value: () => {},
			})),
			...keyItems(bindings).map(item => ({
				...item,
				value: () => {
					const [key] = keysOf(bindings, item.value.context, item.value.action)
					if (key !== undefined && DONE_FROM_HERE.has(item.value.context)) pressKey(key, { bindings, layers })
				},
			})),
		],
		Commands: () => commandEntries({ context, bindings }, custom),
		Tips: () => tips(bindings).flatMap(text => tipItems(text, props.width)),
	}
	return (
		<Picker
			key={tab}
			{...props}
			title={`Help: ${TABS.map(each => (each === tab ? `[${each}]` : each)).join(' ')}`}
			items={items[tab]()}
			verb={tab === 'Tips' ? 'closes' : 'does it'}
			hints={[turningHints(bindings), [keyHint(bindings, 'picker', 'close', 'closes')]]}
			onKey={press => {
				const action = actionOf('tabs', press)
				if (action === undefined) return false
				turn(action === 'next-tab' ? 1 : -1)
				return true
			}}
			onChoose={choose => {
				props.onClose()
				choose()
			}}
		/>
	)
}

/** A row for each of its lines: it is there to be read whole. */
function tipItems(text: string, width: number): readonly ListItem<() => void>[] {
	return wrapSpans([span(text)], Math.max(10, width - 6)).map((row, index) => ({
		label: `${index === 0 ? '· ' : '  '}${plainText(row)}`,
		detail: '',
		keywords: text,
		value: () => {},
	}))
}

const DONE_FROM_HERE: ReadonlySet<KeyContext> = new Set(['app', 'composer'])

function typed(bindings: Bindings): readonly (readonly [string, string])[] {
	const [[submit], [newline]] = [
		keysOf(bindings, 'composer', 'submit'),
		keysOf(bindings, 'composer', 'newline'),
	]
	const unknown = newline === undefined ? '' : ` where the terminal knows no ${keyName(newline)}`
	return [...FIRST_CHARACTERS, [`\\ ${keyName(submit ?? '')}`, `a new line${unknown}`]]
}

const FIRST_CHARACTERS: readonly (readonly [string, string])[] = [
	['/', 'a command'],
	['@', 'a file'],
	['!', 'a shell command of your own'],
	['#', 'a note to remember'],
]

function tips(bindings: Bindings): readonly string[] {
	const key = (context: KeyContext, action: string) =>
		keysOf(bindings, context, action).map(keyName)[0] ?? 'no key'
	return [
		`${key('app', 'palette')} finds everything: commands, settings, models, sessions, files, earlier prompts.`,
		`${key('app', 'interrupt')} stops a run; pressed twice on an empty prompt, it goes back to an earlier one, files included.`,
		`What you write while a run is active steers it; ${key('composer', 'queue')} sends it afterwards instead.`,
		`${key('app', 'cycle-mode')} goes from ask to auto-edit to plan: plan only reads.`,
		`${key('composer', 'open-editor')} opens the prompt in your editor, ${key('composer', 'paste-image')} takes an image from the clipboard.`,
		`${key('composer', 'search-history')} searches earlier prompts of this folder.`,
		`/model: ${key('several-list', 'mark')} makes a chain; the next model answers when one fails.`,
		...OTHER_TIPS,
	].map(sanitizeLine)
}

/** They name no keys. */
const OTHER_TIPS: readonly string[] = [
	'!command runs a command of your own; what it printed goes to the model with the next prompt.',
	'@path puts a file into the prompt, @picture.png shows it to the model.',
	'/rewind takes back what runs have changed; /undo takes that back.',
	'/permissions allow shell(npm test) lets a command run unasked from now on.',
	'/config changes any setting, for you or for the project; /keys gives any action other keys.',
	'/context shows what fills the window; /compact what must not be lost condenses it.',
	'agent run "…" does one task without the screen, for scripts; agent serve puts it behind HTTP.',
]

function turningHints(bindings: Bindings): readonly string[] {
	const keys = [
		...keysOf(bindings, 'tabs', 'next-tab').slice(0, 1),
		...keysOf(bindings, 'tabs', 'previous-tab').slice(-1),
	].map(keyName)
	return keys.length === 0 ? [''] : [`${keys.join(', ')} turn the page`, keys[0] ?? '']
}
