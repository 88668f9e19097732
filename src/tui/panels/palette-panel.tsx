// The palette: everything there is in one list, found by some of its letters.

import { useContext, useEffect, useMemo, useState } from 'react'
import { Picker } from '../dialogs/Picker.tsx'
import { useBindings } from '../input/bindings-context.ts'
import { actionOf } from '../input/keymap.ts'
import { KeyLayersContext } from '../input/use-keys.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import {
	commandEntries,
	firstEntries,
	laterEntries,
	listedFiles,
	type PaletteDoing,
	type PaletteKind,
	pressKey,
} from './palette-entries.ts'
import {
	largeSource,
	type PaletteSource,
	type PaletteSources,
	paletteSource,
	searchPalette,
} from './palette-search.ts'

export function palettePanel(context: SlashContext): Panel {
	return {
		draw: props => <PalettePanel {...props} context={context} />,
		inWords: surface =>
			surface.open({
				title: 'Commands',
				items: commandEntries({ context, bindings: context.preferences.bindings }, []),
			}),
	}
}

function PalettePanel({ context, ...props }: PanelProps & { context: SlashContext }) {
	const bindings = useBindings()
	const layers = useContext(KeyLayersContext)
	const [doing] = useState<PaletteDoing>(() => ({
		context,
		bindings,
		press: key => pressKey(key, { bindings, layers }),
	}))
	const [first] = useState(() => firstEntries(doing))
	const [sources, setSources] = useState<PaletteSources>(
		() => new Map([...first].map(([kind, entries]) => [kind, paletteSource(kind, entries)])),
	)
	useEffect(() => {
		let isGone = false
		const add = (kind: PaletteKind, source: PaletteSource) => {
			if (!isGone) setSources(before => new Map(before).set(kind, source))
		}
		// What cannot be had is left out: whoever asks for it by its own command is told why.
		for (const [kind, loading] of laterEntries(doing))
			loading.then(
				entries =>
					entries.length > 0 && add(kind, paletteSource(kind, [...(first.get(kind) ?? []), ...entries])),
				() => {},
			)
		listedFiles(doing)
			.then(({ paths, write }) => largeSource('files', paths, write))
			.then(
				source => add('files', source),
				() => {},
			)
		return () => {
			isGone = true
		}
	}, [doing, first])
	const find = useMemo(() => (query: string) => searchPalette(sources, query), [sources])
	return (
		<Picker
			{...props}
			title="All"
			items={NOTHING}
			find={find}
			hints={[
				['> commands', '>'],
				[': settings', ':'],
				['@ files', '@'],
				['# sessions and prompts', '# sessions', '#'],
			]}
			onKey={press => {
				if (actionOf('palette', press) !== 'close') return false
				props.onClose()
				return true
			}}
			onChoose={choose => {
				props.onClose()
				choose()
			}}
		/>
	)
}

const NOTHING: readonly never[] = []
