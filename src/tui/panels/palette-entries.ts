// What the palette lists: commands, keys, settings, models, themes, sessions, earlier prompts and files, each with what
// choosing it does.

import { userText } from '../../core/messages.ts'
import { modelName } from '../../core/model-ref.ts'
import type { ExtensionList } from '../../core/runtime-port.ts'
import { fileItems, isPlainName, waits } from '../composer/completion.ts'
import { actionText, keyName, keysOf } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import type { KeyContext } from '../input/keymap.ts'
import type { KeyLayers } from '../input/use-keys.ts'
import type { ListItem } from '../list/found-items.ts'
import type { SlashCommand, SlashContext } from '../slash-command/slash-command.ts'
import { ago, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type PaletteKind =
	| 'commands'
	| 'keys'
	| 'settings'
	| 'models'
	| 'themes'
	| 'sessions'
	| 'prompts'
	| 'files'

export type PaletteEntry = ListItem<() => void>

/** @param press - does what a key does */
export type PaletteDoing = { context: SlashContext; bindings: Bindings; press(key: string): void }

/** Does what a key does, once the list is gone and the key goes where it always goes. */
export function pressKey(
	key: string,
	{ bindings, layers }: { bindings: Bindings; layers: KeyLayers | undefined },
): void {
	const at = performance.now()
	const press =
		key.length === 1 ? { kind: 'text' as const, text: key, at } : { kind: 'key' as const, chord: key, at }
	setTimeout(() => layers?.dispatch({ ...press, bindings }))
}

/** Those of the screen and the user's own. */
export function commandEntries(
	doing: Pick<PaletteDoing, 'context' | 'bindings'>,
	custom: ExtensionList['commands'],
): readonly PaletteEntry[] {
	return [
		...doing.context.commands.map(command => commandEntry(command, doing)),
		...custom.map(command => customEntry(command, doing.context)),
	]
}

/** What is known at once. */
export function firstEntries(doing: PaletteDoing): ReadonlyMap<PaletteKind, readonly PaletteEntry[]> {
	return new Map([
		['commands', doing.context.commands.map(command => commandEntry(command, doing))],
		['keys', KEY_CONTEXTS.flatMap(context => keyEntries(context, doing))],
	])
}

/** What has to be asked for. Each comes by itself; what fails is left out, because its own command says why. */
export function laterEntries({
	context,
}: PaletteDoing): readonly (readonly [PaletteKind, Promise<readonly PaletteEntry[]>])[] {
	const { queries } = context.options.port
	return [
		['commands', ownCommands(context)],
		['settings', settingEntries(context)],
		['models', modelEntries(context)],
		['themes', themeEntries(context)],
		['sessions', sessionEntries(context)],
		['prompts', queries.promptHistory().then(prompts => promptEntries(prompts, context))],
	]
}

const KEY_CONTEXTS: readonly KeyContext[] = ['app', 'composer']

function commandEntry(
	command: SlashCommand,
	{ context, bindings }: Pick<PaletteDoing, 'context' | 'bindings'>,
): PaletteEntry {
	const { name, description, aliases = [] } = command
	const key = Object.values(bindings.app ?? {}).includes(name) ? keysOf(bindings, 'app', name)[0] : undefined
	return {
		label: `/${name}`,
		cells: [],
		detail: description,
		keywords: aliases.join(' '),
		...(key !== undefined && { right: keyName(key) }),
		value: () => runOrWrite(command, context),
	}
}

/** One that needs an argument is written, for that to be said. */
function runOrWrite(command: SlashCommand, context: SlashContext): void {
	if (waits(command)) context.surface()?.insertText(`/${command.name} `)
	else context.attempt((async () => command.run('', context))())
}

function keyEntries(context: KeyContext, { bindings, press }: PaletteDoing): readonly PaletteEntry[] {
	const actions = [...new Set(Object.values(bindings[context] ?? {}))]
	return actions.flatMap(action => {
		const [first, ...more] = keysOf(bindings, context, action)
		if (first === undefined || (context === 'app' && action === 'palette')) return []
		return [
			{
				label: actionText(context, action),
				detail: '',
				keywords: [action, first, ...more].join(' '),
				right: [first, ...more].slice(0, 2).map(keyName).join(', '),
				value: () => press(first),
			},
		]
	})
}

async function ownCommands(context: SlashContext): Promise<readonly PaletteEntry[]> {
	const custom: ExtensionList['commands'] =
		(await context.options.port.queries.extensions?.())?.commands ?? []
	return custom.map(command => customEntry(command, context))
}

function customEntry(
	{ name, description, from }: ExtensionList['commands'][number],
	{ surface }: SlashContext,
): PaletteEntry {
	return {
		label: sanitizeLine(`/${name}`),
		cells: [],
		detail: sanitizeLine(description === '' ? from : description),
		value: () => surface()?.insertText(`/${sanitizeLine(name)} `),
	}
}

async function settingEntries(context: SlashContext): Promise<readonly PaletteEntry[]> {
	const settings = (await context.options.settings?.list())?.settings ?? []
	return settings.map(({ key, value, description }) => ({
		label: sanitizeLine(key),
		cells: [],
		detail: sanitizeLine(`${value === undefined ? 'not set' : JSON.stringify(value)} · ${description}`),
		value: () => {
			const command = context.commands.find(({ name }) => name === 'config')
			if (command) context.attempt((async () => command.run(key, context))())
		},
	}))
}

async function modelEntries({ options, send }: SlashContext): Promise<readonly PaletteEntry[]> {
	return (await options.port.queries.models()).map(({ ref, windowTokens }) => ({
		label: sanitizeLine(modelName(ref)),
		cells: [],
		detail: `model, ${tokens(windowTokens)} window`,
		value: () => send({ type: 'set-model', chain: [ref] }),
	}))
}

async function themeEntries(context: SlashContext): Promise<readonly PaletteEntry[]> {
	const command = context.commands.find(({ name }) => name === 'theme')
	return (await context.theme.names()).map(name => ({
		label: `theme ${sanitizeLine(name)}`,
		detail: name === context.theme.name ? 'in use' : '',
		value: () => context.attempt((async () => command?.run(name, context))()),
	}))
}

async function sessionEntries({ options, send }: SlashContext): Promise<readonly PaletteEntry[]> {
	const sessions = await options.port.queries.sessions()
	const now = Date.now()
	return [...sessions]
		.sort((a, b) => b.usedAt - a.usedAt)
		.map(({ sessionId, name, title, usedAt, cwd }) => ({
			label: sanitizeLine(name ?? title),
			detail: sanitizeLine(`${ago(usedAt, now)} · ${cwd}`),
			value: () => send({ type: 'session-resume', selector: sessionId }),
		}))
}

function promptEntries(prompts: readonly string[], { surface }: SlashContext): readonly PaletteEntry[] {
	return [...new Set([...prompts].reverse())].slice(0, MOST_PROMPTS).map(prompt => ({
		label: sanitizeLine(prompt.replaceAll('\n', ' ⏎ ')),
		detail: '',
		value: () => surface()?.restorePrompt(userText(prompt)),
	}))
}

const MOST_PROMPTS = 1000

/** Their paths are what is listed; what is written is quoted where it has to be. */
export async function listedFiles({ context }: PaletteDoing): Promise<{
	paths: readonly string[]
	write(index: number): void
}> {
	const paths = (await context.options.port.queries.files()).filter(isPlainName)
	return {
		paths,
		write(index) {
			const [item] = fileItems(paths.slice(index, index + 1))
			if (item) context.surface()?.insertText(item.insert)
		},
	}
}
