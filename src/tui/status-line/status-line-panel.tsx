// The panel of `/statusline`: which items the status line has and in what order, with the line below as it becomes.

import { Text } from 'ink'
import { useRef, useState } from 'react'
import { STATUS_ITEMS, type StatusItem, USUAL_STATUS_ITEMS } from '../../core/screen/screen-settings.ts'
import { useBindings } from '../input/bindings-context.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { firstShown } from '../list/list-rows.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { Panel, PanelProps } from '../slash-command/surface.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { paintSpans, plainText, type Spans, span } from '../text/spans.ts'
import { keepStatusLine } from './keep-status-line.ts'
import { statusLine } from './status-line.ts'

const WHOLE_LINE = 1000

/** The bar says what the number behind it says. */
function spoken(line: Spans): string {
	return plainText(line).replace(/[█░]+ /, '')
}

type StatusLinePanelProps = PanelProps & {
	/** As it is now. */
	items: readonly StatusItem[]
	/** The line with other items. */
	preview(items: readonly StatusItem[], width: number): Spans
	/** Shown at once, not kept. */
	onChange(items: readonly StatusItem[]): void
	onKeep(items: readonly StatusItem[]): void
	onCancel(): void
}

type ItemChoice = { order: readonly StatusItem[]; chosen: ReadonlySet<StatusItem>; selected: number }

/** @returns what to open, once it is known what the line has to say */
export async function statusLinePanel(context: SlashContext): Promise<Panel> {
	const { preferences, options, view } = context
	const before = preferences.screen.statusLine
	const branch = await options.port.queries.gitBranch().catch(() => undefined)
	const preview = (items: readonly StatusItem[], width: number) =>
		statusLine({
			view: view(),
			branch,
			home: options.environment?.HOME,
			width,
			now: Date.now(),
			isYolo: options.isYolo,
			items,
		})
	return {
		draw: props => (
			<StatusLinePanel
				{...props}
				items={before && !('command' in before) ? before : USUAL_STATUS_ITEMS}
				preview={preview}
				onChange={items => preferences.choose({ statusLine: items })}
				onKeep={items => {
					props.onClose()
					context.attempt(keepStatusLine(items, context))
				}}
				onCancel={() => {
					props.onClose()
					preferences.choose({ statusLine: before })
				}}
			/>
		),
		inWords: surface =>
			surface.openPage([
				{
					kind: 'notice',
					level: 'info',
					text: `There is no status line to hear; /status says all of it. On the drawn screen it is: ${spoken(preview(before && !('command' in before) ? before : USUAL_STATUS_ITEMS, WHOLE_LINE))}`,
				},
			]),
	}
}

