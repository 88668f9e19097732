// The composer's reducer: from state and key to state, and what it asks of the world.

import type { ImagePart } from '../../core/messages.ts'
import { keyName } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { type ActionOf, actionOf } from '../input/keymap.ts'
import {
	type Attachments,
	attachImage,
	attachPaste,
	expandMarkers,
	markersOf,
	NO_ATTACHMENTS,
	reattachImages,
} from './attachments.ts'
import {
	accept,
	type CompletionItem,
	commandItems,
	fileItems,
	isComplete,
	type Token,
	tokenAt,
	valueItems,
} from './completion.ts'
import { applySearchKey, type HistorySearch, historySearch } from './history-search.ts'
import { cleanPaste, isLargePaste } from './paste.ts'
import { picturePaths, type WrittenPath } from './picture-paths.ts'
import * as history from './prompt-history.ts'
import { type ArgumentValue, type SlashCommandInfo, type Submission, submissionOf } from './submission.ts'
import {
	EMPTY_BUFFER,
	edit,
	insert,
	isEditAction,
	moveRow,
	moveToCell,
	replaceRange,
	setText,
	type TextBuffer,
} from './text-buffer.ts'
import type { VimState } from './vim/vim-state.ts'
import { fitted, freshVim, pressedInVim, type VimKeys, type VimPress } from './vim-keys.ts'
import { type Cell, visualRows } from './wrap.ts'

export type ComposerState = {
	readonly buffer: TextBuffer
	readonly attachments: Attachments
	readonly history: history.PromptHistory
	/** Until then only what was sent from here is in the history. */
	readonly isHistoryRead: boolean
	readonly search: HistorySearch | undefined
	readonly selected: number
	/** Start of the word whose list was closed and must not open again by itself. */
	readonly closedAt: number | undefined
	/** The newest answer of the file search. */
	readonly files: readonly string[]
	/** What can stand behind the command that is being typed. */
	readonly values: readonly ArgumentValue[]
	/** One line for the person, until the next key. */
	readonly notice: string | undefined
	readonly escapedAt: number | undefined
	/** Undefined until the first key that vim's keys have taken. */
	readonly vim: VimState | undefined
}

/** What the composer knows from outside. `columns` is the width of the text without its frame. */
export type Situation = {
	isBusy: boolean
	columns: number
	commands: readonly SlashCommandInfo[]
	/** Left out, the keys are readline's. */
	vim?: VimKeys | undefined
}

export type Request =
	| { type: 'submit'; submission: Submission }
	| { type: 'open-editor'; text: string }
	| { type: 'read-clipboard' }
	/** They stand in the text as they were pasted. */
	| { type: 'read-pictures'; paths: readonly WrittenPath[] }
	/** The key is to be pressed again when the history is there. */
	| { type: 'read-history'; press: KeyPress }

export type ComposerUpdate = { state: ComposerState; request?: Request }

export function composerState(text: string): ComposerState {
	return {
		buffer: { ...setText(EMPTY_BUFFER, cleanPaste(text)), undoable: [] },
		attachments: NO_ATTACHMENTS,
		history: history.historyOf([]),
		isHistoryRead: false,
		search: undefined,
		selected: 0,
		closedAt: undefined,
		files: [],
		values: [],
		notice: undefined,
		escapedAt: undefined,
		vim: undefined,
	}
}

/** @returns undefined when the key means nothing here and belongs to someone below */
export function applyKey(
	state: ComposerState,
	press: KeyPress,
	situation: Situation,
): ComposerUpdate | undefined {
	const calm = { ...state, notice: undefined, escapedAt: undefined }
	const outcome = state.search
		? searching(calm, state.search, press, situation)
		: (pressedInList(calm, press, situation) ?? pressedInText(state, calm, press, situation))
	return outcome && { ...outcome, state: settleState(state, outcome.state) }
}

