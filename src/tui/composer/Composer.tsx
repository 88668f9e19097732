// The composer, where the person writes. Its state is its own, so that a key draws this box again and nothing else.

import { Box, type DOMElement, measureElement, Text, useBoxMetrics, useCursor } from 'ink'
import {
	memo,
	type Ref,
	useContext,
	useEffect,
	useImperativeHandle,
	useInsertionEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import { messageOf } from '../../core/errors.ts'
import type { ImagePart } from '../../core/messages.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { KeyPress } from '../input/key-press.ts'
import { useKeys } from '../input/use-keys.ts'
import { MouseGroundContext } from '../mouse/mouse-ground.ts'
import { useMouse } from '../mouse/use-mouse.ts'
import { CompletionList, type CompletionRow, quietText } from './CompletionList.tsx'
import { argumentHint, tokenAt } from './completion.ts'
import {
	applyKey,
	type ComposerState,
	clearComposer,
	clickedInList,
	clickedInText,
	commandExpected,
	composerState,
	fileQuery,
	openList,
	type Request,
	valuesWanted,
	withHistory,
	withImage,
	withInserted,
	withPictures,
	withPromptBack,
	withText,
} from './composer-state.ts'
import { type ComposerView, composerView, textCellAt, textColumns } from './composer-view.ts'
import { earlyEcho } from './early-echo.ts'
import type { HistorySearch } from './history-search.ts'
import type { SlashCommandInfo, Submission, ValueSources } from './submission.ts'
import { useArgumentValues, useExpectedCommand } from './use-argument-values.ts'
import { useFoundFiles } from './use-found-files.ts'
import { type VimKeys, vimMark, vimSelection } from './vim-keys.ts'

export type ComposerProps = {
	ref?: Ref<ComposerHandle>
	/** In the upper edge of the box. */
	title: string
	placeholder: string
	width: number
	/** Of everything: the box and the list below it. At least 1. */
	maxRows: number
	/** While a list is open below the box it may take these, if they are more. */
	listingRows?: number
	/** Rows of the list, at most. */
	listRoom?: number
	/** Told when a list, or the search, opens and closes. */
	onListing?(isOpen: boolean): void
	/** The same, before it is drawn; nothing may be drawn for it. */
	onCover?(isOpen: boolean): void
	/** False where every row and column counts. */
	hasFrame?: boolean
	/** Takes keys. */
	isFocused: boolean
	/** The terminal's cursor stands here: not while a dialog is what is written to. */
	hasCursor?: boolean
	/** Of the start: when they come, the composer is drawn again with its cursor where it is then. */
	rowsAbove?: number
	isBusy: boolean
	borderColor?: string
	/** Of what is there to be looked up, and of what the cursor is on. */
	quietColor?: string | undefined
	accentColor?: string | undefined
	/** In the lower edge of the box. */
	hint?: string
	queries: Pick<RuntimeQueries, 'files' | 'promptHistory' | 'clipboardImage' | 'pictureAt'> & ValueSources
	profiles?: ValueSources['profiles']
	settings?: ValueSources['settings']
	themes?: ValueSources['themes']
	commands: readonly SlashCommandInfo[]
	/** Left out, the keys are readline's. */
	vim?: VimKeys | undefined
	/** Shows what a key has written before the frame that has it is drawn: one cell, in the column the cursor stands in. */
	onEarlyEcho?(text: string, column: number): void
	/** Told the mode whenever it changes, in words. */
	onVimMark?(mark: string): void
	initialText?: string
	onSubmit(submission: Submission): void
	/** Opens an editor on the text; undefined leaves the prompt as it was. */
	onEditorRequest?(text: string): Promise<string | undefined>
}

export type ComposerHandle = {
	isEmpty(): boolean
	/** The draft goes to the history. */
	clear(): void
	setText(text: string): void
	/** Puts back a prompt that was sent, above what has been written since. */
	putBack(text: string, images: readonly ImagePart[]): void
	/** Writes it at the cursor. */
	insertText(text: string): void
}

/** Place it directly in the root column: the terminal's cursor is moved when it moves within its parent. */
export const Composer = memo(function Composer(props: ComposerProps) {
	const {
		ref,
		title,
		placeholder,
		width,
		maxRows,
		hasFrame = true,
		isFocused,
		hasCursor = true,
		borderColor,
		hint = '',
		queries,
		commands,
	} = props
	const [state, latest, update] = useLatestState(() => composerState(props.initialText ?? ''))
	const list = openList(state, commands)

	useFoundFiles({
		query: fileQuery(state),
		files: queries.files,
		onFound: files => update({ ...latest(), files }),
		onFailed: problem => update({ ...latest(), notice: problem }),
	})

	const lookups = {
		...queries,
		...(props.profiles && { profiles: props.profiles }),
		...(props.settings && { settings: props.settings }),
		...(props.themes && { themes: props.themes }),
	}
	useExpectedCommand(commandExpected(state, list), { commands, lookups })
	useArgumentValues({
		command: valuesWanted(state),
		commands,
		lookups,
		onFound: values => update({ ...latest(), values }),
		onFailed: problem => update({ ...latest(), notice: problem }),
	})

	async function fulfil(request: Request): Promise<void> {
		switch (request.type) {
			case 'submit':
				return props.onSubmit(request.submission)
			case 'open-editor': {
				const text = await props.onEditorRequest?.(request.text)
				// Editors end a file with a line end that nobody wrote.
				if (text !== undefined) update(withText(latest(), text.replace(/\n$/, '')))
				return
			}
			case 'read-clipboard': {
				const image = await queries.clipboardImage()
				return update(withImage(latest(), image && { type: 'image', ...image }))
			}
			case 'read-pictures': {
				const { pictureAt } = queries
				if (!pictureAt) return
				const found = await Promise.all(
					request.paths.map(async ({ path, written }) => {
						const image = await pictureAt(path)
						return { written, image: image && ({ type: 'image', ...image } as const) }
					}),
				)
				return update(withPictures(latest(), found))
			}
			case 'read-history': {
				const asked = latest().buffer
				const older = await queries.promptHistory()
				if (latest().isHistoryRead) return
				update(withHistory(latest(), older))
				// What was typed in the meantime counts more than the key before it.
				if (latest().buffer === asked) take(request.press)
			}
		}
	}

	function take(press: KeyPress): boolean {
		const columns = textColumns({ width, maxRows, hasFrame })
		const before = latest()
		const outcome = applyKey(before, press, { isBusy: props.isBusy, columns, commands, vim: props.vim })
		if (!outcome) return false
		const echo = before === state ? earlyEcho(before.buffer, outcome.state.buffer, view) : undefined
		if (echo !== undefined && cursorColumn.current !== undefined)
			props.onEarlyEcho?.(echo, cursorColumn.current)
		update(outcome.state)
		if (outcome.request) {
			fulfil(outcome.request).catch(error => update({ ...latest(), notice: messageOf(error) }))
		}
		return true
	}
	useKeys('composer', take, { isActive: isFocused })
	const onListClick = (index: number, isAgain: boolean) => {
		if (isFocused) update(clickedInList(latest(), { index, isAgain }, commands))
	}

	useImperativeHandle(ref, () => ({
		isEmpty: () => latest().buffer.text === '',
		clear: () => update(clearComposer(latest())),
		setText: text => update(withText(latest(), text)),
		putBack: (text, images) => update(withPromptBack(latest(), text, images)),
		insertText: text => update(withInserted(latest(), text)),
	}))

	const isListing = list !== undefined
	const { onListing, onCover, listingRows = 0, listRoom = MAX_LIST_ROWS } = props
	// Ink draws before the other effects.
	const isCovering = isListing || state.search !== undefined
	useInsertionEffect(() => onCover?.(isCovering), [onCover, isCovering])
	useEffect(() => onListing?.(isCovering), [onListing, isCovering])
	const allRows = isCovering ? Math.max(maxRows, listingRows) : maxRows
	const listRows = Math.max(0, Math.min(MAX_LIST_ROWS, listRoom, allRows - (hasFrame ? 3 : 2)))
	const wantedRows = state.search ? state.search.matches.length + 1 : (list?.items.length ?? 0)
	const rowsBelow = Math.min(listRows, wantedRows)
	const firstRow = useRef(0)
	const view = composerView({
		text: state.buffer.text,
		cursor: state.buffer.cursor,
		title,
		placeholder,
		hint:
			state.notice ?? modeHint(state.buffer.text) ?? argumentHint(tokenAt(state.buffer), commands) ?? hint,
		width,
		maxRows: Math.min(maxRows, allRows - rowsBelow),
		hasFrame,
		firstRow: firstRow.current,
		selection: props.vim && vimSelection(state.buffer, state.vim),
	})
	useLayoutEffect(() => {
		firstRow.current = view.firstRow
	})
	const { quietColor: quiet, accentColor: accent } = props
	const colours = useMemo(() => ({ quiet, accent }), [quiet, accent])
	const { vim, onVimMark } = props
	const mark = vim && vimMark(state.vim)
	useEffect(() => {
		if (mark !== undefined) onVimMark?.(mark)
	}, [mark, onVimMark])
	// Under a dialog an empty prompt would only look like a second place to write.
	const isOutOfSight = !hasCursor && placeholder === '' && state.buffer.text === ''
	const { box, cursorColumn } = useTerminalCursor(isFocused && hasCursor ? view.cursor : undefined)
	useMouse(useContext(MouseGroundContext)?.mouse, event => {
		if (event.kind !== 'press' || !isFocused || !box.current) return false
		const { x, y } = measureElement(box.current)
		const cell = textCellAt(view, { row: event.row - y, column: event.column - x })
		if (!cell) return false
		const columns = textColumns({ width, maxRows, hasFrame })
		update(clickedInText(latest(), cell, { columns, vim: props.vim }))
		return true
	})

	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			{!isOutOfSight && (
				<Frame
					view={view}
					borderColor={borderColor}
					quietColor={props.quietColor}
					isPlaceholder={state.buffer.text === ''}
				/>
			)}
			{state.search && rowsBelow > 0 && (
				<CompletionList
					header={searchHeader(state.search)}
					rows={state.search.matches.map(asRow)}
					selected={state.search.selected}
					width={width}
					maxRows={rowsBelow}
					colours={colours}
				/>
			)}
			{list && rowsBelow > 0 && (
				<CompletionList
					rows={list.items}
					selected={list.selected}
					width={width}
					maxRows={rowsBelow}
					colours={colours}
					onClick={onListClick}
				/>
			)}
		</Box>
	)
})

