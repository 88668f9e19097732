// The panel of `/keys`: every action with its keys, by the place where they are pressed; one that is chosen gets the
// keys that are pressed next.

import { Text } from 'ink'
import { useContext, useRef, useState } from 'react'
import { errorInfo } from '../../core/errors.ts'
import { Picker } from '../dialogs/Picker.tsx'
import { BindingsContext } from '../input/bindings-context.ts'
import { chordOf } from '../input/chord.ts'
import { holderOf, type KeyChanges, readBindings } from '../input/key-bindings.ts'
import { type BoundAction, withKey, withoutKeys, withUsualKeys } from '../input/key-changes.ts'
import { actionText, contextName, joinedHints, keyHint, keyName, keysOf } from '../input/key-names.ts'
import type { Bindings, KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList, KEYMAP, type KeyContext } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { ListItem } from '../list/found-items.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import type { KeyBindingFile } from '../state/tui-options.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'

/** @param file - left out, keys can only be looked at */
export function keysPanel(file: KeyBindingFile | undefined, query: string): Panel {
	return {
		draw: props => <KeysPanel {...props} file={file} query={query} />,
		inWords: surface =>
			surface.openPage([
				{ kind: 'table', title: 'Keys', rows: surface.keys },
				...(file
					? [
							{
								kind: 'notice' as const,
								level: 'info' as const,
								text: `Those of the drawn screen are changed in ${file.path}.`,
							},
						]
					: []),
			]),
	}
}

function KeysPanel({
	file,
	query,
	...props
}: PanelProps & { file: KeyBindingFile | undefined; query: string }) {
	const { bindings, reload } = useContext(BindingsContext)
	const [captured, setCaptured] = useState<BoundAction | undefined>()
	const [said, setSaid] = useState<{ text: string; isProblem: boolean } | undefined>()
	const place = useRef({ query, selected: 0 })
	const hint = (action: string, words: string) => keyHint(bindings, 'key-list', action, words)

	const save = async (change: (changes: KeyChanges) => KeyChanges, done: string): Promise<void> => {
		if (!file) throw new Error('Keys cannot be changed here.')
		const before = readBindings(file.path, (await file.read()) ?? '')
		if (!before.written) throw new Error(before.problems[0] ?? `${file.path} cannot be changed.`)
		const text = `${JSON.stringify(change(before.written), null, '\t')}\n`
		// What was wrong with the file before is not what is wrong with this change.
		const problem = readBindings(file.path, text).problems.find(each => !before.problems.includes(each))
		if (problem !== undefined) throw new Error(problem)
		await file.write(text)
		await reload().catch(() => {})
		setSaid({ text: `${done} (${file.path})`, isProblem: false })
	}
	const attempt = (work: Promise<void>) =>
		work.catch((error: unknown) => setSaid({ text: errorInfo(error).message, isProblem: true }))

	if (captured)
		return (
			<KeyCapture
				{...props}
				bound={captured}
				bindings={bindings}
				onClose={() => setCaptured(undefined)}
				onKeys={(chord, isInstead) => {
					setCaptured(undefined)
					const holder = holderOf(bindings, captured.context, chord)
					const change = (changes: KeyChanges) =>
						withKey(changes, captured, { chord, isInstead, bindings, holder })
					attempt(save(change, `${actionText(captured.context, captured.action)}: ${keyName(chord)}`))
				}}
			/>
		)
	const footer: Spans | undefined = said && [
		span(cutToWidth(sanitizeLine(said.text), props.width), { tone: said.isProblem ? 'failure' : 'success' }),
	]
	return (
		<Picker<BoundAction>
			{...props}
			title="Keys"
			items={keyItems(bindings)}
			verb="gives it other keys"
			hints={[
				[hint('unbind', 'takes them away'), hint('unbind', '').trimEnd()],
				[hint('restore', 'the usual ones'), hint('restore', '').trimEnd()],
				['• is yours'],
			]}
			footer={footer}
			initial={place.current}
			onMove={at => {
				place.current = at
			}}
			onKey={(press, selected) => {
				const action = actionOf('key-list', press)
				if (action === undefined) return false
				if (!selected) return true
				const bound = selected.value
				const name = actionText(bound.context, bound.action)
				if (action === 'restore')
					attempt(save(changes => withUsualKeys(changes, bound), `${name} has its usual keys`))
				else attempt(save(changes => withoutKeys(changes, bound, bindings), `${name} has no key`))
				return true
			}}
			onChoose={bound => {
				setSaid(undefined)
				setCaptured(bound)
			}}
		/>
	)
}