export type OpenList = {
	token: Token
	items: readonly CompletionItem[]
	/** Undefined: none yet. What is typed is sent as it is, unless one of the items was gone to. */
	selected: number | undefined
	/** What is typed can be meant as it stands: a value behind a command, a whole folder. None is selected at first then. */
	isFree: boolean
}

export function openList(state: ComposerState, commands: readonly SlashCommandInfo[]): OpenList | undefined {
	const token = state.search ? undefined : tokenAt(state.buffer)
	if (!token || token.start === state.closedAt) return undefined
	if (token.kind === 'argument') {
		const items = valueItems(state.values, token.query)
		// One that is there to the last character needs no list.
		if (items[0]?.insert === token.query) return undefined
		return listOf(token, items, true)
	}
	if (token.kind === 'command') return listOf(token, commandItems(commands, token.query), false)
	const items = fileItems(state.files)
	return listOf(token, items, token.query.endsWith('/') && items[0]?.label.startsWith(token.query) === true)

	function listOf(of: Token, offered: OpenList['items'], isFree: boolean): OpenList | undefined {
		if (offered.length === 0) return undefined
		const place = Math.min(state.selected, isFree ? offered.length : offered.length - 1)
		const selected = isFree ? (place === 0 ? undefined : place - 1) : place
		return { token: of, items: offered, selected, isFree }
	}
}

/** A click in the list: its cursor goes there. A second one takes what it is on into the prompt, and sends nothing. */
export function clickedInList(
	state: ComposerState,
	{ index, isAgain }: { index: number; isAgain: boolean },
	commands: readonly SlashCommandInfo[],
): ComposerState {
	const list = openList(state, commands)
	const item = list?.items[index]
	if (!list || !item) return state
	if (isAgain) return settleState(state, acceptItem(state, list.token, item))
	return { ...state, selected: list.isFree ? index + 1 : index }
}

/** A click puts the cursor there. @param cell - of the text as it is wrapped */
export function clickedInText(
	state: ComposerState,
	cell: Cell,
	{ columns, vim }: Pick<Situation, 'columns' | 'vim'>,
): ComposerState {
	if (state.search) return state
	const moved = moveToCell(state.buffer, visualRows(state.buffer.text, columns), cell)
	const isTyping = state.vim === undefined || state.vim.mode === 'insert' || state.vim.mode === 'replace'
	return settleState(state, withBuffer(state, vim && !isTyping ? fitted(moved, vim) : moved))
}

/** The command whose values can be chosen from, while their list may be open. */
export function valuesWanted(state: ComposerState): string | undefined {
	const token = state.search ? undefined : tokenAt(state.buffer)
	return token?.kind === 'argument' && token.start !== state.closedAt
		? token.command.toLowerCase()
		: undefined
}

/** The command that Enter would run or complete. */
export function commandExpected(state: ComposerState, list: OpenList | undefined): string | undefined {
	const named = valuesWanted(state)
	if (named !== undefined || list?.token.kind !== 'command') return named
	return list.items[list.selected ?? 0]?.insert.slice(1).trimEnd()
}

/** What of a path has been typed behind `@`, while its list may be open. */
export function fileQuery(state: ComposerState): string | undefined {
	const token = state.search ? undefined : tokenAt(state.buffer)
	return token?.kind === 'file' && token.start !== state.closedAt ? token.query : undefined
}

/** The whole text replaced, by an editor or by a prompt that was taken back. */
export function withText(state: ComposerState, text: string, images?: readonly ImagePart[]): ComposerState {
	const clean = cleanPaste(text)
	const taken = images ? reattachImages(clean, images) : { attachments: state.attachments, text: clean }
	return settleState(
		state,
		withBuffer({ ...state, attachments: taken.attachments }, setText(state.buffer, taken.text)),
	)
}