const MAX_LIST_ROWS = 8

/** Few text nodes: layout and drawing cost grows with them. The edges, which a key does not change, are kept as drawn. */
function Frame({
	view: { frame, head, rows },
	borderColor,
	quietColor,
	isPlaceholder,
}: {
	view: ComposerView
	borderColor: string | undefined
	quietColor: string | undefined
	isPlaceholder: boolean
}) {
	const color = borderColor === undefined ? {} : { color: borderColor }
	const border = (text: string) => (frame ? <Text {...color}>{text}</Text> : '')
	return (
		<>
			{frame && <Text {...color}>{frame.top}</Text>}
			{head !== undefined && <Text {...color}>{head}</Text>}
			<Text>
				{rows.map(({ glyph, text, fill, marked }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the box
					<Text key={index}>
						{border('│ ')}
						{glyph}
						{marked ? (
							<MarkedText text={text} marked={marked} />
						) : (
							<Text {...(isPlaceholder ? quietText({ quiet: quietColor }) : {})}>{text}</Text>
						)}
						{frame ? fill : ''}
						{border('│')}
						{index < rows.length - 1 ? '\n' : ''}
					</Text>
				))}
			</Text>
			{frame && <Text {...color}>{frame.bottom}</Text>}
		</>
	)
}

function MarkedText({ text, marked: [from, to] }: { text: string; marked: readonly [number, number] }) {
	return (
		<Text>
			{text.slice(0, from)}
			<Text inverse>{text.slice(from, to)}</Text>
			{text.slice(to)}
		</Text>
	)
}

