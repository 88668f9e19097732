// The editor of one setting: chosen from what it takes, or written; and which file it is written to.

import { Text } from 'ink'
import { useRef, useState } from 'react'
import { errorInfo } from '../../core/errors.ts'
import { Picker } from '../dialogs/Picker.tsx'
import { useLine } from '../dialogs/words/use-line.ts'
import { useBindings } from '../input/bindings-context.ts'
import { fittedHints, keyHint } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { ListItem } from '../list/found-items.ts'
import type { PanelProps } from '../slash-command/surface.ts'
import type { ShownSetting, WritableLayer } from '../state/tui-options.ts'
import { cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'
import { valueText, WRITABLE_LAYERS } from './setting-items.ts'

export type SettingEditorProps = PanelProps & {
	setting: ShownSetting
	/** Undefined takes it out of the file. Rejects with what is wrong with it. */
	onWrite(text: string | undefined, layer: WritableLayer): Promise<void>
}

export function SettingEditor(props: SettingEditorProps) {
	const { setting, onWrite } = props
	const [place, setPlace] = useState(0)
	const [problem, setProblem] = useState<string | undefined>()
	const latest = useRef({ place: 0, isWriting: false })
	const write = (text: string | undefined) => {
		if (latest.current.isWriting) return
		latest.current.isWriting = true
		const { layer } = WRITABLE_LAYERS[latest.current.place] ?? { layer: 'user' as const }
		onWrite(text, layer)
			.catch((error: unknown) => setProblem(errorInfo(error).message))
			.finally(() => {
				latest.current.isWriting = false
			})
	}
	const nextLayer = (press: KeyPress): boolean => {
		if (actionOf('setting', press) !== 'next-layer') return false
		latest.current.place = (latest.current.place + 1) % WRITABLE_LAYERS.length
		setPlace(latest.current.place)
		setProblem(undefined)
		return true
	}
	const bindings = useBindings()
	const target = WRITABLE_LAYERS[place]?.name ?? ''
	if (setting.choices) {
		const footer: Spans | undefined =
			problem === undefined
				? undefined
				: [span(cutToWidth(sanitizeLine(problem), props.width), { tone: 'failure' })]
		return (
			<Picker<string | undefined>
				{...props}
				title={setting.key}
				items={choiceItems(setting, setting.choices)}
				verb={`writes to ${target}`}
				hints={[[keyHint(bindings, 'setting', 'next-layer', 'another file')]]}
				footer={footer}
				onKey={nextLayer}
				onChoose={write}
			/>
		)
	}
	return <SettingLine {...props} target={target} problem={problem} onKey={nextLayer} onText={write} />
}

function choiceItems(
	setting: ShownSetting,
	choices: readonly string[],
): readonly ListItem<string | undefined>[] {
	const current = valueText(setting.value)
	const fallback = valueText(setting.fallback)
	return [
		...choices.map(choice => ({
			value: choice,
			label: sanitizeLine(choice),
			detail: [...(choice === current ? ['now'] : []), ...(choice === fallback ? ['default'] : [])].join(
				', ',
			),
			isCurrent: choice === current,
		})),
		{ value: undefined, label: 'take it out of this file', detail: `default: ${sanitizeLine(fallback)}` },
	]
}

function SettingLine({
	setting,
	target,
	problem,
	width,
	limit,
	theme,
	onKey,
	onText,
	onClose,
}: SettingEditorProps & {
	target: string
	problem: string | undefined
	onKey(press: KeyPress): boolean
	onText(text: string | undefined): void
}) {
	// What is masked is not there to be written back.
	const [initial] = useState(() => {
		const text = setting.value === undefined ? '' : valueText(setting.value)
		return /\[hidden\]|\[REDACTED/i.test(text) ? '' : text
	})
	const line = useLine(initial)
	const bindings = useBindings()
	const hints = fittedHints(
		[
			keyHint(bindings, 'picker', 'choose', `writes to ${target}`),
			keyHint(bindings, 'setting', 'next-layer', 'another file'),
			'empty takes it out',
			keyHint(bindings, 'picker', 'close', 'back'),
		],
		width,
	)
	const finish = () => {
		const text = line.current().trim()
		// An Enter that follows nothing changes nothing.
		if (text === '' && initial === '') onClose()
		else onText(text === '' ? undefined : text)
	}
	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		if (onKey(press)) return true
		const action = press.kind === 'key' ? actionOf('picker', press) : undefined
		if (action === 'close') onClose()
		else if (action === 'choose') finish()
		else line.take(press)
		return true
	})
	const text: readonly Spans[] = [
		[span(cutToWidth(setting.key, width), { bold: true })],
		...wrapSpans([span(sanitizeLine(setting.description), { tone: 'quiet' })], width),
		...wrapSpans([span(`It takes: ${sanitizeLine(setting.type)}`, { tone: 'quiet' })], width),
	]
	const below: readonly Spans[] = [
		[span('› ', { tone: 'accent' }), span(`${cutStartToWidth(sanitizeLine(line.text), width - 4)}▏`)],
		...(problem === undefined ? [] : wrapSpans([span(sanitizeLine(problem), { tone: 'failure' })], width)),
		[span(hints, { tone: 'quiet' })],
	]
	const rows = [...text.slice(0, Math.max(1, limit - below.length)), ...below]
	return (
		<Text wrap="truncate">
			{rows
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}