/** A prompt that comes back stands above the draft that is there, its images under numbers of their own. */
export function withPromptBack(
	state: ComposerState,
	text: string,
	images: readonly ImagePart[],
): ComposerState {
	const { buffer } = state
	if (buffer.text === '') return withText(state, text, images)
	const back = reattachImages(cleanPaste(text), images)
	let { attachments } = state
	let { text: above } = back
	const numbered = new Map<string, string>()
	for (const [marker, image] of back.attachments.images) {
		const taken = attachImage(attachments, image)
		attachments = taken.attachments
		numbered.set(marker, taken.marker)
	}
	above = `${above.replace(/\[Image #\d+\]/g, marker => numbered.get(marker) ?? marker)}\n`
	const whole = replaceRange(buffer, { start: 0, end: 0 }, above)
	return settleState(
		state,
		withBuffer({ ...state, attachments }, { ...whole, cursor: buffer.cursor + above.length }),
	)
}

export function withImage(state: ComposerState, image: ImagePart | undefined): ComposerState {
	if (!image) return { ...state, notice: 'No image on the clipboard' }
	const { attachments, marker } = attachImage(state.attachments, image)
	return settleState(state, insertText({ ...state, attachments }, `${marker} `))
}

/** Those that could be read take the place of their paths; what was written meanwhile stays, and so does the cursor. */
export function withPictures(
	state: ComposerState,
	found: readonly { written: string; image: ImagePart | undefined }[],
): ComposerState {
	let { attachments, buffer } = state
	const attached: string[] = []
	for (const { written, image } of found) {
		const start = buffer.text.indexOf(written)
		if (!image || start < 0) continue
		const taken = attachImage(attachments, image)
		const end = start + written.length
		const { cursor } = buffer
		const isApart = /^\s/.test(buffer.text.slice(end))
		const marker = isApart ? taken.marker : `${taken.marker} `
		const replaced = replaceRange(buffer, { start, end }, marker)
		const moved = cursor < end ? start + marker.length : cursor + marker.length - written.length
		buffer = { ...replaced, cursor: moved, markers: markersOf(taken.attachments) }
		attachments = taken.attachments
		attached.push(taken.marker)
	}
	if (attached.length === 0) return state
	const notice = `Attached as ${attached.join(', ')}`
	return settleState(state, withBuffer({ ...state, attachments, notice }, buffer))
}

export function withInserted(state: ComposerState, text: string): ComposerState {
	return settleState(state, insertText(state, cleanPaste(text)))
}

export function withHistory(state: ComposerState, older: readonly string[]): ComposerState {
	return { ...state, isHistoryRead: true, history: history.withOlder(state.history, older.map(cleanPaste)) }
}

/** Empties the prompt; the draft can be had back from the history. */
export function clearComposer(state: ComposerState): ComposerState {
	return {
		...composerState(''),
		buffer: { ...EMPTY_BUFFER, kills: state.buffer.kills },
		history: history.remember(state.history, expandMarkers(state.buffer.text, state.attachments)),
		isHistoryRead: state.isHistoryRead,
		vim: freshVim(state.vim),
	}
}