/** State that handlers can read back at once: several keys may come before the next render. */
function useLatestState(
	initial: () => ComposerState,
): [ComposerState, () => ComposerState, (next: ComposerState) => void] {
	const [state, setState] = useState(initial)
	const latest = useRef(state)
	return [
		state,
		() => latest.current,
		next => {
			latest.current = next
			setState(next)
		},
	]
}

/** The terminal's own cursor, so that an input method opens its window in the right place. */
function useTerminalCursor(cell: { row: number; column: number } | undefined) {
	const cursorColumn = useRef<number>(undefined)
	const box = useRef<DOMElement>(null)
	const { setCursorPosition } = useCursor()
	// Renders again when the box has been moved by what stands above it.
	const { hasMeasured } = useBoxMetrics(box)
	const corner = hasMeasured && box.current ? measureElement(box.current) : undefined
	const place = corner && `${corner.x} ${corner.y}`
	const [, setPlace] = useState(place)
	// The metrics are within what the box is in, and that may have been moved as a whole.
	useLayoutEffect(() => {
		if (!hasMeasured || !box.current) return
		const { x, y } = measureElement(box.current)
		if (`${x} ${y}` !== place) setPlace(`${x} ${y}`)
	})
	const cursor = cell && corner ? { x: corner.x + cell.column, y: corner.y + cell.row } : undefined
	setCursorPosition(cursor)
	useLayoutEffect(() => {
		cursorColumn.current = cursor?.x
	})
	return { box, cursorColumn }
}

function searchHeader({ query, matches }: HistorySearch): string {
	return `search: ${query}${matches.length === 0 ? '  (nothing found)' : ''}`
}

function asRow(prompt: string): CompletionRow {
	return { label: prompt.replaceAll('\n', ' ⏎ ') }
}

function modeHint(text: string): string | undefined {
	if (text.startsWith('!')) return 'runs in the shell'
	return /^#(?!#).*$/.test(text) ? 'remembered as a note' : undefined
}