function StatusLinePanel(props: StatusLinePanelProps) {
	const { width, limit, theme, isAlone, onChange } = props
	const bindings = useBindings()
	const [choice, setChoice] = useState<ItemChoice>(() => choiceOf(props.items))
	const latest = useRef(choice)
	/** Where the list began when it was clicked. */
	const heldTop = useRef<number | undefined>(undefined)
	const take = (next: ItemChoice) => {
		const isChanged = next.order !== latest.current.order || next.chosen !== latest.current.chosen
		latest.current = next
		heldTop.current = undefined
		clicks.forget()
		setChoice(next)
		if (isChanged) onChange(itemsOf(next))
	}
	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		const now = latest.current
		switch (actionOf('status-items', press)) {
			case 'toggle':
				take(toggled(now))
				break
			case 'earlier':
				take(moved(now, -1))
				break
			case 'later':
				take(moved(now, 1))
				break
			case 'previous':
				take({ ...now, selected: Math.max(0, now.selected - 1) })
				break
			case 'next':
				take({ ...now, selected: Math.min(now.order.length - 1, now.selected + 1) })
				break
			case 'usual':
				take({ ...choiceOf(USUAL_STATUS_ITEMS), selected: now.selected })
				break
			case 'keep':
				props.onKeep(itemsOf(now))
				break
			case 'close':
				props.onCancel()
				break
			case undefined:
				break
		}
		return true
	})
	const { order, chosen, selected } = choice
	// The line below is it already.
	const preview = isAlone
		? [[span('─'.repeat(width), { tone: 'quiet' as const })], props.preview(itemsOf(choice), width)]
		: []
	const shownRows = Math.max(1, limit - 1 - preview.length)
	const first = firstShown({ row: selected, count: order.length, limit: shownRows, top: heldTop.current })
	const clicks = useRowClicks({
		at({ row }) {
			const index = first + row - 1
			const item = row >= 1 && row <= shownRows ? order[index] : undefined
			return item && { index, name: item }
		},
		mark(index) {
			take({ ...latest.current, selected: index })
			heldTop.current = first
		},
		// Enter is about all of them.
		choose() {
			take(toggled(latest.current))
			heldTop.current = first
		},
	})
	const rows: readonly Spans[] = [
		[
			span(cutToWidth('Status line ', width), { bold: true }),
			span(cutToWidth(hintsOf(bindings), Math.max(0, width - 13)), { tone: 'quiet' }),
		],
		...order
			.slice(first, first + shownRows)
			.map((item, index) =>
				itemRow(item, { isSelected: first + index === selected, isChosen: chosen.has(item), width }),
			),
		...preview,
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

function hintsOf(bindings: Bindings): string {
	const hint = (action: string, words: string) => keyHint(bindings, 'status-items', action, words)
	return joinedHints([
		hint('toggle', 'shows or hides'),
		`${hint('earlier', '').trim()}${hint('later', 'moves')}`,
		hint('usual', 'as usual'),
		hint('keep', 'keeps'),
		hint('close', 'leaves it'),
	])
}

function choiceOf(items: readonly StatusItem[]): ItemChoice {
	return {
		order: [...items, ...STATUS_ITEMS.filter(item => !items.includes(item))],
		chosen: new Set(items),
		selected: 0,
	}
}

function itemsOf({ order, chosen }: ItemChoice): readonly StatusItem[] {
	return order.filter(item => chosen.has(item))
}

/** One has to stay: a line of nothing could not be kept. */
function toggled(choice: ItemChoice): ItemChoice {
	const item = choice.order[choice.selected]
	if (!item) return choice
	const chosen = new Set(choice.chosen)
	if (chosen.has(item)) chosen.delete(item)
	else chosen.add(item)
	return chosen.size === 0 ? choice : { ...choice, chosen }
}

function moved(choice: ItemChoice, by: 1 | -1): ItemChoice {
	const { order, selected } = choice
	const to = selected + by
	const item = order[selected]
	if (!item || to < 0 || to >= order.length) return choice
	const others = order.filter(each => each !== item)
	return { ...choice, order: [...others.slice(0, to), item, ...others.slice(to)], selected: to }
}

function itemRow(
	item: StatusItem,
	{ isSelected, isChosen, width }: { isSelected: boolean; isChosen: boolean; width: number },
): Spans {
	const name = `${isChosen ? '✓' : ' '} ${item}`.padEnd(12)
	return [
		span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
		span(name, isSelected ? { tone: 'accent', bold: true } : isChosen ? {} : { tone: 'quiet' }),
		span(cutToWidth(ABOUT[item], Math.max(0, width - 14)), { tone: 'quiet' }),
	]
}

const ABOUT: Record<StatusItem, string> = {
	model: 'the model that answers',
	effort: 'how much it thinks, where that was chosen',
	mode: 'what is asked before it runs; always there',
	sandbox: 'what holds commands; always there',
	context: 'how full the window is; always there',
	cost: 'what the session has cost',
	folder: 'the folder',
	branch: 'the branch of git',
	dirty: 'how many files git sees changed',
	lines: 'lines added and removed',
	cache: 'how much of what was sent was cached',
	session: 'the session’s name',
	time: 'how long the run takes',
	agents: 'sub-agents at work',
	vim: 'the mode of the vim keys',
}
