// The panel of `/model`: a model, or with space a chain of them, and with the arrows how much it thinks.

import { useRef, useState } from 'react'
import { EFFORTS, type Effort } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import { Picker } from '../dialogs/Picker.tsx'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint, keysHint } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf } from '../input/keymap.ts'
import type { ListItem } from '../list/found-items.ts'
import { profileItems } from '../slash-command/profile-items.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { type ModelList, modelItems } from './model-items.ts'

type ModelRowChoice = { kind: 'model'; ref: ModelRef } | { kind: 'profile'; choose(): void }

/** @returns what to open, once what it lists is known */
export async function modelPanel(context: SlashContext): Promise<Panel> {
	const { options, view } = context
	const [models, profiles, favourites] = await Promise.all([
		options.port.queries.models(),
		profileItems(context),
		readFavourites(context),
	])
	const list: ModelList = { models, current: view().model, favourites }
	return {
		draw: props => <ModelPanel {...props} list={list} profiles={profiles} context={context} />,
		inWords: surface =>
			surface.open({
				title: 'Model',
				items: choicesOf(list, profiles).map(item => ({
					...item,
					value: () => {
						if (item.value.kind === 'profile') item.value.choose()
						else setModels([item.value.ref], context)
					},
				})),
			}),
	}
}

function ModelPanel({
	list,
	profiles,
	context,
	...props
}: PanelProps & { list: ModelList; profiles: readonly ListItem<() => void>[]; context: SlashContext }) {
	const { send, view } = context
	const [favourites, setFavourites] = useState(list.favourites)
	const [effort, setEffort] = useState<Effort | undefined>(() => view().effort)
	const latest = useRef({ favourites, effort })
	// Kept from the first drawing on: a star moves a model to the top only the next time, not away from the cursor.
	const [items] = useState(() => choicesOf(list, profiles))
	const starred = items.map(item => withStar(item, favourites))

	const bindings = useBindings()
	const hint = (context: 'several-list' | 'model-list', action: string, words: string) =>
		keyHint(bindings, context, action, words)
	const efforts = keysHint(bindings, 'model-list', ['less-effort', 'more-effort'], {
		joint: '',
		words: 'effort',
	})

	const setChain = (chain: readonly ModelRef[]) => {
		props.onClose()
		setModels(chain, context)
		const { effort: wanted } = latest.current
		if (wanted !== undefined && wanted !== view().effort) send({ type: 'set-effort', effort: wanted })
	}
	const onKey = (press: KeyPress, selected: ListItem<ModelRowChoice> | undefined): boolean => {
		switch (actionOf('model-list', press)) {
			case 'favourite': {
				if (selected?.value.kind !== 'model' || !context.options.settings) return true
				latest.current.favourites = toggled(latest.current.favourites, modelName(selected.value.ref))
				setFavourites(latest.current.favourites)
				context.attempt(writeFavourites(context, latest.current.favourites))
				return true
			}
			case 'less-effort':
			case 'more-effort': {
				const step = actionOf('model-list', press) === 'more-effort' ? 1 : -1
				latest.current.effort = nextEffort(latest.current.effort, step)
				setEffort(latest.current.effort)
				return true
			}
			case undefined:
				return false
		}
	}
	return (
		<Picker
			{...props}
			title="Model"
			items={starred}
			typed={query => typedItem(query, list)}
			verb="takes it"
			hints={[
				[`${efforts} ${effort ?? 'as it likes'}`.trimStart(), effort ?? efforts],
				[hint('several-list', 'mark', 'makes a chain'), hint('several-list', 'mark', 'chain')],
				...(context.options.settings
					? [[hint('model-list', 'favourite', 'favourite'), hint('model-list', 'favourite', '').trimEnd()]]
					: []),
			]}
			onKey={onKey}
			onChoose={choice => {
				if (choice.kind === 'model') return setChain([choice.ref])
				props.onClose()
				choice.choose()
			}}
			onChooseMany={choices =>
				setChain(choices.flatMap(choice => (choice.kind === 'model' ? [choice.ref] : [])))
			}
		/>
	)
}

function setModels(chain: readonly ModelRef[], context: SlashContext): void {
	// The demo answers where nothing is configured.
	const isFirst = context.view().model?.provider === DEMO && chain.every(({ provider }) => provider !== DEMO)
	context.send({ type: 'set-model', chain })
	if (isFirst) context.attempt(keepFirst(chain, context))
}

/** The first model that somebody chooses is the one they begin with from then on, where nothing else says which it is. */
async function keepFirst(
	chain: readonly ModelRef[],
	{ options: { settings }, notify }: SlashContext,
): Promise<void> {
	const set = (await settings?.list())?.settings.find(({ key }) => key === 'model')
	if (!settings || set?.layer !== 'built-in') return
	const [first = '', ...others] = chain.map(modelName)
	await settings.set('model', others.length === 0 ? first : JSON.stringify([first, ...others]), 'user')
	notify('info', 'New sessions begin with it from now on; /config model changes that.')
}

const DEMO = 'demo'

function choicesOf(
	list: ModelList,
	profiles: readonly ListItem<() => void>[],
): readonly ListItem<ModelRowChoice>[] {
	return [
		...profiles.map(item => ({
			...item,
			group: 'profiles',
			value: { kind: 'profile' as const, choose: item.value },
		})),
		...modelItems(list).map(item => ({ ...item, value: { kind: 'model' as const, ref: item.value } })),
	]
}

function withStar(item: ListItem<ModelRowChoice>, favourites: readonly string[]): ListItem<ModelRowChoice> {
	if (item.value.kind !== 'model') return item
	const { sign: _sign, ...plain } = item
	return favourites.includes(modelName(item.value.ref)) ? { ...plain, sign: '★' } : plain
}

/** A model the catalogue does not know. Without a provider, the one of the model in use is meant. */
function typedItem(query: string, { models, current }: ModelList): ListItem<ModelRowChoice> | undefined {
	if (/\s/.test(query)) return undefined
	const slash = query.indexOf('/')
	if (slash === 0 || slash === query.length - 1 || (slash < 0 && !current)) return undefined
	const ref =
		slash < 0
			? { provider: current?.provider ?? '', model: query }
			: { provider: query.slice(0, slash), model: query.slice(slash + 1) }
	if (models.some(model => sameModel(model.ref, ref))) return undefined
	return {
		value: { kind: 'model', ref },
		label: `use ‘${sanitizeLine(query)}’ as typed`,
		detail: sanitizeLine(`from ${ref.provider}`),
		group: 'not listed',
	}
}

function nextEffort(effort: Effort | undefined, step: 1 | -1): Effort | undefined {
	if (effort === undefined) return step > 0 ? EFFORTS[0] : undefined
	const next = EFFORTS.indexOf(effort) + step
	return EFFORTS[Math.max(0, Math.min(EFFORTS.length - 1, next))]
}

function toggled(names: readonly string[], name: string): readonly string[] {
	return names.includes(name) ? names.filter(one => one !== name) : [...names, name]
}

async function readFavourites({ options }: SlashContext): Promise<readonly string[]> {
	const found = (await options.settings?.list())?.settings.find(({ key }) => key === FAVOURITES)?.value
	return Array.isArray(found) ? found.map(String) : []
}

async function writeFavourites({ options }: SlashContext, names: readonly string[]): Promise<void> {
	await options.settings?.set(FAVOURITES, JSON.stringify(names), 'user')
}

const FAVOURITES = 'favouriteModels'