function pressedInText(
	before: ComposerState,
	state: ComposerState,
	press: KeyPress,
	situation: Situation,
): ComposerUpdate | undefined {
	const inVim = situation.vim && pressedInVim(state, press, situation.vim)
	if (inVim) {
		const { buffer, vim, rest } = inVim
		const next = { ...withBuffer(state, buffer), vim }
		if (!rest) return { state: next }
		const outcome = pressedInText(before, next, rest, { ...situation, vim: undefined }) ?? { state: next }
		return behindVim(before, outcome, { inVim, situation, at: press.at })
	}
	if (press.kind === 'paste') return applyPaste(state, press.text)
	// Where a terminal marks no pastes, what is dropped on it comes as if it were typed, all at once.
	if (press.kind === 'text')
		return picturePaths(press.text).length > 0
			? applyPaste(state, press.text)
			: { state: insertText(state, cleanPaste(press.text)) }
	const action = actionOf('composer', press)
	const { text, cursor } = state.buffer
	switch (action) {
		case undefined:
			return undefined
		case 'submit':
			// A backslash at the end of a line is how to get a new line where the terminal knows no Shift+Enter.
			if (text[cursor - 1] === '\\') {
				return { state: insertText(withBuffer(state, edit(state.buffer, 'delete-left')), '\n') }
			}
			return submitText(state, 'steer')
		case 'queue':
			return situation.isBusy && text.trim() !== '' ? submitText(state, 'queue') : undefined
		case 'newline':
			return { state: insertText(state, '\n') }
		case 'escape':
			if (text === '' || situation.isBusy) return undefined
			if (before.escapedAt !== undefined && press.at - before.escapedAt < ESCAPE_TWICE_MS) {
				return { state: clearComposer(state) }
			}
			return {
				state: { ...state, escapedAt: press.at, notice: `${keyName(press.chord)} again clears the prompt` },
			}
		case 'clear':
			return text === '' ? undefined : { state: clearComposer(state) }
		case 'open-editor':
			return { state, request: { type: 'open-editor', text: expandMarkers(text, state.attachments) } }
		case 'paste-image':
			return { state, request: { type: 'read-clipboard' } }
		case 'search-history':
			if (!state.isHistoryRead) return { state, request: { type: 'read-history', press } }
			return { state: { ...state, search: historySearch(state.history, '') } }
		case 'up':
			return vertical(state, { by: -1, press, columns: situation.columns })
		case 'down':
			return vertical(state, { by: 1, press, columns: situation.columns })
		default:
			return applyEdit(state, action)
	}
}

/** What was left for the composer has been done; what was typed behind it in the same read is vim's. */
function behindVim(
	before: ComposerState,
	{ state, request }: ComposerUpdate,
	{ inVim, situation, at }: { inVim: VimPress; situation: Situation; at: number },
): ComposerUpdate {
	const { unread } = inVim
	const buffer =
		situation.vim && inVim.vim.mode === 'normal' ? fitted(state.buffer, situation.vim) : state.buffer
	const stands: ComposerState = { ...state, buffer }
	if (unread === undefined) return { state: stands, ...(request && { request }) }
	if (request?.type === 'read-history')
		return { state: stands, request: { ...request, press: { kind: 'text', text: unread, at } } }
	const [key = ''] = unread
	const more = unread.slice(key.length)
	if (more === '') return { state: stands }
	return pressedInText(before, stands, { kind: 'text', text: more, at }, situation) ?? { state: stands }
}

function applyEdit(state: ComposerState, action: ActionOf<'composer'>): ComposerUpdate | undefined {
	if (!isEditAction(action)) return undefined
	const buffer = edit(state.buffer, action)
	// On an empty prompt Ctrl+D, Ctrl+B and the like mean something to the app.
	if (buffer === state.buffer && buffer.text === '') return undefined
	if (state.buffer.text === '' && buffer.text === '') return undefined
	return { state: withBuffer(state, buffer) }
}

function submitText(state: ComposerState, whenBusy: 'steer' | 'queue'): ComposerUpdate {
	const submission = submissionOf(state.buffer.text, state.attachments, whenBusy)
	return submission ? { state: clearComposer(state), request: { type: 'submit', submission } } : { state }
}

/** A row up or down; at the edge of the text into the history; at its end to the edge of the text. */
function vertical(
	state: ComposerState,
	{ by, press, columns }: { by: -1 | 1; press: KeyPress; columns: number },
): ComposerUpdate {
	const { buffer } = state
	const isWalking = history.isRecalled(state.history, buffer.text) && buffer.cursor === buffer.text.length
	const moved = isWalking ? undefined : moveRow(buffer, visualRows(buffer.text, columns), by)
	if (moved) return { state: withBuffer(state, moved) }
	if (!state.isHistoryRead && by < 0) return { state, request: { type: 'read-history', press } }
	const step = history.step(state.history, buffer.text, by)
	if (!step) return { state: withBuffer(state, edit(buffer, by < 0 ? 'text-start' : 'text-end')) }
	const recalled = withBuffer({ ...state, history: step.history }, setText(buffer, step.text))
	// A recalled command is not one being typed: its list would take the next up and down.
	return { state: { ...recalled, closedAt: tokenAt(recalled.buffer)?.start } }
}