/** Every action once for each place, in the order of the table. */
export function keyItems(bindings: Bindings): readonly ListItem<BoundAction>[] {
	return contexts().flatMap(context => {
		const actions = [...new Set(Object.values<string>(KEYMAP[context]))]
		return actions.map((action): ListItem<BoundAction> => {
			const keys = keysOf(bindings, context, action)
			const usual = keysOf(KEYMAP, context, action)
			const isOwn = keys.join() !== usual.join()
			return {
				value: boundAction(context, action),
				label: actionText(context, action),
				cells: [],
				detail: '',
				keywords: `${context} ${action} ${keys.join(' ')} ${keys.map(keyName).join(' ')}`,
				group: contextName(context),
				right: keys.length === 0 ? 'no key' : keys.map(keyName).join(', '),
				...(isOwn && { sign: '•' }),
				preview: [
					actionText(context, action),
					'',
					`in       ${contextName(context)} (${context})`,
					`action   ${action}`,
					`keys     ${keys.map(keyName).join(', ') || 'none'}`,
					`usually  ${usual.map(keyName).join(', ')}`,
				].join('\n'),
			}
		})
	})
}

function boundAction(context: KeyContext, action: string): BoundAction {
	return { context, action }
}

function contexts(): readonly KeyContext[] {
	return (Object.keys(KEYMAP) as KeyContext[]).filter(context => context !== 'key-capture')
}

type Captured = { chord: string; problem: string | undefined }

function KeyCapture({
	bound,
	bindings,
	width,
	limit,
	theme,
	onKeys,
	onClose,
}: PanelProps & {
	bound: BoundAction
	bindings: Bindings
	onKeys(chord: string, isInstead: boolean): void
}) {
	const [captured, setCaptured] = useState<Captured | undefined>()
	const latest = useRef<Captured | undefined>(undefined)
	const set = (next: Captured | undefined) => {
		latest.current = next
		setCaptured(next)
	}
	useKeys('picker', press => {
		if (goesThroughList(press) && latest.current) return true
		const action = actionOf('key-capture', press)
		if (action === 'close') onClose()
		else if (latest.current && action !== undefined) {
			if (latest.current.problem === undefined) onKeys(latest.current.chord, action === 'instead')
		} else {
			const key = keyOf(press)
			if (key !== undefined)
				set(tried(bound, bindings, latest.current ? `${latest.current.chord} ${key}` : key))
		}
		return true
	})
	const holder =
		captured && captured.problem === undefined ? holderOf(bindings, bound.context, captured.chord) : undefined
	const isOther = holder && (holder.action !== bound.action || holder.context !== bound.context)
	const now = keysOf(bindings, bound.context, bound.action).map(keyName).join(', ')
	const rows: readonly Spans[] = [
		[
			span(cutToWidth(`Press the keys for: ${actionText(bound.context, bound.action)}`, width), {
				bold: true,
			}),
		],
		[span(cutToWidth(`in ${contextName(bound.context)}; now ${now || 'none'}`, width), { tone: 'quiet' })],
		[span('› ', { tone: 'accent' }), span(captured ? keyName(captured.chord) : '…')],
		...(captured?.problem === undefined
			? []
			: wrapSpans([span(sanitizeLine(captured.problem), { tone: 'failure' })], width)),
		...(isOther
			? wrapSpans(
					[
						span(
							`That is “${actionText(holder.context, holder.action)}” (${contextName(holder.context)}), which loses it.`,
							{
								tone: 'warning',
							},
						),
					],
					width,
				)
			: []),
		[
			span(
				cutToWidth(
					captured
						? (captureHints(bindings).find(hint => hint.length <= width) ?? '')
						: keyHint(bindings, 'key-capture', 'close', 'goes back'),
					width,
				),
				{ tone: 'quiet' },
			),
		],
	]
	return (
		<Text wrap="truncate">
			{rows
				.slice(-Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

/** The longest first. */
function captureHints(bindings: Bindings): readonly string[] {
	const hint = (action: string, words: string) => keyHint(bindings, 'key-capture', action, words)
	const instead = hint('instead', 'instead of the others')
	const besides = hint('besides', 'besides them')
	const close = hint('close', 'forgets it')
	return [
		joinedHints([instead, besides, 'a further key makes a chord', close]),
		joinedHints([instead, besides, close]),
		joinedHints([hint('instead', 'instead'), hint('besides', 'besides'), hint('close', 'back')]),
		joinedHints([hint('instead', '').trim(), hint('besides', 'besides')]),
	]
}

function keyOf(press: KeyPress): string | undefined {
	if (press.kind === 'paste') return undefined
	const key = press.kind === 'key' ? press.chord : press.text
	return chordOf(key)
}

/** As the file would be read with it alone: the rules are in one place. */
function tried({ context, action }: BoundAction, bindings: Bindings, typed: string): Captured {
	const chord = chordOf(typed) ?? typed
	const holder = holderOf(bindings, context, chord)
	const change = {
		[context]: { [chord]: action },
		...(holder && holder.context !== context && { [holder.context]: { [chord]: null } }),
	}
	const [problem] = readBindings('', JSON.stringify(change)).problems
	return { chord, problem: problem?.replace(/^: /, '') }
}