function pressedInList(
	state: ComposerState,
	press: KeyPress,
	situation: Situation,
): ComposerUpdate | undefined {
	const list = openList(state, situation.commands)
	const action = list && actionOf('completion', press)
	if (!list || !action) return undefined
	const { token, items, selected } = list
	// Tab takes the first value too when none was gone to; Enter does not.
	const item = items[selected ?? 0]
	if (!item || (selected === undefined && action === 'accept-or-submit')) return undefined
	// Where none may be gone to, that is one place more.
	const places = items.length + (list.isFree ? 1 : 0)
	const step = (by: number) => ({ state: { ...state, selected: (state.selected + by + places) % places } })
	const closed = { ...state, closedAt: token.start }
	switch (action) {
		case 'close':
			return { state: closed }
		case 'previous':
			return step(-1)
		case 'next':
			return step(1)
		case 'accept':
			return { state: acceptItem(state, token, item) }
		case 'accept-or-submit': {
			if (isComplete(token, item, situation.commands)) return submitText(closed, 'steer')
			const next = acceptItem(state, token, item)
			return item.isWhole ? submitText(next, 'steer') : { state: next }
		}
	}
}

function acceptItem(state: ComposerState, token: Token, item: CompletionItem): ComposerState {
	const next = withBuffer(state, accept(state.buffer, token, item))
	return { ...next, selected: 0, closedAt: item.isFolder ? undefined : token.start }
}

function searching(state: ComposerState, search: HistorySearch, press: KeyPress, situation: Situation) {
	const next = applySearchKey(search, press, state.history)
	if (typeof next === 'object') return { state: { ...state, search: next } }
	const closed = { ...state, search: undefined }
	const found = search.matches[search.selected]
	if (next === 'close' || found === undefined) return { state: closed }
	const taken = withText(closed, found)
	const chosen = { ...taken, closedAt: tokenAt(taken.buffer)?.start }
	return next === 'accept'
		? { state: chosen }
		: (pressedInText(chosen, chosen, press, situation) ?? { state: chosen })
}

function applyPaste(state: ComposerState, text: string): ComposerUpdate {
	const clean = cleanPaste(text)
	// Some terminals paste an image as nothing at all.
	if (clean === '') return { state, request: { type: 'read-clipboard' } }
	// A command takes a path, and the shell a picture’s as any other.
	const paths = /^[!/#]/.test(state.buffer.text) ? [] : picturePaths(clean)
	if (paths.length > 0) return { state: insertText(state, clean), request: { type: 'read-pictures', paths } }
	if (!isLargePaste(clean)) return { state: insertText(state, clean) }
	const { attachments, marker } = attachPaste(state.attachments, clean)
	return { state: insertText({ ...state, attachments }, marker) }
}

function insertText(state: ComposerState, text: string): ComposerState {
	return withBuffer(state, insert(state.buffer, text))
}

function withBuffer(state: ComposerState, buffer: TextBuffer): ComposerState {
	return { ...state, buffer }
}

/** Keeps what depends on the text in step with it: the markers, and which list is open at which place. */
function settleState(before: ComposerState, state: ComposerState): ComposerState {
	const token = tokenAt(state.buffer)
	const tokenBefore = tokenAt(before.buffer)
	const isSameWord = token?.start === tokenBefore?.start && token?.kind === tokenBefore?.kind
	const isSameQuery = isSameWord && token?.query === tokenBefore?.query
	return {
		...state,
		buffer:
			state.attachments === before.attachments
				? state.buffer
				: { ...state.buffer, markers: markersOf(state.attachments) },
		selected: isSameQuery ? state.selected : 0,
		closedAt: token?.start === state.closedAt ? state.closedAt : undefined,
		files: isSameWord ? state.files : [],
		values: isSameWord ? state.values : [],
	}
}

const ESCAPE_TWICE_MS = 1000
